package org.anabranch.opencl.command;

import org.anabranch.opencl.quirks.TimerSlack;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of a device that finds the ends of commands by asking: it spins for a moment after
 * each success, then sleeps for longer and longer, and sleeps without limit while there is nothing
 * to ask for.
 */
public final class CompletionPoller implements Runnable {
    private static final boolean FEW_CORES = Runtime.getRuntime().availableProcessors() <= 4;

    /**
     * The number of commands in flight from which noticing each end immediately would only disturb
     * the driver.
     */
    private static final int MANY = 16;

    private static final long SPIN_NANOS = 20_000;
    private static final long LEAST_PAUSE_NANOS = 10_000;
    private static final long LEAST_PAUSE_OF_MANY_NANOS = 50_000;
    private static final long MOST_PAUSE_NANOS = 200_000;

    /** An end may be noticed late by this part of what commands usually take. */
    private static final int LATE = 8;

    /** The fraction of its time after which a long command is polled again. */
    private static final int PART = 16;

    private final CommandDispatcher dispatcher;
    private final Thread thread;

    /** Nanoseconds from one look that found ends to the next, lately. */
    private long usual;

    /** Nanoseconds from one end to the next, lately. */
    private long each;

    /** Ends that a look found, lately. */
    private double together;

    /** Once is enough: the same may happen at each look. */
    private boolean said;

    private volatile boolean asleep;
    private volatile boolean stopped;

    public CompletionPoller(String device, CommandDispatcher dispatcher) {
        this.dispatcher = dispatcher;
        this.thread = Thread.ofPlatform().daemon().name(device + " completions").unstarted(this);
    }

    public void start() {
        thread.start();
    }

    /**
     * A command has been submitted, or the state of one has changed on the host. Costs nothing
     * while the poller is awake.
     */
    public void wake() {
        if (asleep) {
            LockSupport.unpark(thread);
        }
    }

    /** As {@link #wake}, for who knows of an end: it does not pause any longer. */
    public void hurry() {
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        TimerSlack.ask();
        while (!stopped) {
            try {
                poll();
            } catch (
                    Throwable broken) { // for lack of memory, say: no other thread would poll again
                if (!(broken instanceof OutOfMemoryError)) {
                    say(broken);
                }
                LockSupport.parkNanos(this, MOST_PAUSE_NANOS);
            }
        }
    }

    private void say(Throwable broken) {
        if (!said) {
            said = true;
            BackendLog.say(
                    CompletionPoller.class,
                    Level.ERROR,
                    thread.getName() + " are looked for again after an error",
                    broken);
        }
    }

    private void poll() {
        long since = System.nanoTime();
        while (!stopped) {
            int ended = dispatcher.sweep();
            dispatcher.tell();
            long untold = dispatcher.untold();
            long now = System.nanoTime();
            if (ended > 0) {
                usual += (now - since - usual) / 4;
                each += ((now - since) / ended - each) / 4;
                together += (ended - together) / 4;
                dispatcher.pace((long) (usual / together));
                since = now;
            }
            if (ended >= CommandEndings.MOST_AT_ONCE) {
                continue;
            }
            if (ended > 0 && untold > MANY) {
                LockSupport.parkNanos(this, pauseOfMany());
            } else if (untold <= MANY && (now - since < SPIN_NANOS || isDue(untold, now - since))) {
                spin();
            } else if (untold == 0) {
                sleepUntilWoken();
                since = System.nanoTime();
            } else {
                LockSupport.parkNanos(this, pause(now - since));
            }
        }
    }

    /**
     * Half of what is left if it takes as long as the last ones, and a part of what it has taken if
     * it takes longer. The driver may compute on the same processor, so it is not disturbed more
     * often than the usual time makes worth while.
     */
    private long pause(long elapsed) {
        long least = Math.clamp(usual / LATE, LEAST_PAUSE_NANOS, MOST_PAUSE_NANOS);
        long pause = elapsed < usual ? (usual - elapsed) / 2 : elapsed / PART;
        return Math.clamp(pause, least, MOST_PAUSE_NANOS);
    }

    /** Returns true if the next end comes soon, if it takes as long as the last ones. */
    private boolean isDue(long untold, long elapsed) {
        return !FEW_CORES
                && untold > 0
                && elapsed > usual - usual / LATE
                && elapsed < usual + SPIN_NANOS;
    }

    /** Until half of what the driver has is done: then it can be given more in time. */
    private long pauseOfMany() {
        return Math.clamp(
                each * dispatcher.enqueued() / 2, LEAST_PAUSE_OF_MANY_NANOS, MOST_PAUSE_NANOS);
    }

    /** Where cores are few, one of them may be what the driver computes on. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it
    private static void spin() {
        if (FEW_CORES) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private void sleepUntilWoken() {
        asleep = true;
        while (dispatcher.untold() == 0 && !stopped) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    public boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /**
     * Waits until all completions have been called, except for those in which it is called. On the
     * poller's own thread it calls them meanwhile.
     *
     * @param nanos at most this long
     */
    public boolean drain(long nanos) {
        int owed = dispatcher.inProgress(isCurrentThread());
        long deadline = System.nanoTime() + nanos;
        boolean interrupted = false;
        while (dispatcher.untold() > owed) {
            if (isCurrentThread()) {
                dispatcher.sweep();
                dispatcher.tell();
            }
            wake();
            if (System.nanoTime() - deadline > 0) {
                break;
            }
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(this, LEAST_PAUSE_NANOS);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return dispatcher.untold() <= owed;
    }

    /** Ends the thread, and waits for it unless called from it. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (!isCurrentThread() && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException stay) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
