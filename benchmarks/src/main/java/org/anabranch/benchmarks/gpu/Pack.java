package org.anabranch.benchmarks.gpu;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder with a Java runtime, the bundles and the benchmarks, and the commands that run there.
 *
 * @param root the folder
 */
record Pack(Path root) {
    private static final Set<String> FOR_BENCHMARKS =
            Set.of("api", "scheduler", "backend.opencl", "launch", "loops", "dense", "examples");
    private static final String OURS = "org.anabranch.";

    /** Returns the step that runs a benchmark, in a plain program. */
    Step java(String name, int limit, String type, String... words) throws IOException {
        List<String> command = jvm();
        command.addAll(List.of("-cp", classPath(), "org.anabranch.benchmarks." + type));
        command.addAll(List.of(words));
        return new Step(name, limit, command);
    }

    /** Returns the step that runs a command of the shell. */
    Step shell(String name, int limit, String line) {
        List<String> command = jvm();
        command.addAll(
                List.of(
                        "-Xlog:disable",
                        "-Xlog:os*=warning",
                        "-Djava.util.logging.config.file="
                                + root.resolve("conf/logging.properties"),
                        "-Danabranch.home=" + root,
                        "-Danabranch.plugins=" + root.resolve("plugins"),
                        "-jar",
                        root.resolve("bin/anabranch.jar").toString(),
                        "-c",
                        line));
        return new Step(name, limit, command);
    }

    private List<String> jvm() {
        return new ArrayList<>(
                List.of(
                        root.resolve("jdk/bin/java").toString(),
                        "-Xmx6g",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
    }

    private String classPath() throws IOException {
        try (Stream<Path> bundles = Files.list(root.resolve("bundle"))) {
            return Stream.concat(
                            Stream.of(root.resolve("lib"), root.resolve("bin/felix.jar")),
                            bundles.filter(Pack::isForBenchmarks).sorted())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
    }

    private static boolean isForBenchmarks(Path bundle) {
        String name = bundle.getFileName().toString();
        return !name.contains("gogo")
                && !name.contains("fileinstall")
                && (!name.startsWith(OURS)
                        || FOR_BENCHMARKS.stream()
                                .anyMatch(one -> name.startsWith(OURS + one + "-")));
    }
}
