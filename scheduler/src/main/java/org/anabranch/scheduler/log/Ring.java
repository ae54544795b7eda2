package org.anabranch.scheduler.log;

import org.anabranch.events.Events;
import org.anabranch.scheduler.count.Handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A ring buffer of events, whose oldest are overwritten. One thread at a time writes: the one that
 * owns the ring, or that has {@linkplain #tryPut taken} a shared one. Any thread reads, without
 * blocking writers (a sequence lock, whose sequence is the number of events written):
 *
 * <ul>
 *   <li>The writer stores an event and then its number, with release; before it stores the next
 *       one, a fence keeps the words from being seen before that number.
 *   <li>The reader copies words and looks at the number again, after a fence. A word of event
 *       {@code n} that was overwritten belongs to event {@code n + capacity} or a later one, before
 *       which the number was at least {@code n + capacity}; so the copy is good if the number is
 *       smaller than that.
 * </ul>
 */
final class Ring {
    static final int WORDS = Events.WORDS;
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        long[] none = null;
        Handles.linkCalls(
                () -> WORD.setOpaque(none, 0, 0L),
                () -> WORD.setRelease(none, 0, 0L),
                () -> WORD.compareAndSet(none, 0, 0L, 1L));
        Handles.linkReads(
                () -> (long) WORD.getAcquire(none, 0), () -> (long) WORD.getOpaque(none, 0));
    }

    /** Instead of a time: that of the event before. */
    static final long AT_ONCE = Long.MIN_VALUE;

    // in front of the events, on lines of their own
    private static final int WRITTEN = 8;
    private static final int TAKEN = 9;
    private static final int FIRST = 24;

    private final long[] words;
    private final int mask;

    /**
     * Makes an empty ring.
     *
     * @param capacity of events, a power of two; the oldest one of a full ring cannot be read
     */
    Ring(int capacity) {
        words = new long[FIRST + capacity * WORDS];
        mask = capacity - 1;
    }

    int capacity() {
        return mask + 1;
    }

    /** Adds an event, on the one thread that writes. */
    void put(long time, long head, long subject, long other, long amount) {
        long[] all = words;
        long written = all[WRITTEN];
        int at = FIRST + ((int) written & mask) * WORDS;
        VarHandle.storeStoreFence(); // the number of the event before, if one sees this
        WORD.setOpaque(all, at, time);
        WORD.setOpaque(all, at + 1, head);
        WORD.setOpaque(all, at + 2, subject);
        WORD.setOpaque(all, at + 3, other);
        WORD.setOpaque(all, at + 4, amount);
        WORD.setRelease(all, WRITTEN, written + 1);
    }

    /** Adds an event to a ring of several threads; false if another one is just doing so. */
    boolean tryPut(long time, long head, long subject, long other, long amount) {
        if (!WORD.compareAndSet(words, TAKEN, 0L, 1L)) {
            return false;
        }
        put(time, head, subject, other, amount);
        WORD.setRelease(words, TAKEN, 0L);
        return true;
    }

    /** Returns the number of events written. */
    long written() {
        return (long) WORD.getAcquire(words, WRITTEN);
    }

    /**
     * Copies events, and counts those as lost that are overwritten.
     *
     * @param from the number of the first one
     * @param room a work area, of any content
     * @param last the time of the previous event, and then of the last one
     * @return the number of the first one that was not written when this began
     */
    long read(long from, Events into, long[] room, long[] last) {
        long end = written();
        long next = from;
        while (next < end) {
            long oldest = Math.max(next, end - mask);
            int count = (int) Math.min(end - oldest, room.length / WORDS);
            copy(oldest, count, room);
            VarHandle.loadLoadFence();
            long good = (long) WORD.getOpaque(words, WRITTEN) - mask; // the oldest that is whole
            int bad = Math.clamp(good - oldest, 0, count);
            into.addLost(oldest + bad - next);
            for (int i = bad; i < count; i++) {
                int at = i * WORDS;
                long time = room[at] == AT_ONCE ? last[0] : room[at];
                last[0] = time;
                into.add(time, room[at + 1], room[at + 2], room[at + 3], room[at + 4]);
            }
            next = oldest + count;
        }
        return end;
    }

    void copy(long first, int count, long[] to) {
        for (int i = 0; i < count; i++) {
            int at = FIRST + ((int) (first + i) & mask) * WORDS;
            for (int word = 0; word < WORDS; word++) {
                to[i * WORDS + word] = (long) WORD.getOpaque(words, at + word);
            }
        }
    }
}
