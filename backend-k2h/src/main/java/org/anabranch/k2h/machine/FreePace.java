package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * A pace in real time: every core is a thread. It can delay each step at random, to provoke rare
 * interleavings.
 */
public final class FreePace implements Pace {
    private static final long STACK = 256L << 20;

    private final long seed;
    private final int delayed;
    private final AtomicLong armNews = new AtomicLong();
    private final AtomicLong dspNews = new AtomicLong();
    private volatile AtomicReferenceArray<Thread> waiting = new AtomicReferenceArray<>(0);
    private final List<Thread> threads = new ArrayList<>();
    private List<Core> cores = List.of();
    private SplittableRandom[] randoms = {};
    private volatile Throwable failure;
    private final long origin = System.nanoTime();

    /**
     * Creates a pace.
     *
     * @param delayed one step in how many is delayed, by some spins or, rarely, by parking; 0 for
     *     none
     */
    public FreePace(long seed, int delayed) {
        this.seed = seed;
        this.delayed = delayed;
    }

    @Override
    public synchronized void start(List<Core> cores, List<Runnable> bodies) {
        this.cores = cores;
        waiting = new AtomicReferenceArray<>(cores.size());
        randoms = new SplittableRandom[cores.size()];
        for (Core core : cores) {
            randoms[core.index()] = new SplittableRandom(seed * 31 + core.index());
            Runnable body = bodies.get(core.index());
            Thread thread = new Thread(null, () -> guarded(body), "k2h " + core, STACK);
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void guarded(Runnable body) {
        try {
            body.run();
        } catch (Throwable thrown) {
            failure = thrown;
        }
    }

    @Override
    public void join() {
        Pace.awaitEnds(threads);
        if (failure != null) {
            throw new K2hException("a core of the model failed", failure);
        }
    }

    @Override
    public void turn(Core core) {
        if (delayed > 0 && random(core, delayed) == 0) {
            int delay = random(core, 256);
            if (delay == 0) {
                LockSupport.parkNanos(1);
            }
            for (int i = delay / 16; i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }

    @Override
    public void charge(Core core, Cost what, long units) {}

    @Override
    public long news(Core core) {
        return newsOf(core.side()).get();
    }

    /**
     * Registers before each check for news, since a slow waker may remove this registration instead
     * of an earlier one; its wake-up then leads to the next check.
     */
    @Override
    public long idle(Core core, long seen) {
        waiting.set(core.index(), Thread.currentThread());
        while (newsOf(core.side()).get() == seen) {
            LockSupport.park(this);
            waiting.set(core.index(), Thread.currentThread());
        }
        waiting.set(core.index(), null);
        return 0;
    }

    @Override
    public void tell(Side side) {
        newsOf(side).incrementAndGet();
        AtomicReferenceArray<Thread> parked = waiting;
        for (int i = 0; i < parked.length(); i++) {
            Thread thread = parked.get(i);
            if (thread != null && cores.get(i).side() == side) {
                LockSupport.unpark(thread);
            }
        }
    }

    /** Wakes one core and removes its registration, so that the next call wakes another. */
    @Override
    public void tellOne(Side side) {
        newsOf(side).incrementAndGet();
        AtomicReferenceArray<Thread> parked = waiting;
        for (int i = 0; i < parked.length(); i++) {
            if (parked.get(i) != null && cores.get(i).side() == side) {
                Thread thread = parked.getAndSet(i, null);
                if (thread != null) {
                    LockSupport.unpark(thread);
                    return;
                }
            }
        }
    }

    private AtomicLong newsOf(Side side) {
        return side == Side.ARM ? armNews : dspNews;
    }

    @Override
    public int random(Core core, int bound) {
        return randoms[core.index()].nextInt(bound);
    }

    @Override
    public double nanos(Core core) {
        return System.nanoTime() - origin;
    }
}
