package org.anabranch.stencil.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.stencil.Examples;
import org.anabranch.stencil.RandomStencil;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A test of the exchanges against a search of all pairs of zones. */
class NeighbourSearchTest {
    private static final int CASES = 500;
    private static final int DEVICES = 48;

    @Test
    void ST12_randomPlansExchangeWhatASearchOfAllPairsFinds() {
        int most = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            StencilPlan plan = RandomStencil.of(seed, DEVICES).plan();
            most = Math.max(most, plan.mostNeighbours());
            for (int to = 0; to < plan.zones().size(); to++) {
                requireAllSenders(plan, to, received(plan).getOrDefault(to, List.of()));
            }
        }
        assertTrue(most >= 8, "at most " + most + " neighbours");
    }

    @Test
    void ST12_planOfThousandsOfZonesIsWhatASearchOfAllPairsFinds() {
        Stencil plane = Examples.jacobi(4096, 4096, 4096, 1024, 4, 4).build();
        Stencil space =
                Examples.points(
                                3,
                                new long[] {96, 96, 64},
                                new long[] {3, 3, 2},
                                new long[] {-7, 0, 1},
                                new long[] {2, 2, 2},
                                new long[] {0, -4, 0})
                        .build();
        List<StencilPlan> plans =
                List.of(
                        Planner.grid(plane, new Point(64, 64, 1), 1),
                        Planner.grid(plane, new Point(512, 8, 1), 3),
                        Planner.grid(space, new Point(16, 16, 16), 1));
        Random random = new Random(7);
        for (StencilPlan plan : plans) {
            assertEquals(4096, plan.zones().size());
            Map<Integer, List<Transfer>> received = received(plan);
            for (int i = 0; i < 100; i++) {
                int to = random.nextInt(4096);
                requireAllSenders(plan, to, received.getOrDefault(to, List.of()));
            }
        }
    }

    private static Map<Integer, List<Transfer>> received(StencilPlan plan) {
        return plan.transfers().stream()
                .collect(Collectors.groupingBy(Transfer::to, TreeMap::new, Collectors.toList()));
    }

    private static void requireAllSenders(StencilPlan plan, int to, List<Transfer> received) {
        Map<Integer, Transfer> bySender =
                received.stream().collect(Collectors.toMap(Transfer::from, Function.identity()));
        List<CellBox> read = read(plan, to);
        List<Integer> senders = new ArrayList<>();
        for (Zone from : plan.zones()) {
            List<CellBox> needed =
                    from.id() == to ? List.of() : CellBox.common(read, List.of(from.write()));
            if (!needed.isEmpty()) {
                senders.add(from.id());
                List<CellBox> sent = bySender.get(from.id()).boxes();
                assertEquals(
                        List.of(),
                        CellBox.without(needed, sent),
                        () -> to + " of " + plan.stencil());
                assertEquals(
                        List.of(),
                        CellBox.without(sent, needed),
                        () -> to + " of " + plan.stencil());
            }
        }
        assertEquals(senders, received.stream().map(Transfer::from).toList());
    }

    /** With deep ghosts, also what it computes anew of an array that is updated in place. */
    private static List<CellBox> read(StencilPlan plan, int zone) {
        Stencil stencil = plan.stencil();
        if (!stencil.swaps()) {
            return List.of();
        }
        List<CellBox> cells = new ArrayList<>(plan.readSet(zone));
        StencilArgument out = stencil.argument(stencil.swapOut()).orElseThrow();
        if (plan.options().depth() > 1 && out.property() == StencilArgument.Property.INOUT) {
            cells.add(plan.computed(plan.zones().get(zone), 0));
        }
        return CellBox.union(cells);
    }
}
