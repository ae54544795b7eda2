package org.anabranch.k2h.time;

import org.anabranch.k2h.machine.Cost;
import org.anabranch.k2h.machine.Side;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What everything costs, in nanoseconds: one table for all benchmarks and figures. Immutable. Rows
 * say where they come from: the clocks of 1.4 and 1.2 GHz and the peak rates of the cores are TI's
 * (SPRS866) and the paper's; what is marked as chosen is an estimate of ours, of which {@code
 * docs/k2h.md} shows how much depends on it.
 */
public final class CostTable {
    /** The table of the figures. */
    public static final CostTable DEFAULT = new CostTable(rows());

    private final Map<Cost, Row> rows;

    /**
     * One price.
     *
     * @param cost of what
     * @param arm nanoseconds on an ARM core
     * @param dsp nanoseconds on a DSP
     * @param source where the numbers come from
     */
    public record Row(Cost cost, double arm, double dsp, String source) {}

    private CostTable(List<Row> list) {
        rows = new EnumMap<>(Cost.class);
        list.forEach(row -> rows.put(row.cost, row));
        for (Cost cost : Cost.values()) {
            if (!rows.containsKey(cost)) {
                throw new IllegalArgumentException("no price for " + cost);
            }
        }
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>(computing());
        rows.addAll(memory());
        rows.addAll(queues());
        return rows;
    }

    private static List<Row> computing() {
        String peak =
                "chosen: two cycles at 1.4 GHz on ARM; DSP by the ratio of peak rates, 19.2 to 11.2"
                        + " GFLOPS (SPRS866)";
        return List.of(
                new Row(Cost.FLOP_SINGLE, 1.43, 0.83, peak),
                new Row(Cost.FLOP_DOUBLE, 2.86, 1.67, "chosen: twice single precision"),
                new Row(Cost.ROOT, 14, 10, "chosen: 20 cycles; 12 with C66x's reciprocal root"),
                new Row(Cost.TRANSCENDENTAL, 120, 90, "chosen: 170 and 110 cycles"),
                new Row(Cost.TASK, 100, 100, "chosen: dispatch, call, return"));
    }

    private static List<Row> memory() {
        return List.of(
                new Row(Cost.LINE_MSMC, 15, 25, "chosen: on-chip latency, part of it hidden"),
                new Row(Cost.LINE_DDR, 40, 70, "chosen: DDR3-1600, partly hidden by prefetch"),
                new Row(Cost.LINE_BACK, 20, 35, "chosen: half a fetch from DDR"),
                new Row(Cost.FLUSH_CALL, 2000, 200, "chosen: a CMEM system call; a register wait"),
                new Row(Cost.FLUSH_LINE, 5, 5, "chosen: 7 cycles per line of the range"),
                new Row(Cost.INVALIDATE_ALL, 1500, 1500, "chosen: L1D and L2 of a C66x"),
                new Row(Cost.UNCACHED_WORD, 50, 30, "chosen: MSMC past the caches"));
    }

    private static List<Row> queues() {
        return List.of(
                new Row(Cost.DEQUE, 15, 15, "chosen: 20 cycles in L1"),
                new Row(Cost.DEQUE_PROBE, 40, 40, "chosen: a line from the shared L2"),
                new Row(Cost.DEQUE_STEAL, 120, 120, "chosen: fence, compare-and-set, a line"),
                new Row(Cost.QUEUE_PUSH, 60, 40, "chosen: one register write (SPRUGR9H), posted"),
                new Row(Cost.QUEUE_POP, 130, 90, "chosen: one register read (SPRUGR9H)"),
                new Row(Cost.DESCRIPTOR_WORD, 4, 4, "chosen: words of MSMC, in bursts"),
                new Row(Cost.ATOMIC, 30, 30, "chosen: load-linked, store-conditional"));
    }

    /**
     * A table that differs in one row.
     *
     * @param factor on both sides
     */
    public CostTable scaled(Cost cost, double factor) {
        List<Row> list = new ArrayList<>(rows.values());
        list.replaceAll(
                row ->
                        row.cost == cost
                                ? new Row(
                                        cost,
                                        row.arm * factor,
                                        row.dsp * factor,
                                        row.source + ", times " + factor)
                                : row);
        return new CostTable(list);
    }

    /**
     * A price.
     *
     * @return nanoseconds per unit
     */
    public double of(Side side, Cost cost) {
        Row row = rows.get(cost);
        return side == Side.ARM ? row.arm : row.dsp;
    }

    /** {@return all rows} */
    public List<Row> all() {
        return List.copyOf(rows.values());
    }
}
