package org.anabranch.scheduler.log;

import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;

/** A recording of this log. */
final class LogReader implements Recording {
    private final SchedulerLog log;
    private final Level level;
    private final RingReader[] readers;
    private final Events fresh;
    private final long[] room = new long[LogTuning.COPIED_EVENTS * Ring.WORDS];
    private boolean closed;

    /**
     * Begins to read.
     *
     * @param level the requested level
     * @param readers positions in rings
     */
    LogReader(SchedulerLog log, Level level, RingReader... readers) {
        this.log = log;
        this.level = level;
        this.readers = readers;
        this.fresh = events(Integer.MAX_VALUE);
    }

    @Override
    public Events events(int most) {
        return new Events(log.dictionary(), log.clock(), most);
    }

    @Override
    public int read(Events into) {
        fresh.clear();
        for (RingReader reader : readers) {
            reader.read(fresh, room);
        }
        fresh.sort();
        into.addLost(fresh.lost());
        log.missed(fresh.lost());
        for (int i = 0; i < fresh.size(); i++) {
            fresh.copyTo(into, i);
        }
        return fresh.size();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            log.closed(level);
        }
    }
}
