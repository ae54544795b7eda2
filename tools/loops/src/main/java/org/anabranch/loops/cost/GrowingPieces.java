package org.anabranch.loops.cost;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The beginning of a call in order, in growing pieces, until the rest is better shared. */
public final class GrowingPieces {
    /** The number of pieces, at least, in which a whole loop runs. */
    private static final int LEAST_PIECES = 128;

    private GrowingPieces() {}

    /** A runner of iterations. */
    public interface Piece {

        /**
         * Runs iterations in order.
         *
         * @param from first index
         * @param to bound, not included
         */
        void run(long from, long to);
    }

    /**
     * Begins a call.
     *
     * @param site the loop in the program, which gets the time of the pieces
     * @param length of the whole loop, as the site records it
     * @param low first index
     * @param high bound, not included
     * @param piece runs the iterations
     * @param ready asked when the rest is worth a proof: true if that is prepared
     * @param clock nanoseconds
     * @return the bound of the iterations that have run
     */
    public static long run(
            LoopSite site,
            long length,
            long low,
            long high,
            Piece piece,
            BooleanSupplier ready,
            LongSupplier clock) {
        long most = Math.max(1, (high - low) / LEAST_PIECES);
        long start = clock.getAsLong();
        long before = start;
        long at = low;
        for (long size = 1; at < high; size = Math.min(2 * size, most)) {
            long to = high - at > size ? at + size : high;
            piece.run(at, to);
            long now = clock.getAsLong();
            double rest = (double) (now - before) / (to - at) * (high - to);
            at = to;
            before = now;
            if (site.isWorthProof(length, now - start, rest) && ready.getAsBoolean()) {
                break;
            }
        }
        if (at == high) {
            site.ranInOrder(length, before - start);
        } else {
            double part = (double) (at - low) / (high - low);
            site.beganInOrder(Math.max(1, (long) (length * part)), before - start);
        }
        return at;
    }
}
