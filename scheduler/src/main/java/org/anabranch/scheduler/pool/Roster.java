package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import java.util.function.Consumer;

/**
 * The compensation workers, in a list of those that run and one of those that are blocked: there
 * may be very many of the latter. Changing the lists takes no memory.
 */
final class Roster {
    /** Workers that are linked through themselves, newest first. */
    private static final class Line {
        private Worker newest;

        private void add(Worker spare) {
            spare.older = newest;
            spare.newer = null;
            if (newest != null) {
                newest.newer = spare;
            }
            newest = spare;
        }

        private void remove(Worker spare) {
            if (spare.newer == null) {
                newest = spare.older;
            } else {
                spare.newer.older = spare.older;
            }
            if (spare.older != null) {
                spare.older.newer = spare.newer;
            }
        }
    }

    @GuardedBy("this")
    private final Line running = new Line();

    @GuardedBy("this")
    private final Line blocked = new Line();

    /** Written under the lock, read by any thread. */
    private volatile int size;

    int size() {
        return size;
    }

    synchronized void add(Worker spare) {
        running.add(spare);
        size++;
    }

    /** Removes one that was added, and is not blocked. */
    synchronized void remove(Worker spare) {
        running.remove(spare);
        spare.older = null;
        spare.newer = null;
        size--;
    }

    synchronized void blocks(Worker spare) {
        running.remove(spare);
        blocked.add(spare);
    }

    synchronized void goesOn(Worker spare) {
        blocked.remove(spare);
        running.add(spare);
    }

    /** Returns the one that was blocked last and still is, or null. */
    synchronized Worker blocked() {
        return blocked.newest;
    }

    /** Calls for each that is not blocked, under the lock. */
    synchronized void forEachRunning(Consumer<Worker> use) {
        for (Worker spare = running.newest; spare != null; spare = spare.older) {
            use.accept(spare);
        }
    }

    /** Returns workers followed by the spares. */
    synchronized Worker[] after(Worker[] workers) {
        Worker[] all = new Worker[workers.length + size];
        System.arraycopy(workers, 0, all, 0, workers.length);
        int at = workers.length;
        for (Worker spare = running.newest; spare != null; spare = spare.older) {
            all[at++] = spare;
        }
        for (Worker spare = blocked.newest; spare != null; spare = spare.older) {
            all[at++] = spare;
        }
        return all;
    }
}
