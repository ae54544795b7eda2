package org.anabranch.examples.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.dense.factor.ColumnBlocks;

import java.util.Map;

/** A factored matrix. */
interface Factors extends AutoCloseable {

    /** Returns the number of actions that were enqueued. */
    long enqueued();

    /** Returns true if panels were factored on the host. */
    boolean panelsOnHost();

    /**
     * Returns LAPACK's measures of the factors, by name, for some columns: less than 30 is correct.
     *
     * @param platform where to compute them
     * @param original the matrix
     * @param sample the columns
     */
    Map<String, Double> ratios(Platform platform, Buffer original, int[] sample);

    /** Solves in place. */
    void solve(ColumnBlocks x);

    @Override
    void close();
}
