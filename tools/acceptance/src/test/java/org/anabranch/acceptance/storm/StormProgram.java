package org.anabranch.acceptance.storm;

import org.anabranch.acceptance.storm.StormGround.Kind;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Many programs, one after another, on every kind of ground; also as a process of its own. */
public final class StormProgram {
    private static final int WINDOW = 50; // programs between two looks at memory and time
    private static final long IDLE_MILLIS = 200;
    private static final Logger LOG = Logger.getLogger("org.anabranch");

    private StormProgram() {}

    /** Arguments: the first seed, how many programs, and the kinds of ground. */
    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        for (String kind : args[2].split(",")) {
            storm(Kind.valueOf(kind), first, Integer.parseInt(args[1]));
        }
        System.out.println("storm is over");
    }

    /** Runs so many programs on one ground. */
    static void storm(Kind kind, long first, int programs) {
        throwingLog();
        List<Long> heap = new ArrayList<>();
        List<Long> resident = new ArrayList<>();
        try (StormGround ground = new StormGround(kind, first)) {
            for (int i = 0; i < programs; i++) {
                new Storm(ground, first + i).run();
                if (Boolean.getBoolean("anabranch.storm.trace")) {
                    System.out.println(kind + " " + (first + i));
                }
                if ((i + 1) % WINDOW == 0) {
                    requireIdle(kind, first + i);
                    heap.add(heap());
                    resident.add(resident());
                }
            }
            requireIdle(kind, first + programs);
        }
        requireLevel(kind + ": heap", heap, 4_000);
        requireLevel(kind + ": resident memory", resident, 100_000);
        System.out.println(
                kind + ": " + programs + " programs; heap " + heap + ", resident " + resident);
    }

    /** Whoever logs meets foreign code, too. */
    private static void throwingLog() {
        LOG.setUseParentHandlers(false);
        if (LOG.getHandlers().length == 0) {
            LOG.addHandler(
                    new Handler() {
                        private int count;

                        @Override
                        public synchronized void publish(LogRecord record) {
                            if (++count % 3 == 0) {
                                throw new IllegalStateException("a log that is full");
                            }
                        }

                        @Override
                        public void flush() {}

                        @Override
                        public void close() {}
                    });
        }
    }

    /** Less than one percent of a processor, if need be at the tenth look. */
    private static void requireIdle(Kind kind, long seed) {
        long used = Long.MAX_VALUE;
        for (int look = 0; look < 10 && used >= IDLE_MILLIS * 10_000; look++) {
            used = Threads.usedWithin(IDLE_MILLIS);
        }
        if (used >= IDLE_MILLIS * 10_000) {
            throw new AssertionError(
                    "after program "
                            + seed
                            + " on "
                            + kind
                            + " the idle platform uses "
                            + used
                            + " ns in "
                            + IDLE_MILLIS
                            + " ms"
                            + Threads.dump());
        }
    }

    private static long heap() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Threads.pause(20);
            used =
                    Math.min(
                            used,
                            ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }

    /** Of this process but for its heap, in bytes; 0 where the system does not tell. */
    private static long resident() {
        long committed = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getCommitted();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return 1024 * Long.parseLong(line.replaceAll("\\D", "")) - committed;
                }
            }
        } catch (IOException elsewhere) {
            return 0;
        }
        return 0;
    }

    /**
     * The least of the last third of the looks is no more than that of the middle third, but for so
     * many bytes a program and four mebibytes: what was loaded and compiled comes in the first.
     */
    private static void requireLevel(String what, List<Long> looks, long bytesPerProgram) {
        int third = looks.size() / 3;
        if (third == 0) {
            return;
        }
        long middle = least(looks.subList(third, 2 * third));
        long last = least(looks.subList(2 * third, looks.size()));
        long most = (4L << 20) + bytesPerProgram * WINDOW * third;
        if (last - middle > most) {
            throw new AssertionError(
                    what + " grows by " + (last - middle) + ", more than " + most + ": " + looks);
        }
    }

    private static long least(List<Long> values) {
        return values.stream().mapToLong(value -> value).min().orElseThrow();
    }
}
