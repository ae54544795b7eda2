package org.anabranch.acceptance.storm;

import org.anabranch.acceptance.storm.StormGround.Kind;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Many programs, one after another, on every kind of ground; also as a process of its own. */
public final class StormProgram {
    private static final int WINDOW = 50; // programs between two looks at memory and time
    private static final long IDLE_MILLIS = 200;
    private static final Logger LOG = Logger.getLogger("org.anabranch");

    private StormProgram() {}

    /** Arguments: the first seed, and how many programs on which ground, as in {@code HOST:30}. */
    public static void main(String[] args) {
        long first = Long.parseLong(args[0]);
        for (int i = 1; i < args.length; i++) {
            String[] words = args[i].split(":");
            storm(Kind.valueOf(words[0]), first, Integer.parseInt(words[1]));
        }
        System.out.println("storm is over");
    }

    /** Runs so many programs on one ground. */
    static void storm(Kind kind, long first, int programs) {
        Injected.ofTheHost();
        throwingLog();
        Levels levels = new Levels(kind);
        int window =
                kind.hasCards() ? WINDOW / 5 : WINDOW; // fewer programs, each of which takes long
        try (StormGround ground = new StormGround(kind, first)) {
            for (int i = 0; i < programs; i++) {
                new Storm(ground, first + i).run();
                if (Boolean.getBoolean("anabranch.storm.trace")) {
                    System.out.println(kind + " " + (first + i));
                }
                if ((i + 1) % window == 0) {
                    requireIdle(kind + ", after program " + (first + i));
                    levels.look();
                }
            }
            requireIdle(kind + ", after program " + (first + programs - 1));
            System.out.printf(
                    "%s: the longest wait ended %.1f ms after its cancellation%n",
                    kind, ground.longestWaitMillis());
        }
        levels.require(window);
        System.out.println(kind + ": " + programs + " programs; " + levels);
    }

    /** Installs a log that throws: a program that logs meets foreign code, too. */
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
    static void requireIdle(String when) {
        long used = Long.MAX_VALUE;
        for (int look = 0; look < 10 && used >= IDLE_MILLIS * 10_000; look++) {
            used = Threads.usedWithin(IDLE_MILLIS);
        }
        if (used >= IDLE_MILLIS * 10_000) {
            throw new AssertionError(
                    when
                            + ": the idle platform uses "
                            + used
                            + " ns in "
                            + IDLE_MILLIS
                            + " ms"
                            + Threads.dump());
        }
    }
}
