package org.anabranch.launch;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

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
 * {@code Bundle-SymbolicName}. They take the packages of {@code org.anabranch.api} from the
 * program's class path, so that both sides have the same types. Several may run side by side. What
 * is not closed when the JVM shuts down is closed then. Safe for use by any thread.
 */
public final class Anabranch implements AutoCloseable {
    private final EmbeddedFramework framework;
    private final Platform platform;
    private final Monitor monitor;

    private Anabranch(EmbeddedFramework framework, Platform platform, Monitor monitor) {
        this.framework = framework;
        this.platform = platform;
        this.monitor = monitor;
    }

    /**
     * Starts with the bundles of the class path.
     *
     * @return a running platform, to be closed by the caller
     * @throws LaunchException if there is no framework or scheduler on the class path, or the
     *     platform does not come within ten seconds
     */
    public static Anabranch start() {
        return start(LaunchOptions.DEFAULT);
    }

    /**
     * Starts.
     *
     * @param options further bundles, properties, shared packages and a time limit
     * @return a running platform, to be closed by the caller
     * @throws LaunchException if something is missing, or the platform does not come in time
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
                    "no scheduler on the class path: add the jar of org.anabranch.scheduler"
                            + " (bundles found: "
                            + onPath.stream().map(BundleFile::symbolicName).toList()
                            + ")");
        }
        EmbeddedFramework framework =
                EmbeddedFramework.create(
                        path, options, new SharedPackages(onPath, options.sharedPackages()));
        try {
            framework.start(files);
            Platform platform = framework.await(Platform.class);
            return new Anabranch(framework, platform, framework.await(Monitor.class));
        } catch (RuntimeException | Error failure) {
            framework.close();
            throw failure;
        }
    }

    /** {@return the platform, owned by the program; ends with {@link #close}} */
    public Platform platform() {
        return platform;
    }

    /** {@return what operators see} */
    public Monitor monitor() {
        return monitor;
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
     */
    @Override
    public void close() {
        framework.close();
    }
}
