package org.anabranch.k2h.program;

import org.anabranch.k2h.board.K2hException;

import java.util.Arrays;

/**
 * The runtime's own function: a box of tiles of a loop, packed into task arguments. It halves the
 * outermost dimension that has more than one tile, leaves the upper half to others and keeps the
 * lower, until one tile is left (HClib's order). Words: 0 loop function; 1 split; 2 rank; 3 element
 * bytes; 4 first offset; then low, high, stride, tile, from, to per dimension; then the arguments
 * of the program. For midpoint halving {@code from} and {@code to} are lattice points instead of
 * tiles.
 */
public final class LoopTask {
    private static final int HEADER = 5;
    private static final int PER_DIMENSION = 6;

    private LoopTask() {}

    /**
     * Returns the number of tiles of a task.
     *
     * @return tiles of its loop, or 1 if it is not a loop's
     */
    public static long tiles(int function, long[] arguments) {
        if (function != 0) {
            return 1;
        }
        long tiles = 1;
        for (int d = 0; d < arguments[2]; d++) {
            int at = HEADER + d * PER_DIMENSION;
            long span = arguments[at + 5] - arguments[at + 4];
            tiles *=
                    arguments[1] == LoopDomain.Split.MIDPOINT.ordinal()
                            ? Math.ceilDiv(span, arguments[at + 3])
                            : span;
        }
        return tiles;
    }

    /**
     * Returns the function that a task is measured as.
     *
     * @return the body of its loop, or the function itself
     */
    public static int measuredAs(int function, long[] arguments) {
        return function == 0 ? (int) arguments[0] : function;
    }

    static void start(Cpu cpu, Function loop, LoopDomain domain, long[] arguments) {
        if (!loop.loop()) {
            throw new K2hException.Program(loop + " is no body of a loop");
        }
        int rank = domain.dimensions().size();
        long[] words = new long[HEADER + rank * PER_DIMENSION + arguments.length];
        words[0] = loop.id();
        words[1] = domain.split().ordinal();
        words[2] = rank;
        words[3] = domain.elementBytes();
        words[4] = domain.firstOffset();
        for (int d = 0; d < rank; d++) {
            LoopDomain.Dimension dimension = domain.dimensions().get(d);
            long[] row = {
                dimension.low(), dimension.high(), dimension.stride(), dimension.tile(), 0, 0
            };
            System.arraycopy(row, 0, words, HEADER + d * PER_DIMENSION, PER_DIMENSION);
            long to =
                    domain.split() == LoopDomain.Split.MIDPOINT
                            ? dimension.count()
                            : grid(words, d).tiles();
            words[HEADER + d * PER_DIMENSION + 5] = to;
            if (to == 0) {
                return;
            }
        }
        System.arraycopy(arguments, 0, words, HEADER + rank * PER_DIMENSION, arguments.length);
        if (domain.split() == LoopDomain.Split.CHUNKED) {
            chunks(cpu, words, 0);
        } else if (cpu.runsTasks()) {
            run(cpu, words);
        } else {
            cpu.async(cpu.function(0), words);
        }
    }

    private static void chunks(Cpu cpu, long[] words, int dimension) {
        if (dimension == words[2]) {
            cpu.async(cpu.function(0), words);
            return;
        }
        int at = HEADER + dimension * PER_DIMENSION + 4;
        long to = words[at + 1];
        for (long tile = 0; tile < to; tile++) {
            long[] part = words.clone();
            part[at] = tile;
            part[at + 1] = tile + 1;
            chunks(cpu, part, dimension + 1);
        }
    }

    static void run(Cpu cpu, long[] words) {
        boolean midpoint = words[1] == LoopDomain.Split.MIDPOINT.ordinal();
        long leaf = midpoint ? words[HEADER + 3] : 1;
        for (int d = 0; d < words[2]; d++) {
            int at = HEADER + d * PER_DIMENSION + 4;
            while (words[at + 1] - words[at] > leaf) {
                long middle = words[at] + (words[at + 1] - words[at]) / 2;
                long[] upper = words.clone();
                upper[at] = middle;
                words[at + 1] = middle;
                cpu.async(cpu.function(0), upper);
            }
        }
        Function loop = cpu.function((int) words[0]);
        long[] arguments =
                Arrays.copyOfRange(words, HEADER + (int) words[2] * PER_DIMENSION, words.length);
        ((LoopCode) loop.code(cpu.core().isDsp())).run(cpu, arguments, tile(words, midpoint));
    }

    private static Tile tile(long[] words, boolean midpoint) {
        int rank = (int) words[2];
        long[] bounds = new long[rank * 3];
        for (int d = 0; d < rank; d++) {
            LoopGrid grid = grid(words, d);
            long from = words[HEADER + d * PER_DIMENSION + 4];
            long to = words[HEADER + d * PER_DIMENSION + 5];
            bounds[d * 3] = midpoint ? grid.low() + from * grid.stride() : grid.cut(from);
            bounds[d * 3 + 1] =
                    midpoint
                            ? Math.min(grid.high(), grid.low() + to * grid.stride())
                            : grid.cut(to);
            bounds[d * 3 + 2] = grid.stride();
        }
        return new Tile(bounds);
    }

    private static LoopGrid grid(long[] words, int dimension) {
        int at = HEADER + dimension * PER_DIMENSION;
        boolean innermost = dimension == words[2] - 1;
        return new LoopGrid(
                words[at],
                words[at + 1],
                words[at + 2],
                words[at + 3],
                innermost ? (int) words[3] : 0,
                innermost ? (int) words[4] : 0);
    }
}
