package org.anabranch.launch.plugins;

import org.anabranch.spi.PluginHost;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.wiring.FrameworkWiring;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * One jar of the folder of plugins. What is done to it is done in order by a thread of its own; a
 * removal or an update interrupts an activator that hangs.
 */
final class Plugin {
    private static final long HUNG_SECONDS = 5;
    private static final long RESOLVE_MILLIS = 1000;

    private final File file;
    private final BundleContext context;
    private final Namesakes namesakes;
    private final Runnable changed;
    private final ExecutorService thread;
    private volatile Thread running;
    private volatile boolean unresolved;

    /** The reason why it is not used; empty if it is. */
    private volatile String problem = "";

    /** That its activator hangs, or empty. */
    private volatile String hanging = "";

    /** True if another jar of the same name and version is used. */
    private volatile boolean duplicate;

    private volatile Bundle bundle;

    /**
     * Creates a plugin, not installed yet.
     *
     * @param file its jar
     * @param context of the framework
     * @param changed called when it has come or gone: others may need its exports or its name
     */
    Plugin(File file, BundleContext context, Runnable changed) {
        this.file = file;
        this.context = context;
        this.namesakes = new Namesakes(context);
        this.changed = changed;
        this.thread =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("plugin " + file.getName()).factory());
    }

    /** Installs it, or updates it if it is there, and starts it. */
    void install() {
        interrupt();
        enqueue(
                () -> {
                    if (isBundle()) {
                        place();
                        changed.run();
                        start(false);
                    }
                });
    }

    /** Stops and removes it. */
    void uninstall() {
        interrupt();
        enqueue(
                () -> {
                    if (bundle != null) {
                        bundle.uninstall();
                        refresh();
                        changed.run(); // another jar may have the same name and version
                    }
                });
        thread.shutdown();
    }

    /** Tries again to start it, if a requirement was missing or its name was taken. */
    void retry() {
        if (unresolved) {
            enqueue(() -> start(false));
        } else if (duplicate && namesakes.sameVersion(file, bundle).isEmpty()) {
            install();
        }
    }

    /** {@return its current state} */
    PluginHost.Report report() {
        Bundle present = bundle;
        String reason = problem.isEmpty() ? hanging : problem;
        if (present == null) {
            PluginHost.State state =
                    reason.isEmpty() ? PluginHost.State.STARTING : PluginHost.State.UNUSED;
            return new PluginHost.Report(file.getName(), "", "", state, reason);
        }
        return new PluginHost.Report(
                file.getName(),
                present.getSymbolicName(),
                present.getVersion().toString(),
                state(present, reason),
                reason.isEmpty() ? namesakes.otherVersions(present) : reason);
    }

    private static PluginHost.State state(Bundle bundle, String problem) {
        return switch (bundle.getState()) {
            case Bundle.ACTIVE -> PluginHost.State.ACTIVE;
            case Bundle.STARTING -> PluginHost.State.STARTING;
            default ->
                    !problem.isEmpty()
                            ? PluginHost.State.UNUSED
                            : isFragment(bundle)
                                    ? PluginHost.State.ACTIVE
                                    : PluginHost.State.STOPPED;
        };
    }

    /** Leaves it as it is. */
    void abandon() {
        thread.shutdown();
        interrupt();
    }

    private void interrupt() {
        Thread busy = running;
        if (busy != null && bundle != null && bundle.getState() == Bundle.STARTING) {
            busy.interrupt();
        }
    }

    /** A step that may throw anything, since it runs foreign code. */
    private interface Step {
        void run() throws Exception;
    }

    private void enqueue(Step step) {
        if (thread.isShutdown()) {
            return;
        }
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> guarded(step), thread);
        var told =
                done.copy()
                        .orTimeout(HUNG_SECONDS, TimeUnit.SECONDS)
                        .exceptionally(
                                late -> {
                                    if (late instanceof TimeoutException && !thread.isShutdown()) {
                                        noteHanging(done);
                                    }
                                    return null;
                                });
        assert told != null;
    }

    private void noteHanging(CompletableFuture<Void> step) {
        hanging = "has not returned from its activator for " + HUNG_SECONDS + " s";
        if (step.isDone()) { // meanwhile
            hanging = "";
        } else {
            say(hanging + "; others go on");
        }
    }

    private void guarded(Step step) {
        running = Thread.currentThread();
        try {
            step.run();
        } catch (Throwable failure) {
            problem = PluginFailure.sentence(failure);
            say("is not used: " + problem);
        } finally {
            hanging = "";
            running = null;
            Thread.interrupted(); // what was meant for this step
        }
    }

    private boolean isBundle() {
        try (JarFile jar = new JarFile(file)) {
            Manifest manifest = jar.getManifest();
            boolean named =
                    manifest != null
                            && manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME)
                                    != null;
            if (!named) {
                refuse("it has no manifest with a Bundle-SymbolicName");
            }
            return named;
        } catch (IOException unreadable) {
            refuse("it cannot be read as a jar: " + unreadable.getMessage());
            return false;
        }
    }

    private void refuse(String why) {
        problem = "is no bundle: " + why;
        say(problem);
    }

    private void place() throws BundleException, IOException {
        String location = file.toURI().normalize().toString();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file.toPath()))) {
            if (bundle == null) {
                bundle = context.installBundle(location, in);
            } else {
                bundle.update(in);
                refresh();
            }
            duplicate = false;
        } catch (BundleException refused) {
            duplicate = refused.getType() == BundleException.DUPLICATE_BUNDLE_ERROR;
            String taken = duplicate ? namesakes.sameVersion(file, bundle) : "";
            throw taken.isEmpty() ? refused : new BundleException(taken, refused.getType());
        }
    }

    private void refresh() {
        context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(bundle));
    }

    private void start(boolean last) throws Exception {
        if (isFragment(bundle)) {
            problem = "";
            return;
        }
        try {
            bundle.start();
            unresolved = false;
            problem = "";
            String others = namesakes.otherVersions(bundle);
            if (!others.isEmpty()) {
                say("is " + bundle.getVersion() + "; " + others);
            }
        } catch (BundleException failure) {
            unresolved = failure.getType() == BundleException.RESOLVE_ERROR;
            if (!unresolved || last) {
                String lacks =
                        unresolved
                                ? new MissingRequirements(context).of(bundle).orElse(null)
                                : null;
                throw lacks == null ? failure : new BundleException(lacks, failure.getType());
            }
            // a plugin that comes in the same moment may offer what it lacks
            Thread.sleep(RESOLVE_MILLIS);
            start(true);
        }
    }

    private static boolean isFragment(Bundle bundle) {
        return bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null;
    }

    private void say(String what) {
        BackendLog.say(
                "anabranch.plugins",
                System.Logger.Level.WARNING,
                "plugin " + file.getName() + " " + what,
                null);
    }
}
