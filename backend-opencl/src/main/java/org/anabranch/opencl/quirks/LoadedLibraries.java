package org.anabranch.opencl.quirks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The native libraries of this process, where the system lists them: on Linux. */
final class LoadedLibraries {
    private static final Path MAPS = Path.of("/proc/self/maps");

    private LoadedLibraries() {}

    static boolean areTold() {
        return Files.exists(MAPS);
    }

    /** {@return the files whose name begins so; none if the system does not list them} */
    static List<Path> named(String beginning) {
        try (Stream<String> lines = Files.lines(MAPS)) {
            return lines.filter(line -> line.startsWith(beginning, line.lastIndexOf('/') + 1))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct()
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
