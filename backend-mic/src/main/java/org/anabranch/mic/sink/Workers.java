package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;
import org.anabranch.mic.link.CardProperties.Affinity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

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

        /** Tells of the end. */
        void end();

        /** {@return the number by which the host may steal it, or 0} */
        long number();
    }

    private final CardProperties card;
    private final List<ConcurrentLinkedDeque<Part>> deques = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Semaphore waiting = new Semaphore(0);
    private final AtomicInteger next = new AtomicInteger();
    private long nodes;
    private volatile boolean stopped;

    Workers(CardProperties card, int[] processors) {
        this.card = card;
        WorkerPlacement placement = WorkerPlacement.of(card, processors);
        int available = Runtime.getRuntime().availableProcessors();
        int count = placement.workers(available);
        for (int i = 0; i < count; i++) {
            deques.add(new ConcurrentLinkedDeque<>());
        }
        for (int i = 0; i < count; i++) {
            int self = i;
            int thread = placement.thread(i, count);
            int processor =
                    card.affinity() == Affinity.NONE
                            ? -1
                            : placement.machineProcessor(thread, available);
            nodes |= processor < 0 ? 0 : Libc.node(processor);
            String name = card.id() + " core " + placement.core(thread) + " thread " + thread;
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> work(self, processor)));
        }
    }

    int count() {
        return threads.size();
    }

    /** The nodes of this machine that the workers are bound to, as bits; 0 if they are not. */
    long nodes() {
        return nodes;
    }

    void add(Part part) {
        deques.get(Math.floorMod(next.getAndIncrement(), deques.size())).addLast(part);
        waiting.release();
    }

    private void work(int self, int processor) {
        if (processor >= 0) {
            Libc.bind(processor);
        }
        try {
            for (waiting.acquire(); !stopped; waiting.acquire()) {
                Part part = take(self);
                long begin = System.nanoTime();
                part.run();
                Thread.interrupted(); // a kernel's own, which would end this worker
                slowDown(System.nanoTime() - begin);
                part.end();
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
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

    private void slowDown(long nanos) throws InterruptedException {
        if (card.speedPercent() < 100) {
            TimeUnit.NANOSECONDS.sleep(nanos * (100 - card.speedPercent()) / card.speedPercent());
        }
    }

    /** Takes back the oldest part that may travel; returns its number, or 0. */
    long steal() {
        if (!waiting.tryAcquire()) {
            return 0;
        }
        for (ConcurrentLinkedDeque<Part> deque : deques) {
            for (Part part : deque) {
                if (part.number() != 0 && deque.remove(part)) {
                    return part.number();
                }
            }
        }
        waiting.release();
        return 0;
    }

    /** No interrupt: it would close the link for the whole card, if it met a reply under way. */
    void stop() {
        stopped = true;
        waiting.release(threads.size());
    }
}
