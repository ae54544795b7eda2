package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Tile;
import org.anabranch.k2h.run.RuntimeOptions;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

class LoopTest {
    private final Map<List<Long>, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final Map<Long, Integer> lineOwner = new ConcurrentHashMap<>();
    private final AtomicInteger tiles = new AtomicInteger();
    private final AtomicInteger shared = new AtomicInteger();
    private int elementBytes;
    private long base;
    private final Image image = new Image();
    private final Function body =
            image.loop(
                    "body",
                    (cpu, arguments, tile) -> {
                        int me = tiles.incrementAndGet();
                        visit(tile, 0, new ArrayList<>(), me);
                    });

    LoopTest() {
        image.load(List.of());
    }

    private void visit(Tile tile, int dimension, List<Long> prefix, int me) {
        if (dimension == tile.rank()) {
            counts.computeIfAbsent(List.copyOf(prefix), k -> new AtomicInteger()).incrementAndGet();
            if (elementBytes > 0 && tile.rank() == 1) {
                Integer owner =
                        lineOwner.put(
                                Math.floorDiv(base + prefix.getLast() * elementBytes, 128), me);
                if (owner != null && owner != me) {
                    shared.incrementAndGet();
                }
            }
            return;
        }
        for (long i = tile.low(dimension); i < tile.high(dimension); i += tile.stride(dimension)) {
            prefix.add(i);
            visit(tile, dimension + 1, prefix, me);
            prefix.removeLast();
        }
    }

    private void run(LoopDomain domain, int workers) {
        counts.clear();
        lineOwner.clear();
        shared.set(0);
        Programs.run(
                RuntimeOptions.hybrid(workers),
                Programs.virtual(workers),
                image,
                (cpu, none) -> {
                    cpu.startFinish();
                    cpu.forasync(body, domain);
                    cpu.endFinish();
                });
    }

    private static void expected(
            LoopDomain domain, int dimension, List<Long> prefix, List<List<Long>> all) {
        if (dimension == domain.dimensions().size()) {
            all.add(List.copyOf(prefix));
            return;
        }
        LoopDomain.Dimension d = domain.dimensions().get(dimension);
        for (long i = d.low(); i < d.high(); i += d.stride()) {
            prefix.add(i);
            expected(domain, dimension + 1, prefix, all);
            prefix.removeLast();
        }
    }

    private void check(LoopDomain domain, int workers) {
        run(domain, workers);
        List<List<Long>> all = new ArrayList<>();
        expected(domain, 0, new ArrayList<>(), all);
        assertEquals(all.size(), counts.size(), domain.toString());
        for (List<Long> index : all) {
            assertEquals(
                    1,
                    counts.getOrDefault(index, new AtomicInteger()).get(),
                    index + " of " + domain);
        }
    }

    @Test
    void k2hM3_eachIndexRunsExactlyOnceForAnyLoop() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < (Programs.NIGHTLY ? 5000 : 400); round++) {
            List<LoopDomain.Dimension> dimensions = new ArrayList<>();
            int rank = 1 + random.nextInt(3);
            for (int d = 0; d < rank; d++) {
                long low = random.nextInt(-50, 50);
                dimensions.add(
                        new LoopDomain.Dimension(
                                low,
                                low + random.nextInt(-2, rank == 1 ? 400 : 14),
                                1 + random.nextInt(5),
                                1 + random.nextInt(9)));
            }
            LoopDomain.Split[] splits = LoopDomain.Split.values();
            LoopDomain.Split split = splits[random.nextInt(rank == 1 ? 3 : 2)];
            elementBytes = random.nextBoolean() ? 1 << random.nextInt(8) : 0;
            base =
                    elementBytes == 0
                            ? 0
                            : (random.nextInt(2000) / elementBytes) * (long) elementBytes;
            LoopDomain domain = new LoopDomain(dimensions, split, 0, 0);
            check(
                    elementBytes == 0 ? domain : domain.onLines(elementBytes, base),
                    1 + random.nextInt(8));
            if (split != LoopDomain.Split.MIDPOINT) {
                assertEquals(
                        0,
                        shared.get(),
                        "a line was written by two tasks: "
                                + domain
                                + " elements of "
                                + elementBytes);
            }
        }
    }

    @Test
    void k2hM3_theCasesThatHclibGetsWrong() {
        check(LoopDomain.of(7, 9, 1, 4).with(LoopDomain.Split.CHUNKED), 2);
        check(LoopDomain.of(10, 12, 1, 4).with(LoopDomain.Split.CHUNKED), 2);
        check(LoopDomain.of(0, 10, 3, 4), 3);
        check(LoopDomain.of(0, 10, 3, 4).with(LoopDomain.Split.CHUNKED), 3);
        check(LoopDomain.of(5, 5, 1, 1), 1);
        check(LoopDomain.of(5, 1, 1, 1), 1);
        assertThrows(K2hException.Program.class, () -> LoopDomain.of(0, 10, 1, 0));
        assertThrows(K2hException.Program.class, () -> LoopDomain.of(0, 10, 0, 1));
        assertThrows(
                K2hException.Program.class,
                () -> LoopDomain.of(Long.MIN_VALUE, Long.MAX_VALUE, 1, 1));
    }

    @Test
    void k2hC7_aMillionElementsSplitOnLinesOnlyByOurSplitter() {
        elementBytes = 4;
        int n = Programs.NIGHTLY ? 1_000_000 : 100_000;
        run(LoopDomain.of(0, n, 1, 32).onLines(4, 0), 12);
        assertEquals(0, shared.get());
        run(LoopDomain.of(0, n, 1, 32).with(LoopDomain.Split.MIDPOINT), 12);
        assertTrue(shared.get() > n / 100, "midpoint halving shares lines: " + shared.get());
    }
}
