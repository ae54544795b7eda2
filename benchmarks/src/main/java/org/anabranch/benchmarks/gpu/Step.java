package org.anabranch.benchmarks.gpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A step of the comparison: a command in a process of its own, so that a driver that ends its
 * process, or hangs, costs a row.
 *
 * @param name what it measures, a word or a few
 * @param limit seconds after which it is ended
 * @param command the command and its arguments
 */
record Step(String name, int limit, List<String> command) {

    /**
     * The outcome of a step.
     *
     * @param name of the step
     * @param outcome {@code ok}, or why there is no result
     * @param seconds that it took
     * @param lines what it printed
     */
    public record Outcome(String name, String outcome, double seconds, List<String> lines) {
        boolean isOk() {
            return outcome.equals("ok");
        }

        /** Returns word number {@code word} of the last line, or {@code -}. */
        String last(int word) {
            String[] words = lines.isEmpty() ? new String[0] : lines.getLast().split(" ", -1);
            return isOk() && words.length > word ? words[word] : "-";
        }
    }

    /** Runs the command in a folder. */
    Outcome run(Path folder) throws IOException, InterruptedException {
        Path output = Files.createTempFile("anabranch-gpu", ".txt");
        try {
            long start = System.nanoTime();
            Process process =
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            boolean ended = process.waitFor(limit, TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            String outcome =
                    !ended
                            ? "ended after its limit of " + limit + " s"
                            : process.exitValue() == 0 ? "ok" : "status " + process.exitValue();
            String text = new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
            return new Outcome(name, outcome, seconds, text.lines().toList());
        } finally {
            Files.deleteIfExists(output);
        }
    }
}
