package org.anabranch.scheduler.pool;

import org.anabranch.api.ProcessorMask;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The target number of workers, and the number of workers of each slot, active or asleep: none if
 * the worker is blocked or has left, without a substitute. Thread-safe.
 */
final class Attendance {
    private final AtomicIntegerArray present;
    private volatile int parallelism;

    /** The most that there were to be: parts of the host may still have such processors. */
    private volatile int slots;

    Attendance(int most) {
        present = new AtomicIntegerArray(most);
    }

    int parallelism() {
        return parallelism;
    }

    /** So many are to run from now on. */
    void expect(int workers) {
        slots = Math.max(slots, workers);
        parallelism = workers;
    }

    void comes(int slot) {
        present.incrementAndGet(slot);
    }

    /** Returns true if no worker is left there. */
    boolean goes(int slot) {
        return present.decrementAndGet(slot) == 0;
    }

    boolean isAlone(int slot) {
        return present.get(slot) == 1;
    }

    /** Returns the first slot without a worker, or the last one. */
    int free() {
        int free = 0;
        int last = parallelism - 1;
        while (free < last && present.get(free) > 0) {
            free++;
        }
        return free;
    }

    /** Returns the first slot of the mask without a worker, or -1. */
    int free(ProcessorMask mask) {
        for (int slot = 0; slot < slots; slot++) {
            if (mask.contains(slot) && present.get(slot) == 0) {
                return slot;
            }
        }
        return -1;
    }
}
