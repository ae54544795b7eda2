package org.anabranch.stencil;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Piece;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;
import org.anabranch.stencil.geometry.Point;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The reference semantics of a stencil: one kernel over the whole grid, iteration after iteration,
 * without a platform.
 */
public final class Sequential {
    private Sequential() {}

    /** Runs and leaves the result under the names that arrays have in the end. */
    public static void run(Stencil stencil, JavaKernel kernel, Map<String, MemorySegment> arrays)
            throws Exception {
        Map<String, MemorySegment> now = new HashMap<>(arrays);
        CellBox items = new CellBox(Point.ZERO, stencil.kernel().global());
        for (long t = 0; t < stencil.iterations(); t++) {
            kernel.run(piece(stencil.rank(), items), new Whole(stencil, now));
            if (stencil.swaps()) {
                MemorySegment in = now.put(stencil.swapIn(), now.get(stencil.swapOut()));
                now.put(stencil.swapOut(), in);
            }
        }
        if (stencil.swaps() && stencil.iterations() % 2 == 1) {
            exchangeUseful(stencil, arrays.get(stencil.swapIn()), arrays.get(stencil.swapOut()));
        }
    }

    /** The result is computed cells only: borders stay with their array. */
    private static void exchangeUseful(Stencil stencil, MemorySegment a, MemorySegment b) {
        StencilArgument grid = stencil.grid();
        CellBox useful = stencil.useful();
        MemorySegment kept = Arena.ofAuto().allocate(grid.bytes(), 8);
        int bytes = grid.type().bytes();
        kept.copyFrom(a.asSlice(0, grid.bytes()));
        GridRows.copy(b, grid.size(), useful, a, grid.size(), useful, bytes);
        GridRows.copy(kept, grid.size(), useful, b, grid.size(), useful, bytes);
    }

    public static Piece piece(int rank, CellBox items) {
        long[] low = {0, 0, 0};
        long[] high = {1, 1, 1};
        for (int axis = 0; axis < rank; axis++) {
            low[rank - 1 - axis] = items.low().get(axis);
            high[rank - 1 - axis] = items.high().get(axis);
        }
        return new Piece(rank, low[0], high[0], 1, low[1], high[1], 1, low[2], high[2], 1);
    }

    /** Arrays of a stencil with random bits that are sensible numbers. */
    public static Map<String, MemorySegment> arrays(Stencil stencil, Random random) {
        Map<String, MemorySegment> arrays = new HashMap<>();
        for (StencilArgument argument : stencil.arguments()) {
            if (argument.property().isArray()) {
                MemorySegment memory = Arena.ofAuto().allocate(argument.bytes(), 128);
                Cells cells = new Cells(argument.type(), memory);
                for (long i = 0; i < argument.size().product(); i++) {
                    cells.set(i, random.nextInt(2_000_001) / 1e6 - 1);
                }
                arrays.put(argument.name(), memory);
            }
        }
        return arrays;
    }

    public static Map<String, MemorySegment> copy(Map<String, MemorySegment> arrays) {
        Map<String, MemorySegment> copies = new HashMap<>();
        arrays.forEach(
                (name, memory) ->
                        copies.put(
                                name,
                                Arena.ofAuto().allocate(memory.byteSize(), 128).copyFrom(memory)));
        return copies;
    }

    /** Arguments of one launch over everything. */
    private static final class Whole implements KernelArguments {
        private final List<Object> values = new ArrayList<>();
        private final List<StencilArgument> arguments;

        Whole(Stencil stencil, Map<String, MemorySegment> now) {
            arguments = stencil.arguments();
            for (StencilArgument argument : arguments) {
                values.add(
                        switch (argument.property()) {
                            case SCALAR -> argument.value();
                            case EXTENT -> stencil.grid().size().get(argument.axis());
                            default -> now.get(argument.name());
                        });
            }
        }

        @Override
        public MemorySegment segment(int position) {
            return (MemorySegment) values.get(position);
        }

        @Override
        public long pitch(int position) {
            return arguments.get(position).size().x();
        }

        @Override
        public long columns(int position) {
            return arguments.get(position).size().x();
        }

        @Override
        public long rows(int position) {
            return arguments.get(position).size().y() * arguments.get(position).size().z();
        }

        @Override
        public long slices(int position) {
            return 1;
        }

        @Override
        public long slicePitch(int position) {
            return rows(position) * pitch(position);
        }

        @Override
        public long longAt(int position) {
            return ((Number) values.get(position)).longValue();
        }

        @Override
        public double doubleAt(int position) {
            return ((Number) values.get(position)).doubleValue();
        }
    }
}
