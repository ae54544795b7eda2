package org.anabranch.product;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Job;
import org.anabranch.api.Platform;
import org.anabranch.api.Promise;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;
import org.anabranch.dense.Diagonal;
import org.anabranch.dense.Layout;
import org.anabranch.dense.Side;
import org.anabranch.dense.TileCall;
import org.anabranch.dense.TileCalls;
import org.anabranch.dense.TileKernels;
import org.anabranch.dense.Transpose;
import org.anabranch.dense.Triangle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/**
 * A job in a bundle: tiled Cholesky, rows of tiles bound to the domains in turn, so that each one
 * surely has some. All is enqueued before anything begins, so that each wait is in the log.
 */
public final class TiledFactor implements BundleActivator, Job {
    /** Tiles a side. */
    static final int ACROSS = 12;

    private static final int TILE = 16;
    private static final int N = ACROSS * TILE;
    private static final TileCalls CALLS = new TileCalls(TileKernels.DOUBLES, Layout.ROWS);

    @Override
    public void start(BundleContext context) {
        context.registerService(Job.class, this, null);
    }

    @Override
    public void stop(BundleContext context) {}

    @Override
    public String name() {
        return "factor";
    }

    @Override
    public String usage() {
        return "factor";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> words, PrintWriter progress) {
        try (Buffer a = platform.buffer(BufferOptions.named("A"), JAVA_DOUBLE, N, N)) {
            MemorySegment elements = a.write();
            for (long i = 0; i < (long) N * N; i++) {
                elements.setAtIndex(JAVA_DOUBLE, i, i / N == i % N ? 2 * N : 1);
            }
            List<Stream> streams = domains.stream().map(Domain::stream).toList();
            Promise<Void> gate = platform.promise();
            streams.forEach(stream -> stream.waitFor(gate));
            enqueue(a.tiles(TILE, TILE), streams);
            gate.complete(null);
            streams.forEach(Stream::await);
            streams.forEach(Stream::close);
            return new Report(isFactor(a.read()), "L L' is A", 0, 0, Map.of());
        }
    }

    private static void enqueue(Tiles tiles, List<Stream> streams) {
        Event[] last = new Event[ACROSS];
        for (int k = 0; k < ACROSS; k++) {
            Range pivot = tiles.tile(k, k);
            last[k] =
                    CALLS.potrf(Triangle.LOWER, TILE, pivot, (long) k * TILE)
                            .on(streams.get(k % streams.size()));
            for (int i = k + 1; i < ACROSS; i++) {
                Stream stream = streams.get(i % streams.size());
                stream.waitFor(List.of(last[k]), pivot);
                last[i] = solve(pivot, tiles.tile(i, k)).on(stream);
            }
            for (int i = k + 1; i < ACROSS; i++) {
                Stream stream = streams.get(i % streams.size());
                Range left = tiles.tile(i, k);
                for (int j = k + 1; j < i; j++) {
                    Range right = tiles.tile(j, k);
                    stream.waitFor(List.of(last[j]), right);
                    subtract(left, right, tiles.tile(i, j)).on(stream);
                }
                CALLS.syrk(Triangle.LOWER, Transpose.NO, TILE, TILE, -1, left, 1, tiles.tile(i, i))
                        .on(stream);
            }
        }
    }

    private static TileCall solve(Range pivot, Range tile) {
        return CALLS.trsm(
                Side.RIGHT,
                Triangle.LOWER,
                Transpose.YES,
                Diagonal.STORED,
                TILE,
                TILE,
                1,
                pivot,
                tile);
    }

    private static TileCall subtract(Range left, Range right, Range tile) {
        return CALLS.gemm(Transpose.NO, Transpose.YES, TILE, TILE, TILE, -1, left, right, 1, tile);
    }

    private static boolean isFactor(MemorySegment l) {
        double worst = 0;
        for (int i = 0; i < N; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = i == j ? -2 * N : -1;
                for (int k = 0; k <= j; k++) {
                    sum += at(l, i, k) * at(l, j, k);
                }
                worst = Math.max(worst, Math.abs(sum));
            }
        }
        return worst < 1e-9;
    }

    private static double at(MemorySegment matrix, long row, long column) {
        return matrix.getAtIndex(JAVA_DOUBLE, row * N + column);
    }
}
