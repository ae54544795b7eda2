package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.CellBox;

import java.util.ArrayList;
import java.util.List;

/**
 * The data movement for a new cut, at the end of a period, after its exchange; pure. Data that a
 * device has stays there. Data that another zone wrote and the new zone reads comes from that zone.
 * The rest - inputs and fixed borders that the device never had - comes from the program's arrays.
 *
 * <p>The new zone gets all cells of each array that a launch can access. For those that its kernel
 * does not read (the corners of a cross) any value will do, and the nearest copy is used. An output
 * needs no old values where it is written next.
 *
 * @param moves disjoint for each zone and array
 */
public record CutChange(List<Move> moves) {
    /** The pseudo-zone that stands for the program's arrays. */
    public static final int PROGRAM = -1;

    /**
     * A movement of cells to a new zone.
     *
     * @param argument the array, under its new name
     * @param to new zone
     * @param from old zone, or {@link #PROGRAM}
     * @param stays true if both are of one device
     * @param boxes disjoint boxes of cells, in the coordinates of the whole array
     */
    public record Move(
            StencilArgument argument, int to, int from, boolean stays, List<CellBox> boxes) {

        /** {@return the size in bytes} */
        public long bytes() {
            return Transfer.count(boxes) * argument.type().bytes();
        }
    }

    /**
     * Compares two cuts.
     *
     * @param before the present plan
     * @param after another one of the same stencil
     * @return the necessary movements
     */
    public static CutChange of(StencilPlan before, StencilPlan after) {
        List<Move> moves = new ArrayList<>();
        for (Zone zone : after.zones()) {
            Zone old = null;
            for (Zone one : before.zones()) {
                old = one.device() == zone.device() ? one : old;
            }
            for (StencilArgument argument : after.stencil().arguments()) {
                if (after.stencil().isCut(argument)) {
                    new Gathering(before, after, zone, old, argument).into(moves);
                }
            }
        }
        return new CutChange(List.copyOf(moves));
    }

    /** {@return the bytes that come from another device or from the program} */
    public long bytes() {
        return moves.stream().filter(move -> !move.stays).mapToLong(Move::bytes).sum();
    }

    /** One array of one new zone. */
    private record Gathering(
            StencilPlan before, StencilPlan after, Zone zone, Zone old, StencilArgument argument) {

        void into(List<Move> moves) {
            List<CellBox> rest = touched();
            List<CellBox> read = read();
            if (old != null) {
                rest = move(moves, rest, old.id(), true, CellBox.common(rest, fresh()));
            }
            for (Zone owner : before.zones()) {
                List<CellBox> written =
                        CellBox.common(CellBox.common(rest, read), List.of(owner.write()));
                rest = move(moves, rest, owner.id(), owner.equals(old), written);
            }
            if (old != null) {
                List<CellBox> unread = CellBox.common(rest, List.of(old.local()));
                rest = move(moves, rest, old.id(), true, unread);
            }
            move(moves, rest, PROGRAM, false, rest);
        }

        private List<CellBox> move(
                List<Move> moves,
                List<CellBox> rest,
                int from,
                boolean stays,
                List<CellBox> boxes) {
            if (boxes.isEmpty()) {
                return rest;
            }
            moves.add(new Move(argument, zone.id(), from, stays, boxes));
            return CellBox.without(rest, boxes);
        }

        private boolean inPlace() {
            return argument.property() == Property.INOUT;
        }

        private boolean isIn() {
            return argument.name().equals(stencil().swapIn());
        }

        private boolean isOut() {
            return argument.name().equals(stencil().swapOut());
        }

        private Stencil stencil() {
            return after.stencil();
        }

        /** Returns the cells that launches access before the new zone has written them. */
        private List<CellBox> touched() {
            if (!argument.property().isWritten() || isOut() && inPlace()) {
                return List.of(zone.local());
            }
            if (isOut()) {
                return CellBox.without(List.of(zone.local()), List.of(zone.write()));
            }
            return inPlace() ? List.of(zone.write()) : List.of();
        }

        /** Returns those of them that are computed in each iteration, and read. */
        private List<CellBox> read() {
            CellBox computed = after.computed(zone, 0);
            List<CellBox> cells = new ArrayList<>();
            if (isIn()) {
                cells.addAll(after.readSet(zone.id()));
                StencilArgument out = stencil().argument(stencil().swapOut()).orElseThrow();
                if (out.property() == Property.INOUT) {
                    cells.add(computed);
                }
            } else if (inPlace()) {
                cells.add(computed);
            }
            return CellBox.common(CellBox.union(cells), List.of(stencil().useful()));
        }

        /** Returns the cells of the device's old zone that other zones have not computed since. */
        private List<CellBox> fresh() {
            if (!argument.property().isWritten() && !isIn()) {
                return List.of(old.local());
            }
            List<CellBox> cells =
                    new ArrayList<>(
                            CellBox.without(List.of(old.local()), List.of(stencil().useful())));
            if (isIn() || inPlace()) {
                cells.add(old.write());
            }
            for (Transfer transfer : before.transfers()) {
                if (transfer.to() == old.id()) {
                    cells.addAll(
                            isIn() ? transfer.boxes() : isOut() ? transfer.previous() : List.of());
                }
            }
            return CellBox.union(cells);
        }
    }
}
