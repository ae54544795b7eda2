package org.anabranch.scheduler.log;

/** A thread that may have a ring of its own. */
public abstract class WritingThread extends Thread {
    /** The number of a thread that has no ring of its own. */
    public static final int UNNUMBERED = -1;

    /** The number of its own ring, or negative if it has none. */
    private final int number;

    /** Its ring, and the rings that this belongs to; or null. */
    Ring ring;

    RingSet rings;

    /** When what retires next on this thread ended, if that was just now; else 0. */
    long moment;

    protected WritingThread(Runnable body, String name, long stack, int number) {
        super(null, body, name, stack, false);
        this.number = number;
    }

    /** The ring of the calling thread, if it has one among these, else null. */
    final Ring among(RingSet all) {
        if (rings != all) {
            ring = number < 0 ? null : all.claim(number);
            rings = all;
        }
        return ring;
    }
}
