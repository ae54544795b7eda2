package org.anabranch.acceptance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * AC-3: the compute kernel of hStreams' tiling tutorial over a grid of cells, each with two rows of
 * floats. Whatever the tiles, streams and domains, the middle values of the first cell add up to
 * {@value #GOLDEN}.
 *
 * <p>A cell (i, j, k) goes through n, m and l in order and adds sqrt(log(i+n+2) + log(j+m+2)) -
 * sqrt(log(j+m+2) + log(k+l+2)), logarithms to base 2, to both rows, the first one from 16 elements
 * further on. Logarithms come from a table made on the host, so that every device adds the same
 * floats.
 */
final class GoldenTiling {
    static final double GOLDEN = -272.391;

    static final Kernel TILE =
            OpenClText.kernel(
                    "ac3-tile",
                    "golden_tile",
                    "=out1 =out2 <logarithms first dimY dimZ",
                    (piece, given) -> tile(given));

    private static final int LENGTH = 64;
    private static final int SHIFT = 16;

    /** A larger grid, a hundred times 10^9 additions, is done in one way only. */
    private static final int MOST_CELLS = 1 << 18;

    private GoldenTiling() {}

    private static void tile(KernelArguments given) {
        float[] logarithms = floats(given.segment(2), given.columns(2));
        long first = given.longAt(3);
        long dimY = given.longAt(4);
        long dimZ = given.longAt(5);
        for (long cell = 0; cell < given.columns(0) / LENGTH; cell++) {
            long number = first + cell;
            int i = (int) (number / (dimY * dimZ));
            int j = (int) (number / dimZ % dimY);
            int k = (int) (number % dimZ);
            cell(given.segment(0), given.segment(1), cell * LENGTH, logarithms, i, j, k);
        }
    }

    private static void cell(
            MemorySegment out1,
            MemorySegment out2,
            long at,
            float[] logarithms,
            int i,
            int j,
            int k) {
        float[] one = floats(out1.asSlice(at * Float.BYTES), LENGTH);
        float[] two = floats(out2.asSlice(at * Float.BYTES), LENGTH);
        float[][] right = roots(logarithms, j, k);
        for (int n = 0; n < LENGTH; n++) {
            float val1 = logarithms[i + n];
            for (int m = 0; m < LENGTH; m++) {
                float left = (float) Math.sqrt(val1 + logarithms[j + m]);
                float[] root = right[m];
                for (int l = 0; l < LENGTH - SHIFT; l++) {
                    float term = left - root[l];
                    one[l] = one[l + SHIFT] + term;
                    two[l] = two[l] + term;
                }
            }
        }
        MemorySegment.copy(one, 0, out1, JAVA_FLOAT, at * Float.BYTES, LENGTH);
        MemorySegment.copy(two, 0, out2, JAVA_FLOAT, at * Float.BYTES, LENGTH);
    }

    /** The roots that are the same for every n. */
    private static float[][] roots(float[] logarithms, int j, int k) {
        float[][] roots = new float[LENGTH][LENGTH - SHIFT];
        for (int m = 0; m < LENGTH; m++) {
            for (int l = 0; l < LENGTH - SHIFT; l++) {
                roots[m][l] = (float) Math.sqrt(logarithms[j + m] + logarithms[k + l]);
            }
        }
        return roots;
    }

    private static float[] floats(MemorySegment memory, long count) {
        return memory.asSlice(0, count * Float.BYTES).toArray(JAVA_FLOAT);
    }

    /**
     * One way to do it.
     *
     * @param domains where
     * @param streams streams on each domain
     * @param cells cells per tile
     */
    private record Variant(String name, List<Domain> domains, int streams, int cells) {}

    static void run(Ground ground) {
        int[][] grids =
                ground.paper()
                        ? new int[][] {{8, 128, 128}, {8, 256, 256}}
                        : new int[][] {{2, 4, 4}, {1, 5, 7}};
        for (int[] grid : grids) {
            run(ground, grid);
        }
    }

    private static void run(Ground ground, int[] grid) {
        int cells = grid[0] * grid[1] * grid[2];
        int tile = Math.max(1, cells / 16);
        List<Domain> host = List.of(ground.platform().host());
        List<Domain> one = List.of(ground.domains().getLast());
        List<Domain> all = ground.domains();
        float[] expected = null;
        List<Variant> variants =
                List.of(
                        new Variant("0 host, one tile", host, 1, cells),
                        new Variant("1 host, tiles", host, 1, tile),
                        new Variant("2 one domain, one tile", one, 1, cells),
                        new Variant("3 one domain, streams", one, 4, cells / 4),
                        new Variant("4 one domain, tiles and streams", one, 4, tile),
                        new Variant("5 all domains, tiles", all, 1, tile),
                        new Variant("6 all domains, tiles and streams", all, 2, tile + 1));
        boolean huge = cells > MOST_CELLS;
        for (Variant variant : huge ? variants.subList(6, 7) : variants) {
            float[] found = compute(ground.platform(), variant, grid);
            String message = variant.name() + " of " + List.of(grid[0], grid[1], grid[2]);
            int middle = LENGTH / 2;
            double golden = found[middle] + found[cells * LENGTH + middle];
            assertEquals(GOLDEN, golden, 1e-3, message);
            boolean java = variant.domains() == host || ground.allJava();
            if (expected == null) {
                expected = found;
            } else if (java) {
                assertArrayEquals(expected, found, message);
            } else {
                assertArrayEquals(expected, found, 1e-2f, message);
            }
        }
    }

    private static float[] compute(Platform platform, Variant variant, int[] grid) {
        int cells = grid[0] * grid[1] * grid[2];
        List<Stream> streams = new ArrayList<>();
        try (Buffer out1 = platform.buffer(JAVA_FLOAT, (long) cells * LENGTH);
                Buffer out2 = platform.buffer(JAVA_FLOAT, (long) cells * LENGTH);
                Buffer logarithms = logarithms(platform, grid)) {
            for (int i = 0; i < variant.streams(); i++) {
                variant.domains().forEach(domain -> streams.add(domain.stream()));
            }
            int number = 0;
            for (long first = 0; first < cells; first += variant.cells()) {
                long count = Math.min(variant.cells(), cells - first) * LENGTH;
                Range one = out1.elements(first * LENGTH, count);
                Range two = out2.elements(first * LENGTH, count);
                streams.get(number++ % streams.size())
                        .run(
                                TILE,
                                one.inOut(),
                                two.inOut(),
                                logarithms.all().in(),
                                Argument.of(first),
                                Argument.of(grid[1]),
                                Argument.of(grid[2]));
            }
            streams.forEach(Stream::await);
            float[] both = new float[2 * cells * LENGTH];
            MemorySegment.copy(out1.read(), JAVA_FLOAT, 0, both, 0, cells * LENGTH);
            MemorySegment.copy(out2.read(), JAVA_FLOAT, 0, both, cells * LENGTH, cells * LENGTH);
            return both;
        } finally {
            streams.forEach(Stream::closeNow);
        }
    }

    /** The logarithms of 2, 3 and so on, as many as any index needs. */
    private static Buffer logarithms(Platform platform, int[] grid) {
        int count = Math.max(grid[0], Math.max(grid[1], grid[2])) + LENGTH;
        Buffer table = platform.buffer(JAVA_FLOAT, count);
        MemorySegment memory = table.write();
        for (int i = 0; i < count; i++) {
            float logarithm = (float) (StrictMath.log(i + 2) / StrictMath.log(2));
            memory.setAtIndex(JAVA_FLOAT, i, logarithm);
        }
        return table;
    }
}
