package org.anabranch.stencil.plan;

import org.anabranch.stencil.geometry.CellBox;

import java.util.List;

/**
 * A transfer from one zone to another at an exchange: exactly the cells that the one wrote and the
 * other reads (ST-12). Immutable.
 *
 * @param from zone that wrote them
 * @param to zone that reads them
 * @param boxes disjoint boxes of cells, of the array written last
 * @param previous the same for the array written before, which only deep ghosts of an array that is
 *     updated in place need
 */
public record Transfer(int from, int to, List<CellBox> boxes, List<CellBox> previous) {

    /** Copies the lists. */
    public Transfer {
        boxes = List.copyOf(boxes);
        previous = List.copyOf(previous);
    }

    /** {@return cells sent per exchange} */
    public long cells() {
        return count(boxes) + count(previous);
    }

    static long count(List<CellBox> boxes) {
        return boxes.stream().mapToLong(CellBox::cells).sum();
    }
}
