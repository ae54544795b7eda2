package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.DescriptionException;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;
import org.anabranch.stencil.plan.PlanOptions.Cut;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The planner: cuts a stencil into zones and computes their exchanges; pure, needs no device.
 *
 * <p>Zone B reads the union, over the dependent points p, of the cells that it computes shifted by
 * p; zone A sends it the part of those that A writes (paper 002, formula 4, with exact sets:
 * ST-12). All sets are disjoint boxes. With ghosts of depth k a zone computes, j iterations after
 * an exchange, the cells it writes and k - 1 - j ghost widths around them, so that it needs no data
 * until the next exchange (ST-32).
 */
public final class Planner {
    private static final double CLOSE = 0.95;

    private Planner() {}

    /**
     * Returns the plan of a stencil.
     *
     * @param stencil the stencil
     * @param options options for cutting
     * @return the plan
     */
    public static StencilPlan plan(Stencil stencil, PlanOptions options) {
        refuseAccumulators(stencil, options.depth());
        if (options.cut() == Cut.GCD) {
            Point parts = Partition.divisors(stencil, options);
            return plan(stencil, options, Partition.grid(stencil, parts));
        }
        List<StencilPlan> slabs = new ArrayList<>();
        for (int axis : Partition.priority(stencil, options.policy())) {
            slabs.add(plan(stencil, options, Partition.slabs(stencil, axis, options.weights())));
        }
        if (options.cut() == Cut.BEST) {
            Point parts = Partition.divisors(stencil, options);
            slabs.add(plan(stencil, options, Partition.grid(stencil, parts)));
        }
        return best(slabs, options.weights());
    }

    /**
     * Returns a plan with a given number of equal parts.
     *
     * @param stencil the stencil
     * @param parts by axis; each divides the groups of its axis
     * @param depth iterations from one exchange to the next
     * @return the plan, with one device for each zone
     * @throws IllegalArgumentException if the parts do not divide the groups
     * @throws DescriptionException if the kernel cannot know the pitch of a part
     */
    public static StencilPlan grid(Stencil stencil, Point parts, int depth) {
        refuseAccumulators(stencil, depth);
        Partition partition = Partition.grid(stencil, parts);
        PlanOptions options = PlanOptions.devices((int) parts.product()).deep(depth);
        return plan(stencil, options, partition);
    }

    /**
     * Rejects deep ghosts for accumulators: redundant iterations would update such an array in one
     * zone and not in the other.
     */
    private static void refuseAccumulators(Stencil stencil, int depth) {
        for (StencilArgument argument : stencil.arguments()) {
            if (depth > 1
                    && argument.property() == StencilArgument.Property.INOUT
                    && !argument.name().equals(stencil.swapOut())) {
                throw new DescriptionException(
                        "argument " + argument.name(),
                        "an array that is updated in place without swap needs ghosts of depth 1");
            }
        }
    }

    /**
     * Returns, of the plans that keep the devices about equally busy, the one that exchanges least.
     */
    private static StencilPlan best(List<StencilPlan> plans, List<Double> weights) {
        double fastest = plans.stream().mapToDouble(plan -> speed(plan, weights)).max().orElse(0);
        StencilPlan best = null;
        for (StencilPlan plan : plans) {
            boolean busy = speed(plan, weights) >= CLOSE * fastest;
            if (busy && (best == null || plan.cellsPerExchange() < best.cellsPerExchange())) {
                best = plan;
            }
        }
        return best;
    }

    /** {@return cells per unit of time if only computation took time} */
    private static double speed(StencilPlan plan, List<Double> weights) {
        double longest = 0;
        for (Zone zone : plan.zones()) {
            longest = Math.max(longest, zone.write().cells() / weights.get(zone.device()));
        }
        return plan.stencil().useful().cells() / longest;
    }

    private static StencilPlan plan(Stencil stencil, PlanOptions options, Partition partition) {
        Point parts = partition.parts();
        int count = (int) parts.product();
        List<CellBox> writes = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            writes.add(stencil.cells(partition.items(stencil, Point.at(id, parts))));
        }
        ZoneSteps steps = new ZoneSteps(stencil, options.depth());
        List<Transfer> transfers = transfers(steps, partition, writes);
        List<List<CellBox>> imports = lists(count);
        List<List<CellBox>> exports = lists(count);
        for (Transfer transfer : transfers) {
            imports.get(transfer.to()).addAll(transfer.boxes());
            imports.get(transfer.to()).addAll(transfer.previous());
            exports.get(transfer.from()).addAll(transfer.boxes());
        }
        List<Zone> zones = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            CellBox write = writes.get(id);
            Point place = Point.at(id, parts);
            zones.add(
                    new Zone(
                            id,
                            place,
                            partition.devices().get(id),
                            partition.items(stencil, place),
                            write,
                            local(steps, write),
                            steps.of(write, imports.get(id), exports.get(id))));
        }
        return new StencilPlan(stencil, options, parts, zones, transfers);
    }

    private static List<List<CellBox>> lists(int count) {
        return IntStream.range(0, count).<List<CellBox>>mapToObj(id -> new ArrayList<>()).toList();
    }

    private static CellBox local(ZoneSteps steps, CellBox write) {
        Stencil stencil = steps.stencil();
        CellBox computed = stencil.cells(stencil.groupsAround(steps.computed(write, 0)));
        return computed.reach(stencil.ghost().box());
    }

    private static List<Transfer> transfers(
            ZoneSteps steps, Partition partition, List<CellBox> writes) {
        Stencil stencil = steps.stencil();
        List<Transfer> transfers = new ArrayList<>();
        if (!stencil.swaps()) {
            return transfers;
        }
        boolean inPlace =
                steps.depth() > 1
                        && stencil.argument(stencil.swapOut()).orElseThrow().property()
                                == StencilArgument.Property.INOUT;
        List<CellBox> offsets = new ArrayList<>(stencil.ghost().offsets());
        if (inPlace) {
            offsets.add(CellBox.of(0, 1));
        }
        for (int to = 0; to < writes.size(); to++) {
            CellBox computed = steps.computed(writes.get(to), 0);
            CellBox reach = computed.reach(stencil.ghost().box());
            for (int from : partition.touched(stencil, reach)) {
                if (from == to) {
                    continue;
                }
                List<CellBox> boxes = shared(writes.get(from), computed, offsets);
                List<CellBox> previous =
                        inPlace
                                ? shared(writes.get(from), computed, List.of(CellBox.of(0, 1)))
                                : List.of();
                if (!boxes.isEmpty() || !previous.isEmpty()) {
                    transfers.add(new Transfer(from, to, boxes, previous));
                }
            }
        }
        return transfers;
    }

    private static List<CellBox> shared(CellBox written, CellBox computed, List<CellBox> offsets) {
        List<CellBox> boxes = new ArrayList<>();
        for (CellBox offset : offsets) {
            CellBox both = computed.reach(offset).and(written);
            if (!both.isEmpty()) {
                boxes.add(both);
            }
        }
        return CellBox.union(boxes);
    }
}
