package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.util.Set;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.RecursiveAction;
import java.util.stream.IntStream;

/** A workload that runs a nearly empty loop in tiles. The peers halve it down to a tile. */
final class TiledLoop implements Workload {
    private final int indices;
    private final int tile;
    private final Loop loop;

    TiledLoop(int indices, int tile, boolean chunked) {
        this.indices = indices;
        this.tile = tile;
        Loop recursive = Loop.of(0, indices).tile(tile);
        this.loop = chunked ? recursive.chunked() : recursive;
    }

    @Override
    public long units() {
        return loop.tiles();
    }

    @Override
    public Set<Contestant> contestants() {
        return loop.split() == Loop.Split.CHUNKED
                ? Set.of(Contestant.ANABRANCH, Contestant.FORK_JOIN, Contestant.COUNTED)
                : Set.of(
                        Contestant.ANABRANCH,
                        Contestant.SEQUENTIAL,
                        Contestant.FORK_JOIN,
                        Contestant.COUNTED,
                        Contestant.PARALLEL_STREAM,
                        Contestant.TBB,
                        Contestant.OPENMP_GCC,
                        Contestant.OPENMP_CLANG);
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        int[] counts = new int[indices];
        Runnable once =
                switch (contestant) {
                    case ANABRANCH -> () -> workers.run(() -> scoped(workers.platform(), counts));
                    case SEQUENTIAL -> () -> count(counts, 0, indices);
                    case FORK_JOIN ->
                            () -> workers.pool().invoke(new Forked(counts, 0, indices, tile));
                    case PARALLEL_STREAM ->
                            () -> workers.pool().submit(() -> stream(counts)).join();
                    default ->
                            () ->
                                    workers.pool()
                                            .invoke(new Completed(null, counts, 0, indices, tile));
                };
        return new CountingProgram(once, counts);
    }

    private void scoped(Platform platform, int[] counts) {
        try (Finish finish = platform.finish()) {
            finish.forasync(loop, i -> counts[(int) i]++);
        }
    }

    /** Counts in the pool of the worker that calls it. */
    private static void stream(int[] counts) {
        IntStream.range(0, counts.length).parallel().forEach(i -> counts[i]++);
    }

    /** Returns a bound between two tiles in the middle of a range of more than one tile. */
    private static int middle(int low, int high, int tile) {
        return low + ((high - low + tile - 1) / tile + 1) / 2 * tile;
    }

    private static void count(int[] counts, int low, int high) {
        for (int i = low; i < high; i++) {
            counts[i]++;
        }
    }

    @SuppressWarnings("serial")
    private static final class Forked extends RecursiveAction {
        private final int[] counts;
        private final int low;
        private final int high;
        private final int tile;

        Forked(int[] counts, int low, int high, int tile) {
            this.counts = counts;
            this.low = low;
            this.high = high;
            this.tile = tile;
        }

        @Override
        protected void compute() {
            if (high - low <= tile) {
                count(counts, low, high);
                return;
            }
            int middle = middle(low, high, tile);
            Forked upper = new Forked(counts, middle, high, tile);
            upper.fork();
            new Forked(counts, low, middle, tile).compute();
            upper.join();
        }
    }

    @SuppressWarnings("serial")
    private static final class Completed extends CountedCompleter<Void> {
        private final int[] counts;
        private final int low;
        private final int high;
        private final int tile;

        Completed(Completed parent, int[] counts, int low, int high, int tile) {
            super(parent);
            this.counts = counts;
            this.low = low;
            this.high = high;
            this.tile = tile;
        }

        @Override
        public void compute() {
            int end = high;
            while (end - low > tile) {
                int middle = middle(low, end, tile);
                addToPendingCount(1);
                new Completed(this, counts, middle, end, tile).fork();
                end = middle;
            }
            count(counts, low, end);
            tryComplete();
        }
    }
}
