package org.anabranch.opencl.command;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Native memory for the events of one command, as the driver takes them. It grows by need; what an
 * unusually large command needed is freed after it. Used by one thread at a time.
 */
final class EventList implements AutoCloseable {
    /** The largest capacity, in events, that is kept from one command to the next. */
    private static final int MOST_KEPT = 1024;

    private final int usual;
    private Arena arena;
    private MemorySegment events;

    /** Allocates memory for a usual number of events. */
    EventList(int usual) {
        this.usual = usual;
        resize(usual, 0);
    }

    long address() {
        return events.address();
    }

    int capacity() {
        return (int) (events.byteSize() / JAVA_LONG.byteSize());
    }

    long get(int index) {
        return events.getAtIndex(JAVA_LONG, index);
    }

    /** Sets an event; grows by half of its new size at least if it is the first beyond the end. */
    void set(int index, long event) {
        if (index == capacity()) {
            resize(Math.multiplyExact(2, index), index);
        }
        events.setAtIndex(JAVA_LONG, index, event);
    }

    /** Makes room for that many events. The content is lost if there was not enough. */
    void require(int count) {
        if (count > capacity()) {
            resize(count, 0);
        }
    }

    /** Frees memory beyond what is kept between commands. The content is lost. Throws nothing. */
    void trim() {
        if (capacity() > MOST_KEPT) {
            try {
                resize(usual, 0);
            } catch (OutOfMemoryError full) {
                return; // the next large command is followed by another attempt
            }
        }
    }

    /** Without memory for that throws, and leaves all as it was. */
    private void resize(int count, int kept) {
        Arena larger = Arena.ofShared();
        try {
            MemorySegment copy = larger.allocate(JAVA_LONG, count);
            if (kept > 0) {
                MemorySegment.copy(events, 0, copy, 0, kept * JAVA_LONG.byteSize());
            }
            Arena before = arena;
            arena = larger;
            larger = before;
            events = copy;
        } finally {
            if (larger != null) {
                larger.close();
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
