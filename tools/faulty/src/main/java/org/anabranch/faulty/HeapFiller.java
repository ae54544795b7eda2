package org.anabranch.faulty;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;

/**
 * A test tool that fills the heap of this process to the last byte, to show a program's behaviour
 * without memory. One thread fills it at a time; any may release it.
 */
public final class HeapFiller {
    private static final int LARGEST = 1 << 18;

    /** The length from which arrays are of bytes, which a collection need not scan. */
    private static final int LONG = 1 << 12;

    /** The factor between lengths; each length costs collections of the whole heap. */
    private static final int SMALLER = 64;

    private static final int FRAMES = 12; // of a thread in the log
    private static final Object[] LAST = new Object[10_000];
    private static volatile Object[] head;

    /** Written only, to keep the memory reachable. */
    @SuppressWarnings("UnusedVariable")
    private static volatile byte[] rest;

    private HeapFiller() {}

    /**
     * Fills the heap except for a rest.
     *
     * @param bytes the rest
     */
    public static void takeAllBut(int bytes) {
        rest = new byte[bytes];
        takeAll();
        rest = null;
    }

    /** Fills the heap, in pieces of decreasing size. */
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

    /** Allocates boxed numbers, which are smaller than the smallest array. */
    private static void takeLast() {
        try {
            for (int i = 0; i < LAST.length; i++) {
                LAST[i] = new Object();
            }
        } catch (OutOfMemoryError full) {
            return;
        }
    }

    /** Releases the memory; allocates nothing. */
    public static void letGo() {
        head = null;
        Arrays.fill(LAST, null); // otherwise the next filling would free the pieces one by one
    }

    /**
     * Requires a condition; if it does not hold, logs all threads and ends the process with status
     * 1: a program whose heap is full may have no other way to end.
     *
     * @param condition that must hold
     * @param what the expectation, for people
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
