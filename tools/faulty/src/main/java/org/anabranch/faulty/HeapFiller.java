package org.anabranch.faulty;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;

/**
 * Takes the heap of this process to its last byte, for programs that are to show what goes on
 * without memory. One thread fills it at a time; any may let go.
 */
public final class HeapFiller {
    private static final int LARGEST = 1 << 18;

    /** From this length on it is bytes: a collection need not look through them. */
    private static final int LONG = 1 << 12;

    /** From one length to the next: each costs collections of the whole heap. */
    private static final int SMALLER = 64;

    private static final int FRAMES = 12; // of a thread that is shown
    private static final Object[] LAST = new Object[10_000];
    private static volatile Object[] head;

    /** Written only: what is held by it is not free. */
    @SuppressWarnings("UnusedVariable")
    private static volatile byte[] rest;

    private HeapFiller() {}

    /**
     * Keeps whatever there is but a little.
     *
     * @param bytes that are left
     */
    public static void takeAllBut(int bytes) {
        rest = new byte[bytes];
        takeAll();
        rest = null;
    }

    /** Keeps whatever there is, in pieces that get smaller and smaller. */
    public static void takeAll() {
        for (int length = LARGEST; length > 0; length /= SMALLER) {
            take(length);
        }
        takeLast();
    }

    private static void take(int length) {
        try {
            while (true) {
                Object bytes = length < LONG ? null : new byte[4 * length];
                Object[] more = new Object[bytes == null ? length : 2];
                more[more.length - 1] = bytes;
                more[0] = head;
                head = more;
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    /** Where the smallest array has no room a boxed number may have. */
    private static void takeLast() {
        try {
            for (int i = 0; i < LAST.length; i++) {
                LAST[i] = new Object();
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    /** Gives it back; needs no memory. */
    public static void letGo() {
        head = null;
        Arrays.fill(LAST, null); // else the next filling would free them one by one
    }

    /**
     * Ends the process with status 1, after all threads were shown in the log, unless something is
     * as it should be: a program whose heap is full may not be able to end in another way.
     *
     * @param condition that must hold
     * @param what was expected, for people
     */
    public static void require(boolean condition, String what) {
        if (condition) {
            return;
        }
        letGo();
        StringBuilder text = new StringBuilder("NOT SO: ").append(what);
        for (Map.Entry<Thread, StackTraceElement[]> one : Thread.getAllStackTraces().entrySet()) {
            text.append("\n").append(one.getKey());
            Arrays.stream(one.getValue())
                    .limit(FRAMES)
                    .forEach(frame -> text.append("\n    ").append(frame));
        }
        BackendLog.say(HeapFiller.class, Level.ERROR, text.toString(), null);
        Runtime.getRuntime().halt(1);
    }
}
