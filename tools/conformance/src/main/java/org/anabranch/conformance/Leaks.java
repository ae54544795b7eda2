package org.anabranch.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * A detector of leaks: counts the resources that a repeated action leaves behind. A resource that
 * stays once, such as a driver's thread, is no leak; one that stays each time is. Memory is noisy,
 * so growth counts only if it occurs three times in a row.
 */
record Leaks(long bytes, Duration patience) {
    private static final int CYCLES = 8;
    private static final long MEBIBYTE = 1 << 20;
    private static final long VISIBLE = 64 * MEBIBYTE;

    interface Action {
        void run() throws Exception;
    }

    void check(Action action) throws Exception {
        action.run();
        Set<Thread> threads = threads();
        long processes = ProcessHandle.current().descendants().count();
        long files = openFiles();
        repeat(action, CYCLES);
        gone("processes", () -> ProcessHandle.current().descendants().count(), processes, () -> "");
        gone("open files", Leaks::openFiles, files, () -> "");
        gone("threads", () -> newThreads(threads).size(), 0, () -> newThreads(threads));
        checkMemory(action);
    }

    private static void repeat(Action action, long times) throws Exception {
        for (long i = 0; i < times; i++) {
            action.run();
        }
    }

    private void gone(String what, LongSupplier count, long before, Callable<Object> which)
            throws Exception {
        if (!Waiting.comes(patience, () -> count.getAsLong() - before < CYCLES)) {
            throw new RuleBrokenError(
                    "after %s times of opening and closing there are %s more %s: %s"
                            .formatted(CYCLES, count.getAsLong() - before, what, which.call()));
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    private static Set<Thread> newThreads(Set<Thread> before) {
        Set<Thread> after = new HashSet<>(threads());
        after.removeAll(before);
        after.removeIf(thread -> thread.getName().startsWith("process reaper")); // the JDK's own
        return after;
    }

    private static long openFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        } catch (IOException elsewhere) {
            return 0;
        }
    }

    private void checkMemory(Action action) throws Exception {
        long cycles = VISIBLE / bytes;
        if (cycles > 64) {
            return; // too little memory to detect a leak
        }
        long growth = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 3 && growth > VISIBLE * 3 / 4; attempt++) {
            System.gc();
            long before = residentBytes();
            repeat(action, cycles);
            System.gc();
            growth = residentBytes() - before;
        }
        Bench.require(
                growth <= VISIBLE * 3 / 4,
                "opening and closing %s times made the process grow by %s MiB"
                        .formatted(cycles, growth / MEBIBYTE));
    }

    private static long residentBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
        for (String line : lines) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }
}
