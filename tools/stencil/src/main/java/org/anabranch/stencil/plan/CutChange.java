package org.anabranch.stencil.plan;

import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.description.StencilArgument.Property;
import org.anabranch.stencil.geometry.Box;

import java.util.ArrayList;
import java.util.List;

/**
 * What has to move when zones are cut again, at the end of a period, after its exchange; pure. What
 * a device has stays there; what another zone wrote and the new zone reads comes from that zone;
 * the rest - inputs and fixed borders that the device never had - from the program's arrays.
 *
 * <p>Of each array the new zone gets all cells that a launch can touch, so that nothing is missing
 * when it runs; of those that its kernel does not read (the corners of a cross) any value will do,
 * and the nearest is taken. An output needs no old values where it is written next.
 *
 * @param moves disjoint for each zone and array
 */
public record CutChange(List<Move> moves) {
    /** In place of the number of a zone: the array of the program. */
    public static final int PROGRAM = -1;

    /**
     * Cells for a new zone.
     *
     * @param argument the array, under the name that it has from now on
     * @param to new zone
     * @param from old zone, or {@link #PROGRAM}
     * @param stays whether both are of one device
     * @param boxes disjoint boxes of cells, in the coordinates of the whole array
     */
    public record Move(StencilArgument argument, int to, int from, boolean stays, List<Box> boxes) {

        /** {@return how much that is} */
        public long bytes() {
            return Transfer.count(boxes) * argument.type().bytes();
        }
    }

    /**
     * Compares two cuts.
     *
     * @param before the present plan
     * @param after another one of the same stencil
     * @return what has to move
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

    /** {@return bytes that come from elsewhere} */
    public long bytes() {
        return moves.stream().filter(move -> !move.stays).mapToLong(Move::bytes).sum();
    }

    /** One array of one new zone. */
    private record Gathering(
            StencilPlan before, StencilPlan after, Zone zone, Zone old, StencilArgument argument) {

        void into(List<Move> moves) {
            List<Box> rest = touched();
            List<Box> read = read();
            if (old != null) {
                rest = move(moves, rest, old.id(), true, Box.common(rest, fresh()));
            }
            for (Zone owner : before.zones()) {
                List<Box> written = Box.common(Box.common(rest, read), List.of(owner.write()));
                rest = move(moves, rest, owner.id(), owner.equals(old), written);
            }
            if (old != null) {
                List<Box> unread = Box.common(rest, List.of(old.local()));
                rest = move(moves, rest, old.id(), true, unread);
            }
            move(moves, rest, PROGRAM, false, rest);
        }

        private List<Box> move(
                List<Move> moves, List<Box> rest, int from, boolean stays, List<Box> boxes) {
            if (boxes.isEmpty()) {
                return rest;
            }
            moves.add(new Move(argument, zone.id(), from, stays, boxes));
            return Box.without(rest, boxes);
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

        /** Cells that launches touch before the new zone has written them. */
        private List<Box> touched() {
            if (!argument.property().isWritten() || isOut() && inPlace()) {
                return List.of(zone.local());
            }
            if (isOut()) {
                return Box.without(List.of(zone.local()), List.of(zone.write()));
            }
            return inPlace() ? List.of(zone.write()) : List.of();
        }

        /** Of these, what is computed anew in each iteration and read. */
        private List<Box> read() {
            Box computed = Planner.computed(stencil(), zone.write(), after.options().depth(), 0);
            List<Box> cells = new ArrayList<>();
            if (isIn()) {
                cells.addAll(after.readSet(zone.id()));
                StencilArgument out = stencil().argument(stencil().swapOut()).orElseThrow();
                if (out.property() == Property.INOUT) {
                    cells.add(computed);
                }
            } else if (inPlace()) {
                cells.add(computed);
            }
            return Box.common(Box.union(cells), List.of(stencil().useful()));
        }

        /** What the device's old zone has, and is not overtaken by what others computed. */
        private List<Box> fresh() {
            if (!argument.property().isWritten() && !isIn()) {
                return List.of(old.local());
            }
            List<Box> cells =
                    new ArrayList<>(Box.without(List.of(old.local()), List.of(stencil().useful())));
            if (isIn() || inPlace()) {
                cells.add(old.write());
            }
            for (Transfer transfer : before.transfers()) {
                if (transfer.to() == old.id()) {
                    cells.addAll(
                            isIn() ? transfer.boxes() : isOut() ? transfer.previous() : List.of());
                }
            }
            return Box.union(cells);
        }
    }
}
