package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Delayed actions, on one thread that exists only while some are pending. They are short and never
 * wait. An executor would not do: without memory it may throw after it has accepted an action, or
 * lose its thread; this thread needs none.
 */
public final class DelayedActions {
    private static final long REST_NANOS = 1_000_000_000;

    /** No literal: that takes memory where it is first used. */
    private static final String FAILED = "an alarm failed".intern();

    private final Function<Runnable, Thread> threads;
    private final Runnable work = this::work;

    @GuardedBy("this")
    private final PriorityQueue<Alarm> set = new PriorityQueue<>();

    @GuardedBy("this")
    private Thread thread;

    @GuardedBy("this")
    private boolean stopped;

    /** A delayed action. */
    public final class Alarm implements Comparable<Alarm> {
        private final long at;
        private final Runnable what;

        private Alarm(long at, Runnable what) {
            this.at = at;
            this.what = what;
        }

        /** It need not be done any more. */
        public void cancel() {
            synchronized (DelayedActions.this) {
                set.remove(this);
            }
        }

        @Override
        public int compareTo(Alarm other) {
            return Long.signum(at - other.at); // these times may overflow
        }

        private void ring() {
            try {
                what.run();
            } catch (Throwable broken) {
                ForeignCode.warn(FAILED, broken);
            }
        }
    }

    DelayedActions() {
        this(body -> ForeignCode.thread("anabranch-alarms", body));
    }

    /** Makes alarms on threads that are made in this way. */
    DelayedActions(Function<Runnable, Thread> threads) {
        this.threads = threads;
    }

    /**
     * Runs an action after a delay; never, once it has been stopped.
     *
     * @return the alarm, to cancel it
     * @throws OutOfMemoryError if there is no memory for that: then it is not run
     */
    public synchronized Alarm after(long nanos, Runnable what) {
        Alarm alarm = new Alarm(System.nanoTime() + nanos, what);
        if (stopped) {
            return alarm;
        }
        set.add(alarm);
        try {
            if (thread == null) {
                Thread fresh = threads.apply(work);
                fresh.start();
                thread = fresh;
            }
        } catch (OutOfMemoryError full) {
            set.remove(alarm);
            throw full;
        }
        LockSupport.unpark(thread);
        return alarm;
    }

    /** Drops all pending actions. */
    synchronized void stop() {
        stopped = true;
        set.clear();
        LockSupport.unpark(thread);
    }

    private void work() {
        for (Alarm alarm = take(); alarm != null; alarm = take()) {
            alarm.ring();
        }
    }

    /** The next one, when it is time; null, and the thread is no more, after a rest. */
    private Alarm take() {
        long rested = System.nanoTime() + REST_NANOS;
        while (true) {
            long pause;
            synchronized (this) {
                Alarm first = set.peek();
                pause = (first == null ? rested : first.at) - System.nanoTime();
                if (stopped || first == null && pause <= 0) {
                    thread = null;
                    return null;
                }
                if (pause <= 0) {
                    return set.poll();
                }
                rested = first == null ? rested : first.at + REST_NANOS;
            }
            LockSupport.parkNanos(this, pause);
            boolean _ = Thread.interrupted(); // not meant for this thread
        }
    }
}
