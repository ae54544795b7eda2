package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A square matrix of tiles, each written by one stream only: the one that its row goes round to.
 * Where a stream reads a tile of another one, it waits for the event that made the tile final,
 * once, and only what uses the tile is held back. Used by one thread.
 */
final class TileStreams {
    private final Tiles tiles;
    private final boolean byColumns;
    private final List<Stream> streams;
    private final Event[][] last;
    private final Set<List<Integer>> waited = new HashSet<>();
    private final Map<String, Integer> tasks = new TreeMap<>();

    private TileStreams(Tiles tiles, boolean byColumns, List<Stream> streams) {
        this.tiles = tiles;
        this.byColumns = byColumns;
        this.streams = streams;
        this.last = new Event[count()][count()];
    }

    /**
     * Factors a matrix in tiles, their rows going round the streams and streams round the domains.
     *
     * @param count tiles of a row
     * @param width number of streams
     * @param matrix gives the matrix of n rows
     * @param algorithm enqueues the actions
     * @param check of the result, in the layout of the given matrix
     * @return explicit waits between streams
     */
    static int factor(
            Ground ground,
            int n,
            int count,
            int width,
            boolean byColumns,
            IntFunction<Matrix> matrix,
            Consumer<TileStreams> algorithm,
            Consumer<Matrix> check) {
        assumeTrue(ground.hasRoom(8L * n * n), "the memory of a domain is too small");
        Matrix given = matrix.apply(n);
        List<Stream> streams = new ArrayList<>();
        try (Buffer a = ground.platform().buffer(JAVA_DOUBLE, n, n)) {
            for (int i = 0; i < width; i++) {
                streams.add(ground.domain(i).stream());
            }
            (byColumns ? given.transposed() : given).copyTo(a.write());
            int tile = Math.ceilDiv(n, count);
            TileStreams tiles = new TileStreams(a.tiles(tile, tile), byColumns, streams);
            algorithm.accept(tiles);
            streams.forEach(Stream::await);
            Matrix found = Matrix.of(a);
            check.accept(byColumns ? found.transposed() : found);
            return tiles.waited.size();
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    /** A place in the grid of tiles. */
    record Place(int row, int column) {}

    static Place at(int row, int column) {
        return new Place(row, column);
    }

    /** Tiles of a row or a column. */
    int count() {
        return (int) tiles.rows();
    }

    /** Rows of the tiles of a row, columns of those of a column. */
    int extent(int tile) {
        long all = tiles.buffer().shape().rows();
        return (int) Math.min(tiles.tileRows(), all - tile * tiles.tileRows());
    }

    /** Enqueues a kernel that updates one tile and reads others that are final. */
    void run(Kernel kernel, Place target, List<Place> reads, int... scalars) {
        int own = owner(target);
        List<Argument> arguments = new ArrayList<>();
        for (Place read : reads) {
            await(own, read);
            arguments.add(range(read).in());
        }
        arguments.add(range(target).inOut());
        for (int scalar : scalars) {
            arguments.add(Argument.of(scalar));
        }
        arguments.add(Argument.of((int) tiles.buffer().shape().columns()));
        arguments.add(Argument.of(byColumns ? 1 : 0));
        last[target.row()][target.column()] =
                streams.get(own).run(kernel, arguments.toArray(Argument[]::new));
        tasks.merge(kernel.name(), 1, Integer::sum);
    }

    private void await(int reader, Place tile) {
        Event event = last[tile.row()][tile.column()];
        if (owner(tile) != reader
                && event != null
                && waited.add(List.of(reader, tile.row(), tile.column()))) {
            streams.get(reader).waitFor(List.of(event), range(tile));
        }
    }

    private int owner(Place tile) {
        return tile.row() % streams.size();
    }

    private Range range(Place tile) {
        return byColumns
                ? tiles.tile(tile.column(), tile.row())
                : tiles.tile(tile.row(), tile.column());
    }

    /** Actions by name of kernel. */
    Map<String, Integer> tasks() {
        return tasks;
    }
}
