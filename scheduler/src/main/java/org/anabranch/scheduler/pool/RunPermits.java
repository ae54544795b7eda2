package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.concurrent.locks.LockSupport;

/**
 * A limit on the compensation workers that run on virtual threads at a time. It keeps the others
 * out of the JDK's scheduler of virtual threads, in which they would delay those of the program.
 *
 * <p>A compensation worker that blocks gives its turn back. When its wait is over, it takes a turn,
 * or queues for one here, first in, first out, and is unparked when it has one. So waking any
 * number of them makes a few runnable; each that blocks or ends makes the next one so. The JDK's
 * scheduler has an additional carrier for each turn: see {@link Carriers}.
 *
 * <p>It may keep its turn although it cannot go on, for example while it waits for a lock that a
 * queued one holds. So while some are queued, this looks from time to time: threads that do not run
 * lend their turns, and if none became free since the last look, one more is granted.
 */
final class RunPermits {
    private final DelayedActions alarms;
    private final Carriers carriers;

    @GuardedBy("this")
    private int turns;

    /** Turns granted beyond those, since a look found that it is needed. */
    @GuardedBy("this")
    private int lent;

    @GuardedBy("this")
    private int overdue;

    @GuardedBy("this")
    private int running;

    /** One of those that run, linked in a ring. */
    @GuardedBy("this")
    private RunPermit someRunning;

    @GuardedBy("this")
    private RunPermit firstReady;

    @GuardedBy("this")
    private RunPermit lastReady;

    /** Turns given to queued spares, now and at the last look. */
    @GuardedBy("this")
    private long granted;

    @GuardedBy("this")
    private long grantedBefore;

    @GuardedBy("this")
    private boolean looking;

    /** Read without the lock by workers between two tasks. */
    private volatile boolean anyReady;

    RunPermits(DelayedActions alarms, Carriers carriers) {
        this.alarms = alarms;
        this.carriers = carriers;
    }

    /** Sets the number of turns. */
    synchronized void have(int number) {
        turns = number;
    }

    /** Returns true if a compensation worker waits for a turn. */
    boolean areAwaited() {
        return anyReady;
    }

    /** Begins a compensation worker on the calling thread, with a turn of its own. */
    RunPermit begin() {
        RunPermit turn = new RunPermit(this);
        synchronized (this) {
            run(turn);
        }
        return turn;
    }

    /** Ends the turn of the calling thread, whose compensation worker has ended. */
    void end(RunPermit turn) {
        giveBack(turn);
    }

    /** The calling thread is about to park until {@link #unpark}; others may take its turn. */
    void giveBack(RunPermit turn) {
        RunPermit next;
        synchronized (this) {
            turn.state = RunPermit.State.BLOCKED;
            stop(turn);
            next = next();
        }
        wake(next);
    }

    /** The calling thread goes on: waits until it has a turn again. */
    void takeBack(RunPermit turn) {
        boolean interrupted = false;
        synchronized (this) {
            request(turn);
        }
        while (!runs(turn)) {
            try {
                LockSupport.park(this);
            } catch (OutOfMemoryError full) {
                ForeignCode.pause(); // a virtual thread needs memory to park
            }
            interrupted |= Thread.interrupted(); // else it would not park again
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean runs(RunPermit turn) {
        return turn.state == RunPermit.State.RUNNING;
    }

    /** Called by any thread: the wait of a compensation worker may be over. */
    void unpark(RunPermit turn) {
        boolean goesOn;
        synchronized (this) {
            goesOn = turn.state == RunPermit.State.RUNNING;
            if (turn.state == RunPermit.State.BLOCKED) {
                goesOn = request(turn);
            }
        }
        if (goesOn) {
            LockSupport.unpark(turn.thread);
        }
    }

    /** Grants a turn to a blocked compensation worker, or queues it. */
    @GuardedBy("this")
    private boolean request(RunPermit turn) {
        if (turn.state != RunPermit.State.BLOCKED) {
            return turn.state == RunPermit.State.RUNNING;
        }
        if (firstReady == null && running < turns + lent + overdue) {
            run(turn);
            return true;
        }
        turn.state = RunPermit.State.READY;
        turn.behind = null;
        if (firstReady == null) {
            firstReady = turn;
        } else {
            lastReady.behind = turn;
        }
        lastReady = turn;
        anyReady = true;
        lookLater();
        return false;
    }

    /** Takes the next one that is ready from the queue, and gives it a turn, if there is one. */
    @GuardedBy("this")
    private RunPermit next() {
        RunPermit next = running < turns + lent + overdue ? firstReady : null;
        if (next != null) {
            firstReady = next.behind;
            next.behind = null;
            anyReady = firstReady != null;
            granted++;
            run(next);
        }
        return next;
    }

    private static void wake(RunPermit turn) {
        while (turn != null) {
            try {
                LockSupport.unpark(turn.thread);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    @GuardedBy("this")
    private void run(RunPermit turn) {
        turn.state = RunPermit.State.RUNNING;
        running++;
        if (someRunning == null) {
            turn.left = turn;
            turn.right = turn;
            someRunning = turn;
        } else {
            turn.left = someRunning;
            turn.right = someRunning.right;
            turn.right.left = turn;
            someRunning.right = turn;
        }
    }

    @GuardedBy("this")
    private void stop(RunPermit turn) {
        running--;
        if (someRunning == turn) {
            someRunning = turn.right == turn ? null : turn.right;
        }
        turn.left.right = turn.right;
        turn.right.left = turn.left;
        turn.left = null;
        turn.right = null;
    }

    /** Without memory for an alarm, the next one that is queued tries again. */
    @GuardedBy("this")
    private void lookLater() {
        if (!looking) {
            try {
                alarms.after(PoolTuning.TURN_LOOK_NANOS, this::look);
                looking = true;
            } catch (OutOfMemoryError full) {
                looking = false;
            }
        }
    }

    private void look() {
        int more;
        synchronized (this) {
            looking = false;
            if (firstReady == null) {
                lent = 0;
                overdue = 0;
                return;
            }
            lent = notRunning();
            if (granted == grantedBefore) {
                overdue = Math.min(overdue + 1, PoolTuning.MOST_OVERDUE_TURNS);
            }
            grantedBefore = granted;
            more = turns + overdue;
            lookLater();
        }
        carriers.have(more);
        grantAll();
    }

    private void grantAll() {
        RunPermit next;
        do {
            synchronized (this) {
                next = next();
            }
            wake(next);
        } while (next != null);
    }

    /** Counts the threads that have a turn and are not runnable: they need no carrier. */
    @GuardedBy("this")
    private int notRunning() {
        int count = 0;
        RunPermit turn = someRunning;
        for (int left = running; left > 0; left--) {
            if (turn.thread.getState() != Thread.State.RUNNABLE) {
                count++;
            }
            turn = turn.right;
        }
        return count;
    }
}
