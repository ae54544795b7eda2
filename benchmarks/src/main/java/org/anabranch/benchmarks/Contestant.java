package org.anabranch.benchmarks;

import java.util.Set;

/** The contestants: schedulers that can run a workload. */
enum Contestant {
    /** This scheduler, by its public API. */
    ANABRANCH("anabranch"),
    /** This scheduler as another commit has it. */
    BEFORE("before"),
    /** The same, a second time: the ratio of the two is the noise. */
    BEFORE_AGAIN("before, again"),
    /** This scheduler with every task in the deque and every scope created. */
    DEFERRED("anabranch, deferred"),
    /** The same computation by one thread and without tasks: the lower bound with one worker. */
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
    /** The same with clang's library. */
    OPENMP_CLANG("OpenMP clang", "openmp-clang"),
    /** StarPU: tasks with data handles. */
    STARPU("StarPU", "starpu");

    /** The contestants of workloads that are trees of tasks. */
    static final Set<Contestant> OF_TASKS =
            Set.of(
                    ANABRANCH,
                    DEFERRED,
                    SEQUENTIAL,
                    FORK_JOIN,
                    COUNTED,
                    TBB,
                    OPENMP_GCC,
                    OPENMP_CLANG);

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

    /**
     * Returns the name of the program, built by {@code native/build}, that runs workloads; null for
     * Java.
     */
    String program() {
        return program;
    }
}
