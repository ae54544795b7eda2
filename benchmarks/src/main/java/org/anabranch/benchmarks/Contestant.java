package org.anabranch.benchmarks;

/** Who runs a workload. */
enum Contestant {
    /** This scheduler, by its public API. */
    ANABRANCH("anabranch"),
    /** {@code java.util.concurrent.ForkJoinPool} with fork and join of {@code RecursiveAction}. */
    FORK_JOIN("ForkJoinPool"),
    /** The same pool with {@code CountedCompleter}, which joins without waiting. */
    COUNTED("CountedCompleter"),
    /** One virtual thread for each task. */
    VIRTUAL("virtual threads"),
    /**
     * {@code CompletableFuture} on a ForkJoinPool: last writer and readers kept for each operand.
     */
    FUTURES("CompletableFuture");

    private final String label;

    Contestant(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
