package org.anabranch.stencil.run;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Piece;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;
import org.anabranch.stencil.geometry.Point;

import java.util.ArrayList;
import java.util.List;

/**
 * One launch of the kernel over some work-items of a zone. The zone is a smaller complete problem
 * to the kernel: items count from its own first one, arrays begin with its local box, extents are
 * its own (ST-03).
 *
 * @param memory the zone
 * @param stencil the stencil
 * @param items global work-items
 * @param swapped true if the arrays of the swap are exchanged
 */
record ZoneLaunch(ZoneMemory memory, Stencil stencil, CellBox items, boolean swapped) {
    private static final long CELLS_PER_TILE = 1 << 15;
    private static final long TILES_PER_PROCESSOR = 8;

    /** The use of an array by the launch. */
    record Use(Buffer buffer, CellBox cells, boolean writes) {}

    private Point origin() {
        Point first = memory.zone.local().low();
        Point useful = stencil.useful().low();
        Point per = stencil.cellsPerItem();
        Point lower = stencil.ghost().lower();
        Point cells = first.minus(lower).minus(useful);
        return Point.of(stencil.rank(), 0, axis -> cells.get(axis) / per.get(axis));
    }

    /**
     * {@return the items, counted from the zone's first, with tiles for the workers of the host}
     */
    Loop loop() {
        CellBox local = items.from(origin());
        long rows = items.size().get(stencil.rank() - 1);
        long cells = stencil.cells(items).cells();
        long processors = memory.domain.processors().count();
        long most = processors == 1 ? 1 : processors * TILES_PER_PROCESSOR;
        long tiles = Math.clamp(cells / CELLS_PER_TILE, 1, Math.min(rows, most));
        List<Loop.Dimension> dimensions = new ArrayList<>();
        for (int axis = stencil.rank() - 1; axis >= 0; axis--) {
            long count = local.size().get(axis);
            long tile = axis == stencil.rank() - 1 ? (count + tiles - 1) / tiles : count;
            dimensions.add(
                    new Loop.Dimension(local.low().get(axis), local.high().get(axis), 1, tile));
        }
        return new Loop(dimensions, Loop.Split.CHUNKED);
    }

    /** {@return the kernel's arguments, in its order} */
    Argument[] arguments() {
        List<Argument> all = new ArrayList<>();
        for (StencilArgument argument : stencil.arguments()) {
            all.add(
                    switch (argument.property()) {
                        case SCALAR -> Argument.of(argument.value());
                        case EXTENT -> argument.extentOf(memory.zone.local().size());
                        case INPUT -> buffer(argument).in(read(argument));
                        case OUTPUT -> buffer(argument).out(written());
                        case INOUT -> buffer(argument).inOut(written());
                    });
        }
        return all.toArray(Argument[]::new);
    }

    private Buffer buffer(StencilArgument argument) {
        return memory.buffer(argument.name(), swapped);
    }

    private Mapping written() {
        return (piece, shape) -> GridRows.region(shape, cells(piece));
    }

    private Mapping read(StencilArgument argument) {
        return stencil.isCut(argument)
                ? (piece, shape) ->
                        GridRows.region(shape, cells(piece).reach(stencil.ghost().box()))
                : Mapping.whole();
    }

    /** {@return the cells of a piece, in the zone's own coordinates} */
    private CellBox cells(Piece piece) {
        int last = stencil.rank() - 1;
        CellBox local =
                CellBox.of(
                        stencil.rank(),
                        axis -> piece.low(last - axis),
                        axis -> piece.end(last - axis));
        return memory.zone.local(stencil.cells(local.plus(origin())));
    }

    /** {@return the uses of the arrays that are exchanged, in the zone's own coordinates} */
    List<Use> exchanged() {
        CellBox write = memory.zone.local(stencil.cells(items));
        return stencil.swaps()
                ? List.of(
                        new Use(
                                memory.buffer(stencil.swapIn(), swapped),
                                write.reach(stencil.ghost().box()),
                                false),
                        new Use(memory.buffer(stencil.swapOut(), swapped), write, true))
                : List.of();
    }
}
