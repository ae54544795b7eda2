package org.anabranch.k2h.program;

/** The code of a tile of a loop on one side. */
@FunctionalInterface
public interface LoopCode {
    /**
     * Runs the indices of a tile.
     *
     * @param arguments a copy of those passed
     */
    void run(Cpu cpu, long[] arguments, Tile tile);

    /** The body of one index of a 1-D loop. */
    @FunctionalInterface
    interface Body {
        /**
         * Runs an index.
         *
         * @param arguments a copy of those passed
         */
        void run(Cpu cpu, long[] arguments, long i);
    }

    /**
     * Returns code that calls a body for each index.
     *
     * @param body of a 1-D loop
     */
    static LoopCode each(Body body) {
        return (cpu, arguments, tile) -> {
            for (long i = tile.low(0); i < tile.high(0); i += tile.stride(0)) {
                body.run(cpu, arguments, i);
            }
        };
    }
}
