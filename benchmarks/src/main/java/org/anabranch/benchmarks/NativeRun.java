package org.anabranch.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of a native peer's program, whose last word of output is the median of nanoseconds per run.
 */
record NativeRun(Path program) {

    /** Returns the nanoseconds of one run of a workload. */
    double of(String workload, int workers, boolean small) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(program.toString(), workload, Integer.toString(workers)));
        if (small) {
            command.add("small");
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("STARPU_SILENT", "1");
        Process process = builder.start();
        String text =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + " failed: " + text);
            }
        } catch (InterruptedException interrupted) {
            process.destroy();
            throw new IOException("interrupted while " + command + " ran", interrupted);
        }
        return Double.parseDouble(text.substring(text.lastIndexOf(' ') + 1).strip());
    }
}
