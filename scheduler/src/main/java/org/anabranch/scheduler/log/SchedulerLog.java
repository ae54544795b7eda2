package org.anabranch.scheduler.log;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.events.Clock;
import org.anabranch.events.Dictionary;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;
import org.anabranch.spi.Timeline;

import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The event log of an engine. Life-cycle events are always logged. Actions are logged while a
 * recording asks for them; otherwise they only cost a check for rings. An action that is enqueued
 * meanwhile gets a number, under which all its events are logged; others only check a field of
 * their own.
 *
 * <p>No method that logs an event throws: without memory for a name it uses another name.
 */
public final class SchedulerLog implements EventLog {
    /** A time that stands for that of the previous event of the same thread. */
    public static final long AT_ONCE = Ring.AT_ONCE;

    /** Bits of a number that are the name; see {@link #begin}. */
    private static final int NAME_BITS = 24;

    private final Timeline timeline;
    private final boolean simulated;
    private final int workers;
    private final Clock clock;
    private final Dictionary dictionary = new Dictionary();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private final RingSet seldom;

    /** The rings for actions during a recording, else null. */
    private volatile RingSet actions;

    /** The size of all rings of actions, as set; 0 for a size that suits the heap. */
    private volatile long bytes;

    /** True while a recording asks for each task of a scope. */
    private volatile boolean tasks;

    private final AtomicInteger scopes = new AtomicInteger();

    @GuardedBy("this")
    private int recorders;

    @GuardedBy("this")
    private int taskRecorders;

    /** Lanes of spares that are taken. */
    @GuardedBy("spares")
    private final BitSet spares = new BitSet(Events.FIRST_PROGRAM - Events.FIRST_SPARE);

    @GuardedBy("domains")
    private final Map<String, Integer> domains = new HashMap<>();

    /**
     * Begins with what is seldom.
     *
     * @param workers that there are now; each has a ring of its own
     */
    public SchedulerLog(Timeline timeline, int workers) {
        this.timeline = timeline;
        this.simulated = timeline != Timeline.REAL;
        this.workers = workers;
        this.clock =
                simulated
                        ? new Clock(true, timeline.name(), timeline.nanos(), Instant.now())
                        : Clock.ofHost();
        this.seldom =
                new RingSet(0, LogTuning.SHARED_RINGS / 2, LogTuning.SELDOM_EVENTS, simulated);
    }

    /** Returns true if actions are being logged. */
    public boolean records() {
        return actions != null;
    }

    /** So much memory rings for actions have from the next time on; 0 for what suits the heap. */
    public void bytes(long all) {
        bytes = all;
    }

    /** Returns true if each task of a scope is to be logged. */
    public boolean recordsTasks() {
        return tasks;
    }

    /** The number of a scope that has none yet; after two billions they come again. */
    public int scopeNumber() {
        return Math.max(1, scopes.incrementAndGet() & Integer.MAX_VALUE);
    }

    /** The time. */
    public long now() {
        return simulated ? timeline.nanos() : System.nanoTime();
    }

    /**
     * Returns the end of the action that retires on the calling worker, or else the current time.
     */
    public long retires() {
        if (Thread.currentThread() instanceof WritingThread writer && writer.moment != 0) {
            long ended = writer.moment;
            writer.moment = 0;
            return ended;
        }
        return now();
    }

    /** Sets the time at which an action ends on the calling worker; 0 when that is over. */
    public void ends(long time) {
        if (Thread.currentThread() instanceof WritingThread writer) {
            writer.moment = time;
        }
    }

    /** A new action of that name: its number, and that of the name. Positive. */
    public long begin(String name) {
        return numbers.incrementAndGet() << NAME_BITS | name(name);
    }

    /** The number of an action. */
    public static long actionOf(long begun) {
        return begun >>> NAME_BITS;
    }

    /** The number of its name. */
    public static int nameOf(long begun) {
        return (int) begun & (1 << NAME_BITS) - 1;
    }

    /** The number of a name. */
    public int name(String name) {
        try {
            return dictionary.number(name);
        } catch (OutOfMemoryError full) {
            return Dictionary.OTHERS;
        }
    }

    /** Takes down what concerns actions and workers, if that is recorded. */
    public void tell(
            Kind kind,
            long time,
            int detail,
            int domain,
            int lane,
            int name,
            long subject,
            long other,
            long amount) {
        RingSet rings = actions;
        if (rings != null) {
            rings.put(time, Events.head(kind, detail, domain, lane, name), subject, other, amount);
        }
    }

    /** Logs a life-cycle event, now. */
    public void say(Kind kind, int detail, int domain, String name, long subject, long amount) {
        long head = Events.head(kind, detail, domain, Events.NOWHERE, name(name));
        seldom.put(now(), head, subject, 0, amount);
    }

    /** The number of a domain, the same for the same id and generation. */
    public int domain(String id, String kind, int generation, boolean host) {
        synchronized (domains) {
            try {
                return domains.computeIfAbsent(
                        id + " " + generation,
                        unknown -> dictionary.addDomain(id, kind, generation, host).number());
            } catch (OutOfMemoryError full) {
                return Events.NOWHERE;
            }
        }
    }

    /**
     * Takes a lane for a compensation thread, until {@link #giveBack}; the last lane is shared if
     * there are too many.
     */
    public int spareLane() {
        synchronized (spares) {
            int free = Math.min(spares.nextClearBit(0), spares.size() - 1);
            spares.set(free);
            return Events.FIRST_SPARE + free;
        }
    }

    /** Returns the lane of a compensation thread that has ended. */
    public void giveBack(int lane) {
        synchronized (spares) {
            spares.clear(lane - Events.FIRST_SPARE);
        }
    }

    /** The lane of the calling thread, which is no worker. */
    public static int programLane() {
        int lanes = Events.NOWHERE - Events.FIRST_PROGRAM;
        return Events.FIRST_PROGRAM + (int) (Thread.currentThread().threadId() % lanes);
    }

    @Override
    public synchronized Recording record(Level level) {
        RingReader ofSeldom = new RingReader(seldom, now(), true);
        if (level.compareTo(Level.ACTIONS) < 0) {
            return new LogReader(this, level, ofSeldom);
        }
        RingSet rings = actions;
        if (rings == null) {
            int events = LogTuning.events(workers + LogTuning.SHARED_RINGS, bytes);
            rings = new RingSet(workers, LogTuning.SHARED_RINGS, events, simulated);
        }
        RingReader ofActions = new RingReader(rings, now(), true);
        LogReader reader = new LogReader(this, level, ofSeldom, ofActions);
        Level before = level();
        actions = rings;
        recorders++;
        taskRecorders += level == Level.TASKS ? 1 : 0;
        changed(before);
        return reader;
    }

    /** A recording of that level has ended. */
    synchronized void closed(Level level) {
        if (level.compareTo(Level.ACTIONS) >= 0) {
            Level before = level();
            taskRecorders -= level == Level.TASKS ? 1 : 0;
            if (--recorders == 0) {
                actions = null;
            }
            changed(before);
        }
    }

    @GuardedBy("this")
    private void changed(Level before) {
        tasks = taskRecorders > 0;
        Level now = level();
        if (now != before) {
            say(Kind.LOG, 0, Events.NOWHERE, "", 0, now.ordinal());
        }
    }

    @Override
    public Events snapshot() {
        Events all = new Events(dictionary, clock, Integer.MAX_VALUE);
        long[] room = new long[LogTuning.COPIED_EVENTS * Ring.WORDS];
        new RingReader(seldom, now(), false).read(all, room);
        RingSet rings = actions;
        if (rings != null) {
            new RingReader(rings, now(), false).read(all, room);
        }
        all.sort();
        return all;
    }

    /** A recording has missed so many events. */
    void missed(long events) {
        if (events > 0) {
            missed.addAndGet(events);
        }
    }

    @Override
    public long lost() {
        return missed.get();
    }

    @Override
    public Level level() {
        return tasks ? Level.TASKS : records() ? Level.ACTIONS : Level.LIFECYCLE;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Dictionary dictionary() {
        return dictionary;
    }
}
