package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/** K2H-M3, lesson 12: whatever the loop, every index of its lattice is run exactly once. */
@Timeout(120)
class LoopLatticeTest {
    private static final House HOUSE = House.host();

    @AfterAll
    static void close() {
        HOUSE.close();
    }

    private record Sizes(long low, long high, long stride, long tile) {
        static Sizes random(SplittableRandom random, int most) {
            long count = random.nextInt(most);
            boolean wide = random.nextInt(3) == 0;
            long stride =
                    wide ? 1 + random.nextLong(Long.MAX_VALUE / (most + 1)) : 1 + random.nextInt(9);
            long extent =
                    count == 0
                            ? -random.nextInt(5)
                            : (count - 1) * stride + 1 + random.nextLong(stride);
            long low =
                    switch (random.nextInt(4)) {
                        case 0 -> Long.MIN_VALUE + 5;
                        case 1 -> Long.MAX_VALUE - Math.max(0, extent);
                        case 2 -> -extent / 2;
                        default -> random.nextInt(100) - 50L;
                    };
            long tile =
                    random.nextInt(4) == 0
                            ? 1 + random.nextLong(Long.MAX_VALUE - 1)
                            : 1 + random.nextInt(9);
            return new Sizes(low, low + extent, stride, tile);
        }

        Loop.Dimension dimension() {
            return new Loop.Dimension(low, high, stride, tile);
        }

        /** By arithmetic that cannot overflow. */
        List<Long> sequential() {
            List<Long> indices = new ArrayList<>();
            BigInteger bound = BigInteger.valueOf(high);
            for (BigInteger i = BigInteger.valueOf(low);
                    i.compareTo(bound) < 0;
                    i = i.add(BigInteger.valueOf(stride))) {
                indices.add(i.longValueExact());
            }
            return indices;
        }
    }

    private static Loop loop(List<Sizes> sizes, boolean chunked) {
        return new Loop(
                sizes.stream().map(Sizes::dimension).toList(),
                chunked ? Loop.Split.CHUNKED : Loop.Split.RECURSIVE);
    }

    private static void run(Finish finish, Loop loop, Map<List<Long>, Integer> runs) {
        switch (loop.dimensions().size()) {
            case 1 -> finish.forasync(loop, (long i) -> runs.merge(List.of(i), 1, Integer::sum));
            case 2 -> finish.forasync(loop, (i, j) -> runs.merge(List.of(i, j), 1, Integer::sum));
            default ->
                    finish.forasync(
                            loop, (i, j, k) -> runs.merge(List.of(i, j, k), 1, Integer::sum));
        }
    }

    private static Set<List<Long>> sequential(List<Sizes> sizes) {
        List<List<Long>> tuples = List.of(List.of());
        for (Sizes dimension : sizes) {
            List<List<Long>> longer = new ArrayList<>();
            for (List<Long> tuple : tuples) {
                for (long i : dimension.sequential()) {
                    List<Long> more = new ArrayList<>(tuple);
                    more.add(i);
                    longer.add(more);
                }
            }
            tuples = longer;
        }
        return new HashSet<>(tuples);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void K2H_M3_lesson_12_the_lattice_is_exact_for_any_loop(int rank) {
        SplittableRandom random = new SplittableRandom(rank);
        int[] most = {0, 200, 20, 8};
        for (int round = 0; round < 300; round++) {
            List<Sizes> sizes = new ArrayList<>();
            for (int dimension = 0; dimension < rank; dimension++) {
                sizes.add(Sizes.random(random, most[rank]));
            }
            Map<List<Long>, Integer> runs = new ConcurrentHashMap<>();
            try (Finish finish = HOUSE.platform.finish()) {
                run(finish, loop(sizes, random.nextBoolean()), runs);
            }
            assertEquals(sequential(sizes), runs.keySet(), sizes::toString);
            assertTrue(runs.values().stream().allMatch(count -> count == 1), sizes::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void K2H_M3_any_interval_of_tiles_is_exactly_its_pieces(int rank) {
        SplittableRandom random = new SplittableRandom(rank);
        for (int round = 0; round < 300; round++) {
            List<Sizes> sizes = new ArrayList<>();
            for (int dimension = 0; dimension < rank; dimension++) {
                sizes.add(Sizes.random(random, 12));
            }
            Loop loop = loop(sizes, false);
            long from = random.nextLong(loop.tiles() + 1);
            long to = from + random.nextLong(loop.tiles() - from + 1);
            List<List<Long>> covered = new ArrayList<>();
            loop.pieces(from, to).forEach(piece -> covered.addAll(tuples(piece)));
            List<List<Long>> expected = new ArrayList<>();
            for (long tile = from; tile < to; tile++) {
                expected.addAll(tuples(loop.pieceAt(tile)));
            }
            assertEquals(expected.size(), covered.size(), sizes::toString);
            assertEquals(new HashSet<>(expected), new HashSet<>(covered), sizes::toString);
            assertTrue(loop.pieces(from, to).size() <= 2 * rank - 1, sizes::toString);
        }
    }

    private static List<List<Long>> tuples(Piece piece) {
        List<List<Long>> tuples = new ArrayList<>();
        for (long a = 0; a < piece.count(0); a++) {
            for (long b = 0; b < piece.count(1); b++) {
                for (long c = 0; c < piece.count(2); c++) {
                    tuples.add(
                            List.of(
                                    piece.low0() + a * piece.stride0(),
                                    piece.low1() + b * piece.stride1(),
                                    piece.low2() + c * piece.stride2()));
                }
            }
        }
        return tuples;
    }
}
