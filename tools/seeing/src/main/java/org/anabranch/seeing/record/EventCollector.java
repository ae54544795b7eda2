package org.anabranch.seeing.record;

import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;

import java.util.concurrent.locks.LockSupport;

/** A reader of a log into memory, by a thread of its own, until it is stopped. Thread-safe. */
final class EventCollector {
    private static final long PAUSE_NANOS = 5_000_000;

    /** The fraction of the heap for events, of 40 bytes each, is 1 divided by this. */
    private static final long HEAP_PART = 8;

    private static final int EVENT_BYTES = 40;
    private static final int MOST = 8_000_000;

    private final Recording recording;
    private final Events events;
    private final Thread thread;
    private volatile boolean stopped;

    EventCollector(EventLog log) {
        this.recording = log.record(Level.ACTIONS);
        long room = Runtime.getRuntime().maxMemory() / HEAP_PART / EVENT_BYTES;
        this.events = recording.events((int) Math.min(MOST, room));
        this.thread = Thread.ofPlatform().daemon().name("anabranch-trace").start(this::read);
    }

    private void read() {
        while (!stopped) {
            if (next() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private synchronized int next() {
        return recording.read(events);
    }

    /** {@return the number of events so far} */
    synchronized int size() {
        return events.size();
    }

    /** {@return a copy of the events so far} */
    synchronized Events copy() {
        recording.read(events);
        Events copy = new Events(events.dictionary(), events.clock(), Math.max(1, events.size()));
        for (int i = 0; i < events.size(); i++) {
            events.copyTo(copy, i);
        }
        copy.addLost(events.lost());
        copy.sort();
        return copy;
    }

    /**
     * Stops reading. May be called again.
     *
     * @return all events
     */
    Events stop() {
        stopped = true;
        LockSupport.unpark(thread);
        synchronized (this) {
            recording.close();
            recording.read(events);
            events.sort();
            return events;
        }
    }
}
