package org.anabranch.benchmarks;

import org.anabranch.api.Finish;

import java.util.Set;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RecursiveAction;

/** A workload of one task that starts very many, each of which only counts itself. */
record FlatTasks(int tasks) implements Workload {

    @Override
    public long units() {
        return tasks;
    }

    @Override
    public Set<Contestant> contestants() {
        return Set.of(
                Contestant.ANABRANCH,
                Contestant.DEFERRED,
                Contestant.FORK_JOIN,
                Contestant.COUNTED,
                Contestant.VIRTUAL,
                Contestant.EXECUTOR,
                Contestant.TBB,
                Contestant.OPENMP_GCC,
                Contestant.OPENMP_CLANG);
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        int[] counts = new int[tasks];
        Runnable once =
                switch (contestant) {
                    case ANABRANCH, DEFERRED -> {
                        Scopes scopes = Scopes.of(contestant, workers);
                        yield () -> workers.run(() -> scoped(scopes, counts));
                    }
                    case FORK_JOIN -> () -> workers.pool().invoke(new Forking(counts));
                    case COUNTED -> () -> workers.pool().invoke(new Completing(counts));
                    case EXECUTOR ->
                            () -> execute(Executors.newFixedThreadPool(workers.count()), counts);
                    default -> () -> execute(Executors.newVirtualThreadPerTaskExecutor(), counts);
                };
        return new CountingProgram(once, counts);
    }

    private static void scoped(Scopes scopes, int[] counts) {
        try (Finish finish = scopes.open()) {
            for (int i = 0; i < counts.length; i++) {
                int index = i;
                scopes.start(finish, () -> counts[index]++);
            }
        }
    }

    private static void execute(ExecutorService service, int[] counts) {
        try (service) {
            for (int i = 0; i < counts.length; i++) {
                int index = i;
                service.execute(() -> counts[index]++);
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Forking extends RecursiveAction {
        private final int[] counts;

        Forking(int[] counts) {
            this.counts = counts;
        }

        @Override
        protected void compute() {
            RecursiveAction[] forked = new RecursiveAction[counts.length];
            for (int i = 0; i < counts.length; i++) {
                forked[i] = new Forked(counts, i);
                forked[i].fork();
            }
            for (int i = counts.length - 1; i >= 0; i--) {
                forked[i].join();
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Forked extends RecursiveAction {
        private final int[] counts;
        private final int index;

        Forked(int[] counts, int index) {
            this.counts = counts;
            this.index = index;
        }

        @Override
        protected void compute() {
            counts[index]++;
        }
    }

    @SuppressWarnings("serial")
    private static final class Completing extends CountedCompleter<Void> {
        private final int[] counts;

        Completing(int[] counts) {
            this.counts = counts;
        }

        @Override
        public void compute() {
            setPendingCount(counts.length);
            for (int i = 0; i < counts.length; i++) {
                new Completed(this, counts, i).fork();
            }
            tryComplete();
        }
    }

    @SuppressWarnings("serial")
    private static final class Completed extends CountedCompleter<Void> {
        private final int[] counts;
        private final int index;

        Completed(Completing parent, int[] counts, int index) {
            super(parent);
            this.counts = counts;
            this.index = index;
        }

        @Override
        public void compute() {
            counts[index]++;
            tryComplete();
        }
    }
}
