package org.anabranch.launch;

import org.anabranch.api.DeadlockException;
import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.spi.NamedDevices;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Anabranch inside a plain Java program. {@link #start()} starts an OSGi framework with the bundles
 * of the class path, and {@link #close} ends it:
 *
 * <pre>{@code
 * try (Anabranch anabranch = Anabranch.start()) {
 *     Platform platform = anabranch.platform();
 *     ...
 * }
 * }</pre>
 *
 * <p>Bundles are the jars (and, in a reactor or an IDE, the class folders) whose manifest has a
 * {@code Bundle-SymbolicName}. If this class is in a named module, they are those of the whole
 * module path, too; in a run-time image made by {@code jlink}, its modules and the jars in its
 * folder {@code lib/bundles}. They take the packages of {@code org.anabranch.api} from the
 * program's class path, so that both sides have the same types. Several may run side by side. What
 * is not closed when the JVM shuts down is closed then. Safe for use by any thread.
 */
public final class Anabranch implements AutoCloseable {
    private static final long POLL_MILLIS = 10;
    private final EmbeddedFramework framework;
    private final FollowedService<Platform> platform;
    private final FollowedService<Monitor> monitor;

    private Anabranch(EmbeddedFramework framework) {
        this.framework = framework;
        this.platform = framework.follow(Platform.class);
        this.monitor = framework.follow(Monitor.class);
    }

    /**
     * Starts with the bundles of the class path.
     *
     * @return a running platform, to be closed by the caller
     * @throws LaunchException if there is no framework or scheduler on the class path, or the
     *     platform does not come and there is no progress for ten seconds
     */
    public static Anabranch start() {
        return start(LaunchOptions.DEFAULT);
    }

    /**
     * Starts a platform.
     *
     * @param options further bundles, properties, shared packages and a time limit
     * @return a running platform, to be closed by the caller
     * @throws LaunchException if a part is missing, or the platform does not come in time
     */
    public static Anabranch start(LaunchOptions options) {
        return start(options, Anabranch.class.getClassLoader());
    }

    static Anabranch start(LaunchOptions options, ClassLoader path) {
        if (FrameworkUtil.getBundle(Anabranch.class) != null) {
            throw new LaunchException(
                    LaunchException.Reason.INSIDE_FRAMEWORK,
                    "this program is a bundle already: take "
                            + Platform.class.getName()
                            + " as a service");
        }
        List<BundleFile> onPath = BundleFile.on(path);
        List<BundleFile> files = new ArrayList<>(onPath);
        options.bundles().stream().map(BundleFile::of).forEach(files::add);
        if (files.stream().noneMatch(BundleFile::offersPlatform)) {
            throw new LaunchException(
                    LaunchException.Reason.NO_SCHEDULER,
                    BundleFile.isMerged(path)
                            ? "the classes of "
                                    + BundleFile.SCHEDULER
                                    + " are on the class path, but not its manifest: this looks"
                                    + " like one jar that was merged of several; leave the jars of"
                                    + " Anabranch as they are, beside yours or as nested jars"
                            : "no scheduler on the class path: add the jar of "
                                    + BundleFile.SCHEDULER
                                    + " (bundles found: "
                                    + onPath.stream().map(BundleFile::symbolicName).toList()
                                    + ")"
                                    + ModuleBundles.advice());
        }
        EmbeddedFramework framework =
                EmbeddedFramework.create(
                        path, options, new SharedPackages(onPath, options.sharedPackages()));
        try {
            framework.start(files);
            return new Anabranch(framework);
        } catch (RuntimeException | Error failure) {
            framework.close();
            throw failure;
        }
    }

    /**
     * The platform, owned by the program; ends with {@link #close}. When a setting restarts the
     * scheduler, a platform that was taken before is closed, with all that was opened there; this
     * then waits for the next one.
     *
     * @return the platform that is there now
     * @throws LaunchException if none comes in time
     */
    public Platform platform() {
        return platform.get();
    }

    /**
     * Selects domains like {@link Platform#domains(String)}, but waits for those that are still
     * being found and opened, since devices come after the platform. A device that is a domain only
     * while it is named, such as the reference device, becomes one until {@link #close}.
     *
     * @param selector an id or a kind
     * @param timeout the longest wait for a domain
     * @return the active domains that it names, at least one
     * @throws UnknownDomainException if none came in time; the message lists the active ones
     */
    public List<Domain> domains(String selector, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        NamedDevices.named(framework.all(NamedDevices.class), selector); // until the end
        while (isComing(selector) && System.nanoTime() - deadline < 0 && pause()) {}
        return platform().domains(selector);
    }

    /** Nothing is there yet, or more is just being opened. */
    private boolean isComing(String selector) {
        List<Domain> named =
                monitor().domains().stream()
                        .map(Monitor.DomainReport::domain)
                        .filter(
                                domain ->
                                        domain.id().equals(selector)
                                                || domain.kind().equals(selector))
                        .toList();
        return named.stream().noneMatch(domain -> domain.state() == Domain.State.ACTIVE)
                || named.stream().anyMatch(domain -> domain.state() == Domain.State.ADDED);
    }

    private static boolean pause() {
        try {
            Thread.sleep(POLL_MILLIS);
            return true;
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** {@return the operators' view of the current platform} */
    public Monitor monitor() {
        return monitor.get();
    }

    /**
     * {@return the context of the system bundle, to register kernel libraries and to install
     * backends}
     */
    public BundleContext framework() {
        return framework.context();
    }

    /**
     * Stops the framework, which ends the platform and closes devices, and removes its temporary
     * folder. Waits. Idempotent.
     *
     * @throws DeadlockException if a callback of an event calls this: the end waits for its thread
     */
    @Override
    public void close() {
        refuseInCallback();
        framework.close();
    }

    /** Asks the scheduler by the shortest wait, which it refuses in a callback. */
    private void refuseInCallback() {
        Platform there = platform.ifThere();
        if (there == null) {
            return;
        }
        try {
            boolean _ = there.promise().await(Duration.ofNanos(1));
        } catch (DeadlockException refused) {
            throw new DeadlockException(
                    "a callback of an event must not close the framework, which waits for the"
                            + " callback's thread",
                    refused);
        } catch (RuntimeException mayWait) {
            return; // interrupted, or ending already
        }
    }
}
