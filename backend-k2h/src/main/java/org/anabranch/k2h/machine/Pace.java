package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.Side;

import java.util.List;

/**
 * Time, as the cores of the machine see it: the seam between the scheduling code, of which there is
 * one, and the clocks that drive it. {@link FreePace} lets the cores run as threads do; a virtual
 * one lets one core run at a time under a simulated clock.
 */
public interface Pace {

    /**
     * Starts the cores, each on a thread of its own.
     *
     * @param cores in the order of their indices
     * @param bodies what each does
     */
    void start(List<Core> cores, List<Runnable> bodies);

    /** Waits until all bodies have returned. Throws what one of them threw. */
    void join();

    /**
     * Ends the run as failed, if this pace can. Cores that are threads of the host cannot be ended.
     *
     * @param why for the message
     */
    default void stop(String why) {}

    /** A core is about to touch what others can see. */
    void turn(Core core);

    /**
     * Charges a core.
     *
     * @param units how much of it
     */
    void charge(Core core, Cost what, long units);

    /**
     * The number of the last news for a side; read before a search for work and handed to {@link
     * #idle} after it failed.
     */
    long news(Core core);

    /**
     * Waits for news.
     *
     * @param seen number from {@link #news}; returns at once if there has been news since
     * @return how many more failed searches the wait stands for, in simulated time; else 0
     */
    long idle(Core core, long seen);

    /**
     * Something that a side may be looking for has appeared.
     *
     * @param side who should look again
     */
    void tell(Side side);

    /**
     * Something has appeared that one core is enough for.
     *
     * @param side of whom one should look again
     */
    default void tellOne(Side side) {
        tell(side);
    }

    /**
     * A random number, seeded per core.
     *
     * @param bound at least 1
     * @return from 0 to bound
     */
    int random(Core core, int bound);

    /**
     * Time of a core.
     *
     * @return nanoseconds since the start
     */
    double nanos(Core core);

    /** Waits for the ends of threads; an interrupt is for later. */
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
