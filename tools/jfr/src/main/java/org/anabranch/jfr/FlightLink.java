package org.anabranch.jfr;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.spi.support.BackendLog;

import java.util.concurrent.locks.LockSupport;

/**
 * The reader of the log while a JFR recording runs, at the level that the recordings ask for.
 * Without a recording there is no thread, and the log does not record actions. The settings of
 * recordings are polled, since JFR does not notify of their changes.
 */
final class FlightLink implements FlightRecorderListener, AutoCloseable {
    private static final long PAUSE_NANOS = 10_000_000;

    /** The number of reads between two checks of the settings. */
    private static final int LOOKS = 10;

    private static final int MOST = 500_000;

    private final EventLog log;
    private final Object reading = new Object();
    private final Runnable atEnd = this::writeSums;

    @GuardedBy("reading")
    private FlightWriter writer;

    @GuardedBy("reading")
    private org.anabranch.events.Recording recording;

    @GuardedBy("reading")
    private Events events;

    @GuardedBy("reading")
    private Level level = Level.OFF;

    @GuardedBy("this")
    private Thread thread;

    @GuardedBy("this")
    private boolean closed;

    @GuardedBy("this")
    private boolean registered;

    private FlightLink(EventLog log) {
        this.log = log;
    }

    /** Begins to wait for recordings. Public for {@link FlightLoader}. */
    public static FlightLink opened(EventLog log) {
        FlightLink link = new FlightLink(log);
        FlightRecorder.addListener(link);
        link.startIfAsked();
        return link;
    }

    private static boolean isAsked() {
        return FlightRecorder.isInitialized()
                && FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .anyMatch(one -> one.getState() == RecordingState.RUNNING);
    }

    @Override
    public void recordingStateChanged(Recording changed) {
        if (changed.getState() == RecordingState.RUNNING) {
            startIfAsked();
        }
    }

    private void startIfAsked() {
        if (isAsked()) { // without a lock, since the recorder has one of its own
            start();
        }
    }

    private synchronized void start() {
        if (closed) {
            return;
        }
        if (thread == null) {
            FlightEvents.ALL.forEach(FlightRecorder::register);
            registered = true;
            FlightRecorder.addPeriodicEvent(FlightSums.Losses.class, atEnd);
            thread = Thread.ofPlatform().daemon().name("anabranch-jfr").start(this::read);
        }
        look();
    }

    private void read() {
        try {
            int looks = 0;
            while (!mayEnd()) {
                readNow();
                if (++looks % LOOKS == 0) {
                    look();
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            startIfAsked(); // for a recording that began meanwhile and found this thread
        } catch (Throwable failure) { // otherwise the recording of the log would never end
            giveUp(failure);
        }
    }

    private void giveUp(Throwable failure) {
        synchronized (this) {
            closed = true;
            thread = null;
            FlightRecorder.removePeriodicEvent(atEnd);
        }
        synchronized (reading) {
            if (recording != null) {
                recording.close();
                recording = null;
            }
        }
        String sentence = "no more events for the Flight Recorder until this bundle starts again";
        BackendLog.say(FlightLink.class, System.Logger.Level.WARNING, sentence, failure);
    }

    /**
     * Returns true if no recording asks for events any more; this thread then ends, and so does the
     * log's recording.
     */
    private boolean mayEnd() {
        boolean asked = isAsked();
        synchronized (this) {
            if (asked && !closed) {
                return false;
            }
            FlightRecorder.removePeriodicEvent(atEnd);
            rest();
            thread = null;
            return true;
        }
    }

    private static boolean isEnabled(Class<? extends Event> type) {
        return EventType.getEventType(type).isEnabled();
    }

    /** Reads at the level that is currently asked for. */
    private void look() {
        synchronized (reading) {
            change(asked());
        }
    }

    private static Level asked() {
        boolean actions = FlightEvents.OF_ACTIONS.stream().anyMatch(FlightLink::isEnabled);
        boolean tasks = isEnabled(FlightEvents.Task.class);
        boolean any = actions || tasks || FlightEvents.ALL.stream().anyMatch(FlightLink::isEnabled);
        return tasks ? Level.TASKS : actions ? Level.ACTIONS : any ? Level.LIFECYCLE : Level.OFF;
    }

    private void rest() {
        synchronized (reading) {
            change(Level.OFF);
        }
    }

    @GuardedBy("reading")
    private void change(Level wanted) {
        if (wanted != level) {
            end();
            begin(wanted);
        }
    }

    @GuardedBy("reading")
    private void begin(Level wanted) {
        level = wanted;
        if (wanted != Level.OFF) {
            recording = log.record(wanted);
            events = recording.events(MOST);
            writer = writer == null ? new FlightWriter() : writer;
            writer.forget();
        }
    }

    @GuardedBy("reading")
    private void end() {
        if (recording != null) {
            recording.close();
            write();
            recording = null;
        }
    }

    @GuardedBy("reading")
    private void write() {
        if (recording != null) {
            events.clear();
            recording.read(events);
            writer.write(events);
        }
    }

    private void readNow() {
        synchronized (reading) {
            write();
        }
    }

    /**
     * Writes losses and verdict at the end of a part of a recording, so that it contains all events
     * so far.
     */
    private void writeSums() {
        synchronized (reading) {
            write();
            if (writer != null) {
                writer.writeSums(log.clock());
            }
        }
    }

    @Override
    public void close() {
        FlightRecorder.removeListener(this);
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        if (ending != null) {
            LockSupport.unpark(ending);
            join(ending);
        }
        synchronized (this) {
            if (registered) {
                registered = false;
                FlightEvents.ALL.forEach(FlightRecorder::unregister);
            }
        }
    }

    private static void join(Thread one) {
        try {
            one.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt(); // the thread ends by itself
        }
    }
}
