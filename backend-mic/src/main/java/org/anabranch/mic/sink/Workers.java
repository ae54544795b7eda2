package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.CardProperties.Affinity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The cores of one domain. Parts of launches are dealt out to the workers' deques; a worker takes
 * its newest, or else steals the oldest of another; the host steals the oldest that may travel. A
 * permit stands for each part that waits, so a thread with a permit finds a part.
 */
final class Workers {

    /** A part of a launch. */
    interface Part {
        /** Computes; throws nothing. */
        void run();

        /** Tells of the end; throws nothing. */
        void end();

        /** {@return the number by which the host may steal it, or 0} */
        long number();
    }

    private final CardProperties card;
    private final Shortage shortage;
    private final Consumer<Throwable> broken;
    private final List<ConcurrentLinkedDeque<Part>> deques = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore waiting = new Semaphore(0);
    private final AtomicInteger next = new AtomicInteger();
    private long nodes;
    private volatile boolean stopped;

    /**
     * Starts the workers.
     *
     * @param broken called with what a part throws, against its contract
     */
    Workers(CardProperties card, int[] processors, Shortage shortage, Consumer<Throwable> broken) {
        this.card = card;
        this.shortage = shortage;
        this.broken = broken;
        WorkerPlacement placement = WorkerPlacement.of(card, processors);
        int available = Runtime.getRuntime().availableProcessors();
        int count = placement.workers(available);
        for (int i = 0; i < count; i++) {
            deques.add(new ConcurrentLinkedDeque<>());
        }
        try {
            for (int i = 0; i < count; i++) {
                start(placement, i, available);
            }
        } catch (Throwable scarce) {
            stop(); // those that have been started
            throw scarce;
        }
    }

    private void start(WorkerPlacement placement, int self, int available) {
        int thread = placement.thread(self, deques.size());
        int processor =
                card.affinity() == Affinity.NONE
                        ? -1
                        : placement.machineProcessor(thread, available);
        nodes |= processor < 0 ? 0 : Libc.node(processor);
        String name = card.id() + " core " + placement.core(thread) + " thread " + thread;
        threads.add(Thread.ofPlatform().daemon().name(name).unstarted(() -> work(self, processor)));
        threads.getLast().start();
    }

    int count() {
        return threads.size();
    }

    /** The nodes of this machine that the workers are bound to, as bits; 0 if they are not. */
    long nodes() {
        return nodes;
    }

    /** Adds a part; waits for memory, if need be. */
    void add(Part part) {
        var deque = deques.get(Math.floorMod(next.getAndIncrement(), deques.size()));
        boolean waits = false;
        while (true) {
            try {
                deque.addLast(part);
                break;
            } catch (OutOfMemoryError full) {
                waits = shortage.pause(waits);
            }
        }
        shortage.over(waits);
        waiting.release();
    }

    /** An interrupt, which foreign code may send at any time, ends no worker. */
    private void work(int self, int processor) {
        if (processor >= 0) {
            Libc.bind(processor);
        }
        for (waiting.acquireUninterruptibly(); !stopped; waiting.acquireUninterruptibly()) {
            try {
                Part part = take(self);
                long begin = System.nanoTime();
                part.run();
                slowDown(System.nanoTime() - begin);
                boolean unused = Thread.interrupted(); // it would close the link under a reply
                part.end();
            } catch (Throwable thrown) {
                broken.accept(thrown);
            }
        }
    }

    /** Called with a permit: there is a part, but others who have one may be faster. */
    private Part take(int self) {
        while (true) {
            Part part = deques.get(self).pollLast();
            for (int i = 1; part == null && i < deques.size(); i++) {
                part = deques.get((self + i) % deques.size()).pollFirst();
            }
            if (part != null) {
                return part;
            }
            Thread.onSpinWait();
        }
    }

    private void slowDown(long nanos) {
        if (card.speedPercent() < 100) {
            long more = nanos * (100 - card.speedPercent()) / card.speedPercent();
            long end = System.nanoTime() + more;
            for (long rest = more; rest > 0; rest = end - System.nanoTime()) {
                boolean unused = Thread.interrupted(); // it would end the wait at once
                LockSupport.parkNanos(rest);
            }
        }
    }

    /** Takes back the oldest part that may travel; returns its number, or 0. */
    long steal() {
        if (!waiting.tryAcquire()) {
            return 0;
        }
        long number = 0;
        try {
            number = takeStealable();
        } finally {
            if (number == 0) {
                waiting.release(); // also for want of memory: the permit stands for a part
            }
        }
        return number;
    }

    private long takeStealable() {
        for (ConcurrentLinkedDeque<Part> deque : deques) {
            for (Part part : deque) {
                if (part.number() != 0 && deque.remove(part)) {
                    return part.number();
                }
            }
        }
        return 0;
    }

    /** No interrupt: it would close the link for the whole card, if it met a reply under way. */
    void stop() {
        stopped = true;
        waiting.release(threads.size());
    }
}
