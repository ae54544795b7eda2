package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;

import java.util.Set;
import java.util.concurrent.RecursiveAction;

/**
 * A workload of nested waits: a task waits for a task that waits for a task, and so on to a given
 * depth, repeatedly.
 */
record NestedChain(int times) implements Workload {
    private static final int DEPTH = 200;

    @Override
    public long units() {
        return (long) times * DEPTH;
    }

    @Override
    public Set<Contestant> contestants() {
        return Set.of(Contestant.ANABRANCH, Contestant.FORK_JOIN);
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        int[] counts = new int[DEPTH];
        Runnable once;
        if (contestant == Contestant.ANABRANCH) {
            Platform platform = workers.platform();
            once = () -> workers.run(() -> repeat(() -> new Scoped(platform, counts, 0).run()));
        } else {
            var pool = workers.pool();
            once = () -> pool.submit(() -> repeat(() -> new Forked(counts, 0).invoke())).join();
        }
        return () -> {
            once.run();
            for (int i = 0; i < DEPTH; i++) {
                MeasuredProgram.require("tasks at depth " + i, times, counts[i]);
                counts[i] = 0;
            }
        };
    }

    private void repeat(Runnable chain) {
        for (int i = 0; i < times; i++) {
            chain.run();
        }
    }

    private record Scoped(Platform platform, int[] counts, int depth) implements Runnable {
        @Override
        public void run() {
            counts[depth]++;
            if (depth + 1 < DEPTH) {
                try (Finish finish = platform.finish()) {
                    finish.async(new Scoped(platform, counts, depth + 1));
                }
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Forked extends RecursiveAction {
        private final int[] counts;
        private final int depth;

        Forked(int[] counts, int depth) {
            this.counts = counts;
            this.depth = depth;
        }

        @Override
        protected void compute() {
            counts[depth]++;
            if (depth + 1 < DEPTH) {
                Forked below = new Forked(counts, depth + 1);
                below.fork();
                below.join();
            }
        }
    }
}
