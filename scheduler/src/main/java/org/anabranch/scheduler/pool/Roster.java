package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** The spares that there are, running or blocked. Adding and removing takes no memory. */
final class Roster {
    @GuardedBy("this")
    private Worker newest;

    /** Written under the lock, read by any thread. */
    private volatile int size;

    int size() {
        return size;
    }

    synchronized void add(Worker spare) {
        spare.older = newest;
        if (newest != null) {
            newest.newer = spare;
        }
        newest = spare;
        size++;
    }

    /** Removes one that was added. */
    synchronized void remove(Worker spare) {
        if (spare.newer == null) {
            newest = spare.older;
        } else {
            spare.newer.older = spare.older;
        }
        if (spare.older != null) {
            spare.older.newer = spare.newer;
        }
        spare.older = null;
        spare.newer = null;
        size--;
    }

    /** Returns a blocked compensation thread's worker, or null. */
    synchronized Worker blocked() {
        Worker spare = newest;
        while (spare != null && spare.waitingFor == null) {
            spare = spare.older;
        }
        return spare;
    }

    /** Returns workers followed by the spares. */
    synchronized Worker[] after(Worker[] workers) {
        Worker[] all = new Worker[workers.length + size];
        System.arraycopy(workers, 0, all, 0, workers.length);
        int at = workers.length;
        for (Worker spare = newest; spare != null; spare = spare.older) {
            all[at++] = spare;
        }
        return all;
    }
}
