package org.anabranch.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of the framework inside a program. Immutable.
 *
 * @param bundles further bundles, as jars or unpacked folders, besides those of the class path
 * @param properties framework properties; they win over the ones set here
 * @param sharedPackages further packages that bundles take from the program's own class path, such
 *     as {@code com.acme.kernels} or {@code com.acme.kernels;version=1.2}; the API is always shared
 * @param timeout how long the platform may take to appear without progress; as long as classes are
 *     loaded and services come, twelve times as long
 */
public record LaunchOptions(
        List<Path> bundles,
        Map<String, String> properties,
        List<String> sharedPackages,
        Duration timeout) {

    /** The bundles of the class path; ten seconds. */
    public static final LaunchOptions DEFAULT =
            new LaunchOptions(List.of(), Map.of(), List.of(), Duration.ofSeconds(10));

    /** Copies. */
    public LaunchOptions {
        bundles = List.copyOf(bundles);
        properties = Map.copyOf(properties);
        sharedPackages = List.copyOf(sharedPackages);
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("negative timeout: " + timeout);
        }
    }

    /**
     * Adds a bundle, such as a backend that is not on the class path.
     *
     * @param bundle a jar or an unpacked folder
     * @return changed options
     */
    public LaunchOptions withBundle(Path bundle) {
        return new LaunchOptions(append(bundles, bundle), properties, sharedPackages, timeout);
    }

    /**
     * Sets a framework property.
     *
     * @param name as the framework or a bundle knows it
     * @param value its value
     * @return changed options
     */
    public LaunchOptions withProperty(String name, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(name, value);
        return new LaunchOptions(bundles, more, sharedPackages, timeout);
    }

    /**
     * Shares a package of the program with bundles.
     *
     * @param name package name, or name and {@code ;version=}
     * @return changed options
     */
    public LaunchOptions withSharedPackage(String name) {
        return new LaunchOptions(bundles, properties, append(sharedPackages, name), timeout);
    }

    /**
     * Changes the time limit.
     *
     * @param limit how long the platform may take to appear without progress
     * @return changed options
     */
    public LaunchOptions withTimeout(Duration limit) {
        return new LaunchOptions(bundles, properties, sharedPackages, limit);
    }

    private static <T> List<T> append(List<T> list, T item) {
        List<T> more = new ArrayList<>(list);
        more.add(item);
        return more;
    }
}
