package org.anabranch.stencil.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.stencil.Examples;
import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.ElementType;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilBuilder;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions.Cut;
import org.anabranch.stencil.plan.PlanOptions.Policy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The tables of the worked example, 1.5 of the requirements. */
class PlannerTest {

    private static StencilPlan paper(Stencil stencil, int devices) {
        return Planner.plan(stencil, PlanOptions.paper(devices));
    }

    private static Point parts(long x, long y, long z) {
        return new Point(x, y, z);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 0, 0, 0",
        "2, 1, 2, 8192, 32768, 1",
        "3, 1, 2, 8192, 32768, 1",
        "4, 1, 4, 24576, 98304, 2",
        "6, 1, 4, 24576, 98304, 2",
        "8, 1, 8, 57344, 229376, 2",
        "32, 2, 16, 143360, 573440, 3"
    })
    void ST07_ST15_tableOfTheWorkedExample(
            int devices, long x, long y, long cells, long bytes, int neighbours) {
        StencilPlan plan = paper(Examples.worked(), devices);
        assertEquals(parts(x, y, 1), plan.parts());
        assertEquals(x * y, plan.zones().size());
        assertEquals(cells, plan.cellsPerExchange());
        assertEquals(bytes, plan.bytesPerExchange());
        assertEquals(neighbours, plan.mostNeighbours());
        assertTrue(plan.text().contains("used " + x * y + " of " + devices + " devices"));
    }

    @Test
    void ST02_ST04_ST05_ST06_figuresOfTheWorkedExample() {
        Stencil worked = Examples.worked();
        assertEquals(CellBox.of(10, 4106, 1, 1025), worked.useful());
        assertEquals(parts(1, 4, 1), worked.cellsPerItem());
        assertEquals(parts(64, 16, 1), worked.kernel().groups());
        assertEquals(1024, worked.kernel().groups().product());
        assertEquals(20, worked.ghost().projection(0));
        assertEquals(2, worked.ghost().projection(1));
        assertEquals(List.of(1, 0), Partition.priority(worked, Policy.PROJECTION));
    }

    @Test
    void ST10_zonesForTwoDevices() {
        StencilPlan plan = paper(Examples.worked(), 2);
        Zone first = plan.zones().get(0);
        Zone second = plan.zones().get(1);
        assertEquals(CellBox.of(10, 4106, 1, 513), first.write());
        assertEquals(CellBox.of(0, 4116, 0, 514), first.local());
        assertEquals(2_115_624, first.local().cells());
        assertEquals(CellBox.of(10, 4106, 513, 1025), second.write());
        assertEquals(CellBox.of(0, 4116, 512, 1026), second.local());
        assertEquals(parts(4096, 128, 1), first.items().size());
        assertEquals(parts(0, 1, 0), second.place());
        Transfer up = plan.transfers().get(1);
        assertEquals(0, up.from());
        assertEquals(List.of(CellBox.of(10, 4106, 512, 513)), up.boxes());
        assertEquals(List.of(CellBox.of(10, 4106, 513, 514)), plan.transfers().get(0).boxes());
        assertEquals(4096, up.cells());
    }

    @Test
    void ST10_zonesForFourDevices() {
        StencilPlan plan = paper(Examples.worked(), 4);
        List<CellBox> writes = plan.zones().stream().map(Zone::write).toList();
        assertEquals(
                List.of(
                        CellBox.of(10, 4106, 1, 257),
                        CellBox.of(10, 4106, 257, 513),
                        CellBox.of(10, 4106, 513, 769),
                        CellBox.of(10, 4106, 769, 1025)),
                writes);
        for (Zone zone : plan.zones()) {
            assertEquals(parts(4116, 258, 1), zone.local().size());
            assertEquals(1_061_928, zone.local().cells());
            assertEquals(parts(4096, 64, 1), zone.items().size());
        }
        assertEquals(List.of(1), plan.neighbours(0));
        assertEquals(List.of(0, 2), plan.neighbours(1));
        assertEquals(List.of(1, 3), plan.neighbours(2));
        assertEquals(List.of(2), plan.neighbours(3));
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 20480, 1", "4, 1, 61440, 2", "2, 2, 28672, 2"})
    void ST12_otherSplitsOfTheWorkedExample(long x, long y, long cells, int neighbours) {
        StencilPlan plan = Planner.grid(Examples.worked(), parts(x, y, 1), 1);
        assertEquals(cells, plan.cellsPerExchange());
        assertEquals(neighbours, plan.mostNeighbours());
    }

    @Test
    void ST12_boundingBoxesInsteadOfExactSetsWouldMoveTheCorners() {
        Stencil boxes =
                new StencilBuilder(2)
                        .output("A", ElementType.FLOAT, 4116, 1026)
                        .input("B", ElementType.FLOAT, 4116, 1026)
                        .extent("pitch", 0)
                        .swap("B", "A")
                        .ghost("B", -10, 10, -1, 1)
                        .kernel("jacobi.cl", "", "jacobi")
                        .global(4096, 256)
                        .local(64, 16)
                        .build();
        StencilPlan plan = Planner.grid(boxes, parts(2, 2, 1), 1);
        assertEquals(28_712, plan.cellsPerExchange());
        assertEquals(3, plan.mostNeighbours());
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "2, 2, 1",
        "3, 1, 3",
        "4, 4, 1",
        "5, 4, 1",
        "6, 2, 3",
        "7, 2, 3",
        "8, 2, 3",
        "12, 4, 3",
        "13, 4, 3"
    })
    void ST08_ST09_spaceOfFigure1(int devices, long x, long y) {
        assertEquals(parts(x, y, 1), paper(Examples.figure1(), devices).parts());
    }

    @Test
    void ST12_offsetLongerThanAZoneReachesTheSecondNext() {
        StencilPlan plan = paper(Examples.figure1(), 4);
        assertEquals(List.of(2), plan.neighbours(0));
        assertEquals(List.of(3), plan.neighbours(1));
        assertEquals(List.of(0), plan.neighbours(2));
    }

    @Test
    void ST06_thinDomainIsCutAcrossByVolumeOnly() {
        Stencil thin = Examples.jacobi(4096, 64, 4096, 64, 64, 16).build();
        StencilPlan projection = paper(thin, 4);
        assertEquals(parts(1, 4, 1), projection.parts());
        assertEquals(24_576, projection.cellsPerExchange());
        StencilPlan volume = Planner.plan(thin, PlanOptions.paper(4).with(Policy.VOLUME));
        assertEquals(parts(4, 1, 1), volume.parts());
        assertEquals(3_840, volume.cellsPerExchange());
        assertEquals(3_840, Planner.plan(thin, PlanOptions.devices(4)).cellsPerExchange());
    }

    @Test
    void ST12_diagonalPointHasThreeNeighbours() {
        Stencil diagonal =
                Examples.points(2, new long[] {8, 8}, new long[] {4, 4}, new long[] {-1, -1})
                        .build();
        StencilPlan plan = Planner.grid(diagonal, parts(2, 2, 1), 1);
        assertEquals(List.of(0, 1, 2), plan.neighbours(3));
        long[] cells =
                plan.transfers().stream()
                        .filter(transfer -> transfer.to() == 3)
                        .mapToLong(Transfer::cells)
                        .toArray();
        assertEquals(List.of(1L, 3L, 3L), java.util.Arrays.stream(cells).boxed().toList());
    }

    private static Stencil star(long x, long y, long z) {
        return Examples.points(
                        3,
                        new long[] {x, y, z},
                        new long[] {1, 1, 1},
                        new long[] {1, 0, 0},
                        new long[] {-1, 0, 0},
                        new long[] {0, 1, 0},
                        new long[] {0, -1, 0},
                        new long[] {0, 0, 1},
                        new long[] {0, 0, -1},
                        new long[] {0, 0, 0})
                .build();
    }

    @Test
    void ST06_ST11_threeDimensionsOfTwelveDevices() {
        StencilPlan plan = paper(star(8, 4, 6), 12);
        assertEquals(parts(1, 2, 6), plan.parts());
        assertEquals(12, distinct(plan));
        assertEquals(24, distinct(Planner.grid(star(4, 3, 2), parts(4, 3, 2), 1)));
    }

    private static int distinct(StencilPlan plan) {
        Set<Long> ids = new HashSet<>();
        for (Zone zone : plan.zones()) {
            Point place = zone.place();
            long id = (place.z() * plan.parts().y() + place.y()) * plan.parts().x() + place.x();
            assertEquals(zone.id(), id);
            ids.add(id);
        }
        return ids.size();
    }

    @Test
    void ST30_weightsByLargestRemainder() {
        StencilPlan plan =
                Planner.plan(
                        Examples.worked(),
                        PlanOptions.weighted(List.of(5.0, 3.0, 2.0)).with(Cut.WEIGHTED));
        List<Long> rows = plan.zones().stream().map(zone -> zone.write().size().y()).toList();
        assertEquals(List.of(512L, 320L, 192L), rows);
        assertEquals(2, paper(Examples.worked(), 3).zones().size());
        assertEquals(
                plan.zones(),
                Planner.plan(Examples.worked(), PlanOptions.weighted(List.of(5.0, 3.0, 2.0)))
                        .zones());
    }

    @Test
    void ST30_shareOfNoGroupLeavesTheDeviceOut() {
        StencilPlan plan =
                Planner.plan(
                        Examples.worked(),
                        PlanOptions.weighted(List.of(1.0, 1e-6, 1.0)).with(Cut.WEIGHTED));
        assertEquals(List.of(0, 2), plan.zones().stream().map(Zone::device).toList());
    }

    @Test
    void ST32_depthTwoHalvesTheMessages() {
        StencilPlan plan = Planner.grid(Examples.worked(), parts(1, 2, 1), 2);
        assertEquals(16_384, plan.cellsPerExchange());
        assertEquals(8_192, plan.redundantCells());
        assertEquals(24, plan.exchanges());
        assertEquals(49, Planner.grid(Examples.worked(), parts(1, 2, 1), 1).exchanges());
        double share = 8_192.0 / (2 * 4096 * 1024);
        assertEquals(0.098, share * 100, 0.001);
        assertEquals(2 * 64 * 4096, plan.redundantCellsInGroups());
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "5"})
    void ST32_redundantCellsFollowTheFormula(int depth) {
        StencilPlan plan = Planner.grid(Examples.worked(), parts(1, 4, 1), depth);
        long sides = 6;
        assertEquals(sides * 4096L * depth * (depth - 1) / 2, plan.redundantCells());
    }

    @Test
    void ST24_sameInputSamePlan() {
        for (int devices : new int[] {1, 3, 8, 32}) {
            StencilPlan plan = Planner.plan(Examples.worked(), PlanOptions.devices(devices));
            StencilPlan again = Planner.plan(Examples.worked(), PlanOptions.devices(devices));
            assertEquals(plan, again);
            assertEquals(plan.text(), again.text());
            assertEquals(plan.drawing(), again.drawing());
        }
    }

    @Test
    void ST13_nothingIsExchangedForOneZoneOrOneIteration() {
        assertEquals(0, paper(Examples.worked(), 1).exchanges());
        Stencil once = Examples.jacobi(64, 64, 64, 64, 16, 16).iterations(1).build();
        assertEquals(0, paper(once, 4).exchanges());
        assertTrue(paper(once, 4).cellsPerExchange() > 0);
    }

    @Test
    void ST13_nothingIsExchangedWithoutSwap() {
        Stencil still =
                Examples.points(2, new long[] {64, 64}, new long[] {16, 16}, new long[] {0, 1})
                        .swap("", "")
                        .iterations(9)
                        .build();
        StencilPlan plan = paper(still, 4);
        assertEquals(4, plan.zones().size());
        assertEquals(0, plan.exchanges());
        assertTrue(plan.text().contains("; 0 exchanges, 0 bytes"), plan.text());
    }

    @Test
    void ST31_stepsCoverTheZoneOnceAndTheInsideTouchesNoBorder() {
        for (int devices : IntStream.of(2, 4, 32).toArray()) {
            StencilPlan plan = paper(Examples.worked(), devices);
            for (Zone zone : plan.zones()) {
                List<CellBox> launches = zone.steps().getFirst();
                assertEquals(
                        zone.items().cells(), launches.stream().mapToLong(CellBox::cells).sum());
                assertEquals(
                        zone.items().cells(),
                        CellBox.union(launches).stream().mapToLong(CellBox::cells).sum());
                CellBox inside = plan.stencil().cells(launches.getLast());
                for (Transfer transfer : plan.transfers()) {
                    if (transfer.from() == zone.id() && launches.size() > 1) {
                        transfer.boxes().forEach(box -> assertTrue(box.and(inside).isEmpty()));
                    }
                }
            }
        }
    }

    @Test
    void ST03_axisWhosePitchTheKernelCannotKnowStaysWhole() {
        Stencil hardWired =
                new StencilBuilder(2)
                        .output("A", ElementType.FLOAT, 36, 34)
                        .input("B", ElementType.FLOAT, 36, 34)
                        .swap("B", "A")
                        .ghost("B", -2, 2, -1, 1)
                        .kernel("jacobi.cl", "", "jacobi")
                        .global(32, 32)
                        .local(4, 8)
                        .build();
        for (Cut cut : Cut.values()) {
            StencilPlan plan = Planner.plan(hardWired, PlanOptions.devices(8).with(cut));
            assertEquals(parts(1, 4, 1), plan.parts());
            assertTrue(plan.text().contains("no extent argument, so whole: x"), plan.text());
        }
        DescriptionException refused =
                assertThrows(
                        DescriptionException.class,
                        () -> Planner.grid(hardWired, parts(2, 2, 1), 1));
        assertTrue(refused.getMessage().contains("dimension 0 cannot be cut"));
    }

    @Test
    void ST04_partsThatDoNotDivideTheGroupsAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Planner.grid(Examples.worked(), parts(3, 1, 1), 1));
        assertThrows(IllegalArgumentException.class, () -> PlanOptions.devices(0));
        assertThrows(IllegalArgumentException.class, () -> PlanOptions.devices(4097));
    }

    @Test
    void ST23_arithmeticOfTheWorkedExample() {
        Stencil worked = Examples.worked();
        long flops = 4 * worked.useful().cells();
        assertEquals(16_777_216, flops);
        assertEquals(838_860_800, flops * worked.iterations());
    }
}
