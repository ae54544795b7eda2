package org.anabranch.api;

/** The body of a 1-D loop. */
@FunctionalInterface
public interface IndexBody {
    /**
     * Runs one index. Different indices may run at the same time.
     *
     * @param i the index
     */
    void run(long i);

    /** The body of a 2-D loop. */
    @FunctionalInterface
    interface Two {
        /**
         * Runs one index pair.
         *
         * @param i outer index
         * @param j inner index
         */
        void run(long i, long j);
    }

    /** The body of a 3-D loop. */
    @FunctionalInterface
    interface Three {
        /**
         * Runs one index triple.
         *
         * @param i outermost index
         * @param j middle index
         * @param k innermost index
         */
        void run(long i, long j, long k);
    }
}
