package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Event;
import org.anabranch.api.Stream;
import org.anabranch.api.Tiles;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * AC-4 and AC-5: the blocked matrix product of hStreams' reference code, over any domains and any
 * number of tiles. Columns of tiles of B and C go round the domains, rows of them round the streams
 * of a domain, so that each tile of C belongs to one stream and there are no events.
 */
final class TiledProduct {
    private static final int STREAMS = 4;
    private static final int ITERATIONS = 4;

    private TiledProduct() {}

    /**
     * The shape.
     *
     * @param m rows of A and C
     * @param k columns of A, rows of B
     * @param n columns of B and C
     * @param tile rows and columns of a tile, those at the edges may be smaller
     */
    private record Shape(int m, int k, int n, int tile) {
        long bytes() {
            return 8L * ((long) m * k + (long) k * n + (long) m * n);
        }
    }

    /** AC-4: everything is enqueued while a gate keeps every action from beginning. */
    static void runWithoutWait(Ground ground) {
        Shape shape =
                ground.paper() ? new Shape(1000, 1500, 2000, 500) : new Shape(200, 300, 400, 100);
        assumeTrue(ground.hasRoom(shape.bytes()), "the memory of a domain is too small");
        Matrix expected = product(shape);
        for (int iteration = 0; iteration < (ground.paper() ? ITERATIONS : 1); iteration++) {
            compare(expected, compute(ground, shape, true));
        }
    }

    /** AC-5: also tiles that do not divide the matrix, and the same bits as on the host. */
    static void runAnyTiles(Ground ground) {
        int n = ground.size(120, 3000);
        Matrix expected = product(new Shape(n, n, n, n));
        for (int tile : new int[] {n / 2, n / 3, n / 5, n * 7 / 24}) {
            Shape shape = new Shape(n, n, n, tile);
            assumeTrue(ground.hasRoom(shape.bytes()), "the memory of a domain is too small");
            Matrix found = compute(ground, shape, false);
            if (ground.allJava()) {
                Matrix host = compute(ground.onHost(), shape, false);
                assertArrayEquals(host.values(), found.values(), "other bits than on the host");
            }
            compare(expected, found);
        }
    }

    private static Matrix compute(Ground ground, Shape shape, boolean gated) {
        List<Stream> streams = new ArrayList<>();
        try (Buffer a = buffer(ground, "A", left(shape));
                Buffer b = buffer(ground, "B", right(shape));
                Buffer c = buffer(ground, "C", new Matrix(shape.m(), shape.n()));
                Gate gate = Gate.on(ground.platform())) {
            for (int i = 0; i < STREAMS * ground.domains().size(); i++) {
                streams.add(ground.domain(i).stream());
            }
            List<Event> events = new ArrayList<>();
            if (gated) {
                streams.forEach(stream -> stream.waitFor(gate.event()));
            }
            enqueue(ground, shape, streams, List.of(a, b, c), events);
            if (gated) {
                assertTrue(events.stream().noneMatch(Event::isSettled), "something began");
            }
            gate.open();
            streams.forEach(Stream::await);
            return Matrix.of(c);
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    private static void enqueue(
            Ground ground,
            Shape shape,
            List<Stream> streams,
            List<Buffer> matrices,
            List<Event> events) {
        Tiles a = matrices.get(0).tiles(shape.tile(), shape.tile());
        Tiles b = matrices.get(1).tiles(shape.tile(), shape.tile());
        Tiles c = matrices.get(2).tiles(shape.tile(), shape.tile());
        int domains = ground.domains().size();
        for (int i = 0; i < c.rows(); i++) {
            for (int j = 0; j < c.columns(); j++) {
                Stream stream = streams.get(j % domains + i % STREAMS * domains);
                for (int p = 0; p < a.columns(); p++) {
                    events.add(
                            stream.run(
                                    DenseKernels.PRODUCT,
                                    a.tile(i, p).in(),
                                    b.tile(p, j).in(),
                                    c.tile(i, j).inOut(),
                                    extent(shape.m(), i, shape.tile()),
                                    extent(shape.n(), j, shape.tile()),
                                    extent(shape.k(), p, shape.tile()),
                                    Argument.of(shape.k()),
                                    Argument.of(shape.n())));
                }
            }
        }
        long tiles = c.rows() * c.columns() * a.columns();
        assertEquals(tiles, events.size(), "actions");
    }

    private static Argument extent(int all, int tile, int size) {
        return Argument.of(Math.min(size, all - tile * size));
    }

    private static Buffer buffer(Ground ground, String name, Matrix content) {
        Buffer buffer =
                ground.platform()
                        .buffer(
                                BufferOptions.named(name),
                                JAVA_DOUBLE,
                                content.rows(),
                                content.columns());
        content.copyTo(buffer.write());
        return buffer;
    }

    private static Matrix left(Shape shape) {
        return Matrix.random(shape.m(), shape.k(), new SplittableRandom(4));
    }

    private static Matrix right(Shape shape) {
        return Matrix.random(shape.k(), shape.n(), new SplittableRandom(5));
    }

    private static Matrix product(Shape shape) {
        return left(shape).times(right(shape));
    }

    private static void compare(Matrix expected, Matrix found) {
        for (int i = 0; i < expected.values().length; i++) {
            double value = expected.values()[i];
            assertEquals(value, found.values()[i], 1e-7 * Math.abs(value), "element " + i);
        }
    }
}
