package org.anabranch.product;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout with the start script and the built product, without sources, so that nothing is built
 * again.
 *
 * @param folder where it is
 */
record Checkout(Path folder) {
    private static final Path ORIGINAL = Path.of(System.getProperty("anabranch.checkout"));
    private static final long LIMIT_SECONDS = 60;
    private static final String JVM = "ANABRANCH_JVM";

    /** A short name, since paths of sockets below it have a limit. */
    private static final String TEMPORARY = "t";

    /**
     * What a process left.
     *
     * @param status its exit status
     * @param out standard output
     * @param err standard error
     */
    record Outcome(int status, String out, String err) {}

    /** Copies it. */
    static Checkout in(Path folder) throws IOException {
        for (String part : List.of("anabranch", "cnf/jdk", "cnf/target/product")) {
            Path from = ORIGINAL.resolve(part);
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path to = folder.resolve(ORIGINAL.relativize(file).toString());
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
        Files.createDirectories(folder.resolve("plugins"));
        Files.createDirectories(folder.resolve(TEMPORARY));
        return new Checkout(folder);
    }

    /** {@return a file of the checkout that is built} */
    static Path original(String file) {
        return ORIGINAL.resolve(file);
    }

    Path script() {
        return folder.resolve("anabranch");
    }

    Path plugins() {
        return folder.resolve("plugins");
    }

    /** {@return the folder for temporary files of its processes} */
    Path temporary() {
        return folder.resolve(TEMPORARY);
    }

    /** {@return the environment of its processes: a home of their own, this JDK} */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("HOME", folder.toString());
        environment.put("TMPDIR", temporary().toString()); // goes with it if one is killed
        environment.put("TERM", "xterm");
        environment.put(JVM, Program.SHORT_LIVED);
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString()); // its own history
        environment.remove("ANABRANCH_PLUGINS");
        environment.remove("LC_ALL");
        environment.put("LANG", "C.UTF-8");
        return environment;
    }

    /** Runs a command to its end. */
    Outcome run(Map<String, String> more, String input, String... command)
            throws IOException, InterruptedException {
        Process process = start(more, command);
        try (var stdin = process.outputWriter()) {
            stdin.write(input);
        }
        return end(process);
    }

    /** Starts a command with files for its output. */
    Process start(Map<String, String> more, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment());
        builder.environment().putAll(more);
        if (more.containsKey(JVM)) {
            builder.environment().put(JVM, Program.SHORT_LIVED + " " + more.get(JVM));
        }
        builder.directory(folder.toFile());
        builder.redirectOutput(folder.resolve("out.txt").toFile());
        builder.redirectError(folder.resolve("err.txt").toFile());
        return builder.start();
    }

    /** Waits for its end. */
    Outcome end(Process process) throws IOException, InterruptedException {
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("it has not ended; it said: " + err());
            }
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(folder.resolve("out.txt")), err());
    }

    String err() throws IOException {
        return Files.readString(folder.resolve("err.txt"));
    }

    /** Opens it at a terminal. */
    PseudoTerminal terminal(int columns, String... words) throws Throwable {
        List<String> command =
                Stream.concat(Stream.of(script().toString()), Stream.of(words)).toList();
        return new PseudoTerminal(columns, command, environment(), null);
    }

    /** Opens it at a terminal with more options for the JVM. */
    PseudoTerminal terminalWith(String options) throws Throwable {
        Map<String, String> environment = environment();
        environment.put(JVM, Program.SHORT_LIVED + " " + options);
        return new PseudoTerminal(200, List.of(script().toString()), environment, null);
    }

    /** Opens a command at a terminal. */
    PseudoTerminal terminalOf(String... command) throws Throwable {
        return new PseudoTerminal(200, List.of(command), environment(), null);
    }
}
