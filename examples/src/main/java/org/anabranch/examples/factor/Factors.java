package org.anabranch.examples.factor;

import org.anabranch.api.Buffer;
import org.anabranch.api.Platform;
import org.anabranch.dense.factor.ColumnBlocks;

import java.util.Map;

/** A matrix that is factored. */
interface Factors extends AutoCloseable {

    /** How many actions were enqueued. */
    long enqueued();

    /** Whether panels were factored on the host. */
    boolean panelsOnHost();

    /**
     * LAPACK's measures of the factors, by name, in some columns: less than 30 is right.
     *
     * @param platform where to compute them
     * @param original the matrix
     * @param sample which columns
     */
    Map<String, Double> ratios(Platform platform, Buffer original, int[] sample);

    /** Solves in place. */
    void solve(ColumnBlocks x);

    @Override
    void close();
}
