package org.anabranch.launch;

import org.anabranch.api.Platform;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** One framework with a temporary folder of its own. */
final class EmbeddedFramework implements AutoCloseable {
    private static final String FRAMEWORK_API = "org.osgi.framework";

    /** A start that gets on may take so many times the time limit. */
    private static final int MOST = 12;

    private final Framework framework;
    private final TemporaryFolder storage;
    private final SharedPackages shared;
    private final Duration timeout;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread atShutdown = new Thread(this::end, "anabranch shutdown");

    private EmbeddedFramework(
            Framework framework, TemporaryFolder storage, SharedPackages shared, Duration timeout) {
        this.framework = framework;
        this.storage = storage;
        this.shared = shared;
        this.timeout = timeout;
    }

    static EmbeddedFramework create(
            ClassLoader path, LaunchOptions options, SharedPackages shared) {
        FrameworkFactory factory = factory(path);
        TemporaryFolder storage;
        try {
            storage = TemporaryFolder.create();
        } catch (IOException failure) {
            throw new LaunchException(
                    LaunchException.Reason.FRAMEWORK_FAILED,
                    "no temporary folder: " + failure.getMessage(),
                    failure);
        }
        Framework framework = factory.newFramework(properties(options, storage, shared));
        EmbeddedFramework embedded =
                new EmbeddedFramework(framework, storage, shared, options.timeout());
        Runtime.getRuntime().addShutdownHook(embedded.atShutdown);
        return embedded;
    }

    private static FrameworkFactory factory(ClassLoader path) {
        FrameworkFactory factory =
                ServiceLoader.load(FrameworkFactory.class, path)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new LaunchException(
                                                LaunchException.Reason.NO_FRAMEWORK,
                                                "no OSGi framework on the class path: add"
                                                        + " org.apache.felix.framework"));
        try {
            Class<?> seen =
                    Class.forName(
                            Platform.class.getName(), false, factory.getClass().getClassLoader());
            if (seen == Platform.class) {
                return factory;
            }
        } catch (ClassNotFoundException unseen) {
            log(Level.DEBUG, "the framework does not see the API", unseen);
        }
        throw new LaunchException(
                LaunchException.Reason.NO_SHARED_API,
                "the framework's class loader does not see the same org.anabranch.api as the"
                        + " program: put both on one class path");
    }

    private static Map<String, String> properties(
            LaunchOptions options, TemporaryFolder storage, SharedPackages shared) {
        Map<String, String> properties = new HashMap<>();
        properties.put(Constants.FRAMEWORK_STORAGE, storage.path().resolve("cache").toString());
        properties.put(
                Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        properties.put(
                "felix.service.urlhandlers", "false"); // the program's URL handlers are its own
        properties.put( // else File Install leaves a folder of its own at each start
                "felix.fileinstall.tmpdir", storage.path().resolve("fileinstall").toString());
        properties.put("gosh.args", "--nointeractive"); // so is its standard input
        properties.putAll(options.properties());
        properties.merge(
                Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                shared.property(),
                (given, ours) -> ours + "," + given);
        return properties;
    }

    /**
     * Installs all and starts all.
     *
     * @throws LaunchException if the framework fails, or a bundle that offers the platform cannot
     *     be started
     */
    void start(List<BundleFile> files) {
        Map<BundleFile, Bundle> installed = new LinkedHashMap<>();
        try {
            framework.init();
            for (BundleFile file : files) {
                boolean provided =
                        file.isFramework()
                                || file.exports().containsKey(FRAMEWORK_API)
                                || shared.replaces(file);
                if (!provided) {
                    install(file, installed);
                }
            }
            framework.start();
        } catch (BundleException failure) {
            throw new LaunchException(
                    LaunchException.Reason.FRAMEWORK_FAILED,
                    "the framework does not start: " + failure.getMessage(),
                    failure);
        }
        installed.forEach(this::start);
    }

    private void install(BundleFile file, Map<BundleFile, Bundle> installed)
            throws BundleException {
        try {
            installed.put(file, file.installIn(context()));
        } catch (BundleException failure) {
            if (file.concernsAnabranch()
                    && failure.getType() != BundleException.DUPLICATE_BUNDLE_ERROR) {
                throw failure;
            }
            log(Level.DEBUG, file.identity() + " is not installed", failure);
        }
    }

    private void start(BundleFile file, Bundle bundle) {
        if (file.isFragment()) {
            return;
        }
        try {
            bundle.start();
        } catch (BundleException failure) {
            String why =
                    file.identity()
                            + " does not start: "
                            + new Diagnosis(context()).reason(bundle, failure)
                            + ModuleBundles.advice();
            if (file.offersPlatform()) {
                boolean java =
                        failure.getMessage() != null && failure.getMessage().contains("osgi.ee");
                LaunchException.Reason reason =
                        java
                                ? LaunchException.Reason.JAVA_VERSION
                                : LaunchException.Reason.NO_PLATFORM;
                throw new LaunchException(reason, why, failure);
            }
            log(file.concernsAnabranch() ? Level.WARNING : Level.DEBUG, why, null);
        }
    }

    /**
     * Follows a service.
     *
     * @throws LaunchException if it does not come in time; the message lists what is not resolved
     */
    <T> FollowedService<T> follow(Class<T> type) {
        return new FollowedService<>(() -> await(type));
    }

    private <T> FollowedService.Held<T> await(Class<T> type) {
        ProgressLimit limit =
                new ProgressLimit(timeout, timeout.multipliedBy(MOST), Activity.ofClassLoading());
        FollowedService.Held<T> service = new ServiceArrival<>(context(), type).await(limit);
        if (service == null) {
            throw new LaunchException(
                    LaunchException.Reason.NO_PLATFORM,
                    "no "
                            + type.getName()
                            + ": "
                            + limit.reason()
                            + "; "
                            + new Diagnosis(context()).summary());
        }
        return service;
    }

    /**
     * Returns the services of a type. Searches also those that bundles with another class of that
     * name have registered, and leaves out instances of that other class.
     */
    <T> List<T> all(Class<T> type) {
        try {
            ServiceReference<?>[] found = context().getAllServiceReferences(type.getName(), null);
            return Stream.of(found == null ? new ServiceReference<?>[0] : found)
                    .map(context()::getService)
                    .filter(type::isInstance)
                    .map(type::cast)
                    .toList();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    BundleContext context() {
        BundleContext context = framework.getBundleContext();
        if (context == null) {
            throw new IllegalStateException("the framework has ended");
        }
        return context;
    }

    @Override
    public void close() {
        if (end()) {
            try {
                Runtime.getRuntime().removeShutdownHook(atShutdown);
            } catch (IllegalStateException shuttingDown) {
                log(Level.DEBUG, "closed by the shutdown of the JVM", null);
            }
        }
    }

    private boolean end() {
        if (!closed.compareAndSet(false, true)) {
            return false;
        }
        boolean interrupted = false;
        try {
            framework.stop();
            framework.waitForStop(0);
        } catch (BundleException failure) {
            log(Level.WARNING, "the framework did not stop well", failure);
        } catch (InterruptedException interrupt) {
            interrupted = true;
        }
        storage.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private static void log(Level level, String line, Throwable thrown) {
        BackendLog.say(EmbeddedFramework.class, level, line, thrown);
    }
}
