package org.anabranch.k2h.time;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.time.Seat.State;
import org.anabranch.spi.Timeline;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulated time for the production scheduler: of the threads that have entered, the one whose time
 * is earliest runs. It yields where it is charged, and where it parks. Charges are priced as on the
 * ARM cores of the board, except for the bodies of tasks, which have a given price.
 *
 * <p>A run is reproducible from a seed as long as nothing from outside interferes: a thread that
 * starts tasks or enqueues actions enters too, and leaves when it has awaited them, or does so
 * while all others sleep. The workers wait for each other at the start, and a thread that starts a
 * compensation thread waits until that has entered; {@link #late} counts those that entered
 * unannounced. A thread that waits for an outside event, such as a lock, would stop the simulation;
 * after {@link #PATIENCE_NANOS} of host time the next one runs, and {@link #escapes} counts it.
 */
public final class VirtualTimeline implements Timeline {
    /** The time for which the running thread may be silent. */
    public static final long PATIENCE_NANOS = 2_000_000_000;

    /** The cost of waking a thread, in nanoseconds, for the thread that wakes it: an assumption. */
    private static final double WAKE_NANOS = 1_000;

    private final CostTable table;
    private final double runNanos;
    private final int expected;
    private final SplittableRandom random;
    private final EventClock clock = new EventClock();
    private final Map<Thread, Seat> seats = new HashMap<>();

    /** Null if each thread has a core. */
    private final CoreShare cores;

    private double latest;
    private long heard;
    private int announced;
    private int entered;
    private int escapes;

    /**
     * Creates a timeline at zero.
     *
     * @param runNanos price of a task's body
     * @param workers that will enter before anything runs
     * @param seed of the variation of charges, by up to 5 % in either direction
     */
    public VirtualTimeline(CostTable table, double runNanos, int workers, long seed) {
        this(table, runNanos, workers, seed, null);
    }

    private VirtualTimeline(
            CostTable table, double runNanos, int workers, long seed, CoreShare cores) {
        this.cores = cores;
        this.table = table;
        this.runNanos = runNanos;
        this.expected = workers;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Creates a timeline at zero with as many cores as workers: a compensation thread runs on the
     * core of a waiting worker.
     *
     * @param workers that will enter before anything runs
     * @param seed of the variation of charges
     * @return a timeline
     */
    public static VirtualTimeline onCores(
            CostTable table, double runNanos, int workers, long seed) {
        return new VirtualTimeline(table, runNanos, workers, seed, new CoreShare(workers));
    }

    @Override
    public String name() {
        return "virtual clock of the K2H model";
    }

    @Override
    public synchronized long nanos() {
        Seat seat = seats.get(Thread.currentThread());
        return (long) (seat == null ? latest : seat.time);
    }

    /** {@return the number of threads that entered unannounced after the simulation had begun} */
    public synchronized int late() {
        return Math.max(0, entered - expected - announced);
    }

    /** {@return true if all have entered and every thread is parked without a time limit} */
    public synchronized boolean quiet() {
        return clock.running == null && entered >= expected;
    }

    /**
     * Waits until it is {@link #quiet}.
     *
     * @throws InterruptedException if the calling thread is interrupted
     */
    public synchronized void awaitQuiet() throws InterruptedException {
        while (!quiet()) {
            wait();
        }
    }

    /** {@return how often a silent thread was passed over} */
    public synchronized int escapes() {
        return escapes;
    }

    @Override
    public void enter(int worker) {
        Seat seat = new Seat(Thread.currentThread(), worker);
        synchronized (this) {
            seat.time = latest;
            seats.put(seat.thread, seat);
            clock.add(seat);
            entered++;
            claim(seat, false);
            notifyAll();
            grant();
        }
        await(seat);
    }

    @Override
    public void started(int worker) {
        boolean interrupted = false;
        synchronized (this) {
            announced++;
            long end = System.nanoTime() + PATIENCE_NANOS;
            while (entered < expected + announced && System.nanoTime() < end) {
                try {
                    wait(1 + PATIENCE_NANOS / 1_000_000);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void exit(int worker) {
        Seat seat = seats.remove(Thread.currentThread());
        clock.remove(seat);
        release(seat);
        leave(seat);
    }

    private void claim(Seat seat, boolean wasAsleep) {
        seat.state = State.READY;
        if (cores != null) {
            cores.claim(seat, wasAsleep, clock.seats());
        }
    }

    private void release(Seat seat) {
        if (cores != null && seat.state == State.WAITING) {
            cores.forget(seat);
        } else if (cores != null) {
            cores.release(seat.time);
        }
    }

    private void leave(Seat seat) {
        if (seat == clock.running) {
            clock.running = null;
        }
        grant();
    }

    @Override
    public void charge(Charge what, long units) {
        spend(price(what) * units);
    }

    /**
     * Lets the calling thread, if it has entered, be busy for a time, with a variation of up to 5
     * %.
     *
     * @param nanos at least 0
     */
    public void spend(double nanos) {
        Seat seat;
        synchronized (this) {
            seat = seats.get(Thread.currentThread());
            if (seat == null) {
                return;
            }
            double before = seat.time;
            seat.time += nanos * (0.95 + 0.1 * random.nextDouble());
            boolean runs = seat == clock.running;
            boolean yields = runs && cores != null && cores.isClaimed();
            if (runs && !yields && clock.isFirst(seat)) {
                latest = Math.max(latest, seat.time);
                heard = System.nanoTime();
                return;
            }
            if (yields) {
                cores.yield(seat, before);
            } else if (runs) {
                seat.state = State.READY;
            }
            leave(seat);
        }
        await(seat);
    }

    private double price(Charge what) {
        return switch (what) {
            case DEQUE -> table.of(Side.ARM, Cost.DEQUE);
            case PROBE -> table.of(Side.ARM, Cost.DEQUE_PROBE);
            case STEAL -> table.of(Side.ARM, Cost.DEQUE_STEAL);
            case RUN -> table.of(Side.ARM, Cost.TASK) + runNanos;
        };
    }

    @Override
    public void park(Object blocker, long nanos) {
        Seat seat;
        synchronized (this) {
            seat = seats.get(Thread.currentThread());
            if (seat != null && seat.permit) {
                seat.permit = false;
                return;
            }
            if (seat != null) {
                seat.deadline = nanos == Long.MAX_VALUE ? EventClock.NEVER : seat.time + nanos;
                release(seat);
                seat.state = State.PARKED;
                leave(seat);
            }
        }
        if (seat == null) {
            REAL.park(blocker, nanos);
        } else {
            await(seat);
        }
    }

    @Override
    public void unpark(Thread thread) {
        synchronized (this) {
            Seat seat = seats.get(thread);
            if (seat != null) {
                wake(seat);
                return;
            }
        }
        REAL.unpark(thread);
    }

    private void wake(Seat seat) {
        if (seat.state != State.PARKED) {
            seat.permit = true;
            return;
        }
        Seat waker = seats.get(Thread.currentThread());
        if (waker != null && cores != null) {
            waker.time += WAKE_NANOS;
        }
        seat.time = Math.max(seat.time, waker == null ? latest : waker.time);
        claim(seat, true);
        grant();
    }

    /** Lets the earliest thread run, if none does and all have entered. */
    private void grant() {
        if (clock.running != null || entered < expected) {
            return;
        }
        Seat next = clock.next(null);
        while (next != null && next.state == State.PARKED) {
            next.time = next.deadline;
            claim(next, true);
            next = clock.next(null);
        }
        if (next == null) {
            notifyAll();
            return;
        }
        latest = Math.max(latest, next.time);
        heard = System.nanoTime();
        clock.run(next);
    }

    private void await(Seat seat) {
        boolean interrupted = false;
        while (seat.state != State.RUNNING) {
            LockSupport.parkNanos(this, PATIENCE_NANOS);
            interrupted |= Thread.interrupted();
            passOverSilent();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void passOverSilent() {
        Seat silent = clock.running;
        if (silent != null && System.nanoTime() - heard > PATIENCE_NANOS) {
            clock.running = null;
            silent.state = State.READY;
            if (cores != null) {
                cores.yield(silent, silent.time);
            }
            silent.time += 1;
            clock.remove(silent);
            grant();
            clock.add(silent);
            escapes++;
        }
    }
}
