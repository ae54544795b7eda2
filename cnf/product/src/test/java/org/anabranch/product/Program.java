package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process, run to its end.
 *
 * @param status its exit status
 * @param said standard output and standard error, as they came
 */
record Program(int status, String said) {
    /** What lives for seconds takes half as much with one compiler and one thread that collects. */
    static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private static final long LIMIT_SECONDS = Boolean.getBoolean("anabranch.nightly") ? 1800 : 280;

    /** Runs one in a folder, with changes to the environment of this process. */
    static Program run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path log = Files.createTempFile("said", ".txt");
        try {
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true).redirectOutput(log.toFile());
            Process process = builder.start();
            try {
                boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
                if (!ended) {
                    throw new AssertionError("it has not ended; it said " + Files.readString(log));
                }
                return new Program(process.exitValue(), Files.readString(log));
            } finally {
                process.destroyForcibly();
            }
        } finally {
            Files.delete(log);
        }
    }

    /** Runs a program of Java in this JDK. */
    static Program java(Path folder, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(SHORT_LIVED.split(" ")));
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("--sun-misc-unsafe-memory-access=allow");
        return run(folder, Map.of(), Stream.concat(command.stream(), Stream.of(words)).toList());
    }

    /** {@return itself} */
    Program assertEnds(int expected) {
        assertEquals(expected, status, said);
        return this;
    }
}
