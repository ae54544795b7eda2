package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.Point;

import java.util.ArrayList;
import java.util.List;

/**
 * The division of a zone's computation into launches (ST-31). The inside neither reads received
 * cells nor writes cells that are sent; the rest, in slabs, comes first. All launches are whole
 * groups.
 */
record ZoneSteps(Stencil stencil, int depth) {

    /**
     * Returns the launches of all iterations of a period.
     *
     * @param write cells of the zone
     * @param imports cells it receives
     * @param exports cells it sends
     */
    List<List<CellBox>> of(CellBox write, List<CellBox> imports, List<CellBox> exports) {
        List<List<CellBox>> steps = new ArrayList<>();
        for (int step = 0; step < depth; step++) {
            CellBox all = stencil.groupsAround(computed(write, step));
            CellBox inside = all;
            if (step == 0) {
                for (CellBox box : imports) {
                    inside = shrunk(inside, stencil.groupsAround(readers(box)));
                }
            }
            if (step == depth - 1) {
                for (CellBox box : exports) {
                    inside = shrunk(inside, stencil.groupsAround(box));
                }
            }
            List<CellBox> launches = new ArrayList<>();
            if (inside.isEmpty()) {
                launches.add(all);
            } else {
                launches.addAll(all.minus(inside));
                launches.add(inside);
            }
            steps.add(launches);
        }
        return steps;
    }

    /** {@return the cells that a zone computes, {@code step} iterations after an exchange} */
    CellBox computed(CellBox write, int step) {
        long widths = depth - 1L - step;
        Point lower = stencil.ghost().lower();
        Point upper = stencil.ghost().upper();
        return CellBox.of(
                        3,
                        axis -> write.low().get(axis) + widths * lower.get(axis),
                        axis -> write.high().get(axis) + widths * upper.get(axis))
                .and(stencil.useful());
    }

    /** {@return the cells whose computation may read some of these} */
    private CellBox readers(CellBox cells) {
        Point lower = stencil.ghost().lower();
        Point upper = stencil.ghost().upper();
        return cells.reach(new CellBox(Point.ZERO.minus(upper), Point.ONE.minus(lower)));
    }

    /**
     * {@return the largest box that remains when one side is cut off so that it is disjoint from
     * the hole}
     */
    private static CellBox shrunk(CellBox box, CellBox hole) {
        if (box.and(hole).isEmpty()) {
            return box;
        }
        CellBox best = CellBox.of(0, 0);
        for (int axis = 2; axis >= 0; axis--) {
            CellBox above = box.with(axis, hole.high().get(axis), box.high().get(axis));
            CellBox below = box.with(axis, box.low().get(axis), hole.low().get(axis));
            for (CellBox rest : List.of(above, below)) {
                if (rest.cells() > best.cells()) {
                    best = rest;
                }
            }
        }
        return best;
    }
}
