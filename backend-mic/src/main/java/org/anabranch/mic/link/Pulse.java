package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that runs an action periodically. What the action throws, for lack of memory say, is
 * logged, and the action repeated at its time. A scheduled executor would not do: it drops an
 * action that throws once, and its thread may end if there is no memory to wait.
 */
public final class Pulse {
    /** No literal: that takes memory where it is first used. */
    private static final String FAILED = "what is done again and again failed once".intern();

    private final long period;
    private final Runnable action;
    private final Thread thread;
    private volatile boolean stopped;

    /**
     * Creates a pulse, which is not started yet.
     *
     * @param name of the thread
     * @param period nanoseconds from one run to the next
     * @param action run by the thread
     */
    public Pulse(String name, long period, Runnable action) {
        this.period = period;
        this.action = action;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::live);
    }

    /**
     * Starts the thread; the action first runs after a period.
     *
     * @throws OutOfMemoryError if there is no memory for that
     */
    public void start() {
        thread.start();
    }

    /** Ends the thread, after the action that is under way. Idempotent. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }

    private void live() {
        while (!stopped) {
            long next = System.nanoTime() + period;
            for (long rest = period; rest > 0 && !stopped; rest = next - System.nanoTime()) {
                LockSupport.parkNanos(this, rest);
                boolean unused = Thread.interrupted();
            }
            try {
                beat();
            } catch (Throwable unsaid) {
                continue; // there is no memory to log that there is none
            }
        }
    }

    private void beat() {
        try {
            if (!stopped) {
                action.run();
            }
        } catch (Throwable broken) {
            BackendLog.say(Pulse.class, Level.WARNING, FAILED, broken);
        }
    }
}
