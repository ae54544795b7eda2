package org.anabranch.launch;

import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.ToIntFunction;

/**
 * The framework of the product: the bundles of {@code bundle} are started, those of {@code library}
 * are installed only; those of {@code web} are there if a page is asked for. What holds settings is
 * started first, the watcher of plugins last.
 */
final class ProductFramework {
    /** Without progress; shorter than that of the whole start, since this one knows the reason. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Duration MOST = Duration.ofMinutes(5);
    private static final String WATCHER = "org.apache.felix.fileinstall";

    private final Path home;
    private final StartWatch watch;
    private final Framework framework;
    private final Path plugins;
    private final WebPort web;

    ProductFramework(Path home, Path storage, StartWatch watch) {
        this.home = home;
        this.watch = watch;
        Map<String, String> settings = ProductSettings.of(home.resolve("conf/config.properties"));
        this.plugins = Path.of(settings.getOrDefault("felix.fileinstall.dir", "plugins"));
        this.web = WebPort.asked();
        if (web != null) {
            web.requireFree();
            WebPort.requireTokenFile();
            settings.putAll(web.settings());
        }
        settings.putIfAbsent("anabranch.costs", costs());
        settings.put(Constants.FRAMEWORK_STORAGE, storage.resolve("cache").toString());
        this.framework =
                ServiceLoader.load(FrameworkFactory.class)
                        .findFirst()
                        .orElseThrow(() -> failure("there is no OSGi framework in bin/", null))
                        .newFramework(settings);
    }

    /** Returns the file of kernel costs, beside the history of the shell. */
    private static String costs() {
        String state = System.getenv("XDG_STATE_HOME");
        Path folder =
                state == null || state.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".local", "state")
                        : Path.of(state);
        Path file = folder.resolve("anabranch").resolve("kernel-costs");
        return System.getProperty("anabranch.costs", file.toString());
    }

    Framework framework() {
        return framework;
    }

    /**
     * Starts all bundles.
     *
     * @return the shell: takes the words of the command line and what another shell has left, gives
     *     the exit status
     * @throws LaunchException if the shell does not come
     */
    ToIntFunction<Map<String, Object>> start() {
        watch.step("making the framework");
        List<String> failures = new ArrayList<>();
        List<Bundle> bundles;
        try {
            framework.init();
            bundles = installed("bundle");
            if (web != null) {
                bundles.addAll(installed("web"));
            }
            installed("library");
            framework.start();
        } catch (BundleException | IOException failure) {
            throw failure(sentence(failure), failure);
        }
        bundles.sort(Comparator.comparing(ProductFramework::turn));
        for (Bundle bundle : bundles) {
            watch.step("starting " + bundle.getSymbolicName());
            start(bundle, failures);
            if (FirstSettings.BUNDLE.equals(bundle.getSymbolicName())) {
                new FirstSettings(framework.getBundleContext()).read(plugins);
            }
        }
        watch.step("waiting for the shell");
        return shell(failures);
    }

    private List<Bundle> installed(String folder) throws BundleException, IOException {
        BundleContext context = framework.getBundleContext();
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(home.resolve(folder), "*.jar")) {
            found.forEach(jars::add);
        }
        Collections.sort(jars);
        List<Bundle> bundles = new ArrayList<>();
        for (Path jar : jars) {
            watch.step("installing " + jar.getFileName());
            bundles.add(context.installBundle(jar.toUri().toString()));
        }
        return bundles;
    }

    /**
     * Waits for the next shell, after a refresh of its bundle.
     *
     * @return the shell
     * @throws LaunchException if none comes
     */
    ToIntFunction<Map<String, Object>> nextShell() {
        return shell(List.of());
    }

    /**
     * Returns the position of a bundle in the order of start: the log of the web server before the
     * server, settings before all others, plugins last.
     */
    private static int turn(Bundle bundle) {
        return switch (bundle.getSymbolicName()) {
            case "org.apache.aries.spifly.dynamic.bundle" -> 0;
            case "slf4j.jdk14" -> 1;
            case FirstSettings.BUNDLE -> 2;
            case WATCHER -> 4;
            default -> 3;
        };
    }

    private void start(Bundle bundle, List<String> failures) {
        try {
            if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                bundle.start();
            }
        } catch (BundleException failure) {
            failures.add(
                    bundle.getSymbolicName()
                            + " does not start: "
                            + new Diagnosis(framework.getBundleContext()).reason(bundle, failure));
        }
    }

    @SuppressWarnings("unchecked") // by its name: the only service of that kind
    private ToIntFunction<Map<String, Object>> shell(List<String> failures) {
        BundleContext context = framework.getBundleContext();
        Duration patience = failures.isEmpty() ? PATIENCE : Duration.ofMillis(1);
        ToIntFunction<Map<String, Object>> shell =
                new ServiceArrival<>(context, ToIntFunction.class)
                        .service(new ProgressLimit(patience, MOST, Activity.ofProcess(patience)));
        if (shell == null) {
            String why =
                    failures.isEmpty()
                            ? new Diagnosis(context).summary()
                            : String.join("; ", failures);
            throw failure("there is no shell: " + why, null);
        }
        failures.forEach(
                line -> BackendLog.say("anabranch", System.Logger.Level.WARNING, line, null));
        return shell;
    }

    private static String sentence(Throwable failure) {
        Throwable root = ForeignThrowables.chain(failure).getLast();
        String own = String.valueOf(ForeignThrowables.message(failure));
        String cause = String.valueOf(ForeignThrowables.message(root));
        return own.contains(cause) ? own : own + " (" + cause + ")";
    }

    private static LaunchException failure(String message, Throwable cause) {
        return new LaunchException(LaunchException.Reason.FRAMEWORK_FAILED, message, cause);
    }
}
