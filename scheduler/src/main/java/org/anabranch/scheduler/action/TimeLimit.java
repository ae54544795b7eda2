package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event.State;
import org.anabranch.api.KernelTimeoutException;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.scheduler.event.Outcome.Ending;
import org.anabranch.scheduler.pool.DelayedActions;
import org.anabranch.scheduler.pool.ForeignCode;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * The time limit of an action. The time begins with the action, not while it waits in a queue. When
 * it is over the domain is asked to abort the action, which has then failed, however it ends.
 */
public final class TimeLimit {

    /** Ends an action that has run for too long, if that can be done. */
    public interface Terminator {
        /** {@return id of the domain that it runs on} */
        String domain();

        /** {@return the action taken, to follow "..., and"} */
        String terminate();
    }

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private final Outcome action;
    private final long nanos;

    // the rest is guarded by this
    private Terminator terminator;
    private DelayedActions.Alarm alarm;
    private long begun;
    private Instant begunAt;
    private String exceeded;
    private String done = "was ended";

    /** Makes a limit of so many nanoseconds. */
    public TimeLimit(Outcome action, long nanos) {
        this.action = action;
        this.nanos = nanos;
    }

    /** The action begins, or another part of it does. */
    public synchronized void begin(Terminator by) {
        if (terminator == null && exceeded == null) {
            alarm = action.pool().alarms.after(nanos, () -> expire(by)); // needs memory
            begunAt = Instant.now();
            begun = System.nanoTime();
            terminator = by;
        }
    }

    public synchronized boolean isExceeded() {
        return exceeded != null;
    }

    private void expire(Terminator by) {
        synchronized (this) {
            if (terminator != by) {
                return; // it has ended, or goes on elsewhere
            }
            exceeded =
                    String.format(
                            "%s ran on %s for longer than its limit of %s, since %s",
                            action.describe(), by.domain(), text(nanos), TIME.format(begunAt));
        }
        Thread.ofPlatform().daemon().name("anabranch-limit").start(() -> terminate(by));
    }

    /** Of a thread of its own, since what is ended may call back. */
    private void terminate(Terminator by) {
        String answer = by.terminate();
        String said;
        synchronized (this) {
            done = answer;
            said = exceeded + ", and " + answer;
        }
        ForeignCode.warn(said, null);
    }

    /** The attempt has ended before it could be seen to begin. */
    public synchronized void forget(Terminator by) {
        if (terminator == by) {
            terminator = null;
            alarm.cancel();
        }
    }

    /**
     * Ends the limit: the action has ended in this way, or is to begin anew. {@return its actual
     * outcome}
     */
    public synchronized Ending end(Ending ending) {
        long since = begun;
        if (terminator != null) {
            terminator = null;
            alarm.cancel();
        }
        if (exceeded == null) {
            return ending;
        }
        AnabranchException failure = ending.failure();
        Throwable cause =
                failure == null || failure.getCause() == null ? failure : failure.getCause();
        String how =
                exceeded
                        + ", and "
                        + done
                        + "; it was over after "
                        + text(System.nanoTime() - since)
                        + (cause == null ? "" : ": " + ForeignCode.text(cause));
        return Ending.of(State.FAILED, () -> new KernelTimeoutException(how, cause));
    }

    /** As people write it. */
    private static String text(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        return time.compareTo(Duration.ofSeconds(10)) < 0
                ? time.toMillis() + " ms"
                : time.toSeconds() + " s";
    }
}
