package org.anabranch.acceptance.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A program in a process of its own, which ends in time, or is ended with its threads told. */
final class ChildProgram {
    private static final Duration ASKING = Duration.ofMinutes(1);

    private final Path folder;
    private final Duration limit;

    ChildProgram(Path folder, Duration limit) {
        this.folder = folder;
        this.limit = limit;
    }

    /** Returns its output; fails if it does not end, or ends with an error. */
    String run(List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        Path said = folder.resolve("said");
        Process process = start(command, said);
        try {
            if (!process.waitFor(limit)) {
                throw new AssertionError(
                        "it has not ended after "
                                + limit
                                + ": "
                                + threads(process.pid())
                                + Files.readString(said));
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(Files.readString(said));
        }
        return Files.readString(said);
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static Process start(List<String> command, Path said) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
    }

    /** Where its threads are, if the virtual machine still says so. */
    private String threads(long pid) throws IOException, InterruptedException {
        Path said = folder.resolve("threads");
        Process asking = start(List.of(tool("jcmd"), Long.toString(pid), "Thread.print"), said);
        try {
            boolean unused = asking.waitFor(ASKING);
        } finally {
            asking.destroyForcibly();
        }
        return Files.readString(said);
    }
}
