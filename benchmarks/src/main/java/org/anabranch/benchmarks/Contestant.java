package org.anabranch.benchmarks;

/** Who runs a workload. */
enum Contestant {
    /** This scheduler, by its public API. */
    ANABRANCH("anabranch"),
    /** The scheduler of another commit, in turns with this one. */
    BEFORE("before"),
    /** The other commit once more: its ratio to {@link #BEFORE} is the noise of the run. */
    BEFORE_AGAIN("before, again"),
    /** The same with every task in the deque and every scope made. */
    DEFERRED("anabranch, deferred"),
    /**
     * The same computation by one thread and without tasks: what nobody with one worker is below.
     */
    SEQUENTIAL("no tasks"),
    /** {@code java.util.concurrent.ForkJoinPool} with fork and join of {@code RecursiveAction}. */
    FORK_JOIN("ForkJoinPool"),
    /** The same pool with {@code CountedCompleter}, which joins without waiting. */
    COUNTED("CountedCompleter"),
    /** One virtual thread for each task. */
    VIRTUAL("virtual threads"),
    /** A fixed thread pool with one queue. */
    EXECUTOR("executor service"),
    /** A parallel stream in the ForkJoinPool. */
    PARALLEL_STREAM("parallel stream"),
    /**
     * {@code CompletableFuture} on a ForkJoinPool: last writer and readers kept for each operand.
     */
    FUTURES("CompletableFuture"),
    /** oneTBB: task groups and {@code parallel_for}. */
    TBB("oneTBB", "tbb"),
    /** OpenMP tasks, loops of tasks and {@code task depend}, with gcc's library. */
    OPENMP_GCC("OpenMP gcc", "openmp-gcc"),
    /** The same program with clang's library. */
    OPENMP_CLANG("OpenMP clang", "openmp-clang"),
    /** StarPU: tasks with data handles. */
    STARPU("StarPU", "starpu");

    private final String label;
    private final String program;

    Contestant(String label) {
        this(label, null);
    }

    Contestant(String label, String program) {
        this.label = label;
        this.program = program;
    }

    String label() {
        return label;
    }

    /** Name of the program, made by {@code native/build}, that runs workloads; null for Java. */
    String program() {
        return program;
    }
}
