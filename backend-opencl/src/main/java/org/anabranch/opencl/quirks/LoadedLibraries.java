package org.anabranch.opencl.quirks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The native libraries of this process, where the system lists them: on Linux. */
final class LoadedLibraries {
    private static final Path MAPS = Path.of("/proc/self/maps");

    private LoadedLibraries() {}

    static boolean areTold() {
        return MAPS.toFile().exists();
    }

    /** {@return the files whose name begins so; none if the system does not list them} */
    static List<Path> named(String beginning) {
        try {
            return PlainFile.lines(MAPS).stream()
                    .filter(line -> line.startsWith(beginning, line.lastIndexOf('/') + 1))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct()
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }
}
