package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Side;

import java.util.List;

/**
 * The source of time for the cores of the machine: the interface between the scheduling code, of
 * which there is one, and the clocks that drive it. {@link FreePace} lets the cores run as threads
 * do; a virtual one lets one core run at a time under a simulated clock.
 */
public interface Pace extends Meter {

    /**
     * Starts the cores, each on a thread of its own.
     *
     * @param cores in the order of their indices
     * @param bodies the code of each
     */
    void start(List<Core> cores, List<Runnable> bodies);

    /** Waits until all bodies have returned. Throws the exception of a body that threw. */
    void join();

    /**
     * Ends the run as failed, if this pace supports that. Cores that are threads of the host cannot
     * be ended.
     *
     * @param why for the message
     */
    default void stop(String why) {}

    /** Called by a core before an access that others can observe. */
    void turn(Core core);

    /**
     * Returns the number of the last news for a side; read before a search for work and passed to
     * {@link #idle} after it failed.
     */
    long news(Core core);

    /**
     * Waits for news.
     *
     * @param seen number from {@link #news}; returns immediately if there has been news since
     * @return the number of further failed searches that the wait stands for, in simulated time;
     *     else 0
     */
    long idle(Core core, long seen);

    /**
     * Announces that a side may find new work.
     *
     * @param side the side that should search again
     */
    void tell(Side side);

    /**
     * Announces new work for which one core is enough.
     *
     * @param side the side of which one core should search again
     */
    default void tellOne(Side side) {
        tell(side);
    }

    /**
     * Returns a random number, seeded per core.
     *
     * @param bound at least 1
     * @return from 0 to bound, not included
     */
    int random(Core core, int bound);

    /** Waits for the ends of threads; an interrupt is deferred until then. */
    static void awaitEnds(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
