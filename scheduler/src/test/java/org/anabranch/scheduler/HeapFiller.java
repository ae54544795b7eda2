package org.anabranch.scheduler;

import java.util.Arrays;

/** Takes the heap to its last byte. */
final class HeapFiller {
    private static final int LARGEST = 1 << 18;

    /** From one length to the next: each costs collections of the whole heap. */
    private static final int SMALLER = 8;

    private static final Object[] LAST = new Object[10_000];
    private static volatile Object[] head;

    /** Written only: what is held by it is not free. */
    @SuppressWarnings("UnusedVariable")
    private static volatile byte[] rest;

    private HeapFiller() {}

    /** Keeps whatever there is but so many bytes. */
    static void takeAllBut(int bytes) {
        rest = new byte[bytes];
        takeAll();
        rest = null;
    }

    /** Keeps whatever there is, in pieces that get smaller and smaller. */
    static void takeAll() {
        for (int length = LARGEST; length > 0; length /= SMALLER) {
            take(length);
        }
        takeLast();
    }

    private static void take(int length) {
        try {
            while (true) {
                Object[] more = new Object[length];
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
    static void letGo() {
        head = null;
        Arrays.fill(LAST, null); // else the next filling would free them one by one
    }
}
