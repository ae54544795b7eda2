package org.anabranch.benchmarks;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.api.StreamOptions;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * A workload of actions that a thread of the program enqueues one by one. Each reads some cells and
 * adds one to another; the cells determine the order. A lost, doubled or torn update makes the
 * counts wrong.
 *
 * @param cells number of cells
 * @param actions in order of enqueuing; each writes its last cell and reads the others
 */
record ActionGraph(int cells, List<int[]> actions) implements Workload {
    /** The distance of cells: a cache line. */
    private static final int SPACING = 16;

    private static final Kernel[] COUNT = {
        kernel(Parameter.inOut("cell")),
        kernel(Parameter.in("first"), Parameter.inOut("cell")),
        kernel(Parameter.in("first"), Parameter.in("second"), Parameter.inOut("cell"))
    };

    static ActionGraph independent(int count) {
        return new ActionGraph(
                count, IntStream.range(0, count).mapToObj(i -> new int[] {i}).toList());
    }

    static ActionGraph chain(int count) {
        return new ActionGraph(1, Collections.nCopies(count, new int[] {0}));
    }

    /** Returns the right-looking factorisation of a matrix with so many tiles in each dimension. */
    static ActionGraph cholesky(int tiles) {
        List<int[]> actions = new ArrayList<>();
        for (int k = 0; k < tiles; k++) {
            int pivot = k * tiles + k;
            actions.add(new int[] {pivot});
            for (int i = k + 1; i < tiles; i++) {
                actions.add(new int[] {pivot, i * tiles + k});
            }
            for (int i = k + 1; i < tiles; i++) {
                actions.add(new int[] {i * tiles + k, i * tiles + i});
                for (int j = k + 1; j < i; j++) {
                    actions.add(new int[] {i * tiles + k, j * tiles + k, i * tiles + j});
                }
            }
        }
        return new ActionGraph(tiles * tiles, actions);
    }

    private static Kernel kernel(Parameter... parameters) {
        int last = parameters.length - 1;
        return Kernel.of("count", parameters)
                .java(
                        (piece, arguments) -> {
                            MemorySegment cell = arguments.segment(last);
                            int before = cell.get(ValueLayout.JAVA_INT, 0);
                            cell.set(ValueLayout.JAVA_INT, 0, before + 1);
                        });
    }

    @Override
    public long units() {
        return actions.size();
    }

    @Override
    public Set<Contestant> contestants() {
        return Set.of(
                Contestant.ANABRANCH,
                Contestant.DEFERRED,
                Contestant.FUTURES,
                Contestant.OPENMP_GCC,
                Contestant.OPENMP_CLANG,
                Contestant.STARPU);
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        return switch (contestant) {
            case ANABRANCH -> new Streamed(workers, StreamOptions.DEFAULT.undeferred());
            case DEFERRED -> new Streamed(workers, StreamOptions.DEFAULT);
            default -> new Chained(workers.pool());
        };
    }

    private void check(long runs, int[] counts) {
        int[] expected = new int[cells];
        actions.forEach(action -> expected[action[action.length - 1]] += (int) runs);
        for (int cell = 0; cell < cells; cell++) {
            MeasuredProgram.require("cell " + cell, expected[cell], counts[cell * SPACING]);
        }
    }

    private final class Streamed implements MeasuredProgram {
        private final Buffer buffer;
        private final Stream stream;
        private final Argument[][] arguments = new Argument[actions.size()][];

        Streamed(MeasuredWorkers workers, StreamOptions options) {
            buffer = workers.platform().buffer(ValueLayout.JAVA_INT, (long) cells * SPACING);
            stream = workers.platform().host().stream(options);
            for (int i = 0; i < arguments.length; i++) {
                int[] action = actions.get(i);
                arguments[i] = new Argument[action.length];
                for (int n = 0; n < action.length; n++) {
                    var range = buffer.elements((long) action[n] * SPACING, SPACING);
                    arguments[i][n] = n == action.length - 1 ? range.inOut() : range.in();
                }
            }
        }

        @Override
        public void run() {
            for (Argument[] operands : arguments) {
                stream.run(COUNT[operands.length - 1], operands);
            }
            stream.await();
        }

        @Override
        public void check(long runs) {
            ActionGraph.this.check(runs, buffer.read().toArray(ValueLayout.JAVA_INT));
        }

        @Override
        public void close() {
            stream.close();
            buffer.close();
        }
    }

    /** The order kept by hand: for each cell the last writer and the readers since. */
    private final class Chained implements MeasuredProgram {
        private final int[] counts = new int[cells * SPACING];
        private final ForkJoinPool pool;

        Chained(ForkJoinPool pool) {
            this.pool = pool;
        }

        @Override
        public void run() {
            CompletableFuture<?>[] writers = new CompletableFuture<?>[cells];
            List<List<CompletableFuture<?>>> readers = new ArrayList<>();
            for (int cell = 0; cell < cells; cell++) {
                readers.add(null);
            }
            List<CompletableFuture<?>> before = new ArrayList<>();
            for (int[] action : actions) {
                int written = action[action.length - 1];
                before.clear();
                for (int cell : action) {
                    if (writers[cell] != null) {
                        before.add(writers[cell]);
                    }
                }
                if (readers.get(written) != null) {
                    before.addAll(readers.get(written));
                    readers.set(written, null);
                }
                CompletableFuture<?> enqueued = after(before, () -> counts[written * SPACING]++);
                writers[written] = enqueued;
                for (int i = 0; i < action.length - 1; i++) {
                    read(readers, action[i], enqueued);
                }
            }
            for (CompletableFuture<?> writer : writers) {
                if (writer != null) {
                    writer.join();
                }
            }
        }

        private void read(
                List<List<CompletableFuture<?>>> readers, int cell, CompletableFuture<?> reader) {
            if (readers.get(cell) == null) {
                readers.set(cell, new ArrayList<>());
            }
            readers.get(cell).add(reader);
        }

        private CompletableFuture<?> after(List<CompletableFuture<?>> before, Runnable body) {
            return switch (before.size()) {
                case 0 -> CompletableFuture.runAsync(body, pool);
                case 1 -> before.getFirst().thenRunAsync(body, pool);
                default ->
                        CompletableFuture.allOf(before.toArray(CompletableFuture[]::new))
                                .thenRunAsync(body, pool);
            };
        }

        @Override
        public void check(long runs) {
            ActionGraph.this.check(runs, counts);
        }
    }
}
