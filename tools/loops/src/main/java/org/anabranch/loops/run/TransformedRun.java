package org.anabranch.loops.run;

import org.anabranch.api.Platform;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.device.Pieces;
import org.anabranch.loops.run.TransformedMemory.Part;

import java.util.Arrays;
import java.util.List;

/**
 * The run of a transformed loop: in tiles, each with memory of its own, which are joined at the end
 * in the order of the tiles. The transformed memory of the program is unchanged until all tiles
 * have completed normally.
 */
final class TransformedRun {
    /** The iterations per cell of a tile from which more tiles, and their memory, cost little. */
    private static final int ITERATIONS_PER_CELL = 16;

    private final Platform platform;
    private final TransformedLoop loop;
    private final long low;
    private final long high;
    private final long tile;
    private final int tiles;
    private final Part[][] parts;
    private volatile Throwable thrown;

    TransformedRun(Platform platform, TransformedLoop loop, long low, long high) {
        this.platform = platform;
        this.loop = loop;
        this.low = low;
        this.high = high;
        long count = high - low;
        this.tile =
                loop.isFixed() ? SiteLoops.TILE : (count - 1) / most(loop.ownCells(), count) + 1;
        this.tiles = (int) ((count - 1) / tile + 1);
        this.parts = new Part[tiles][];
    }

    /**
     * Returns the number of tiles that a loop would have, at most.
     *
     * @param fixed true if tiles have a fixed size
     * @param cells of each tile
     * @param count the number of iterations
     */
    static long tiles(boolean fixed, long cells, long count) {
        return fixed ? (count - 1) / SiteLoops.TILE + 1 : most(cells, count);
    }

    /** Returns a number of tiles; many small ones end together, though a worker may come late. */
    private static long most(long cells, long count) {
        int processors = Runtime.getRuntime().availableProcessors();
        long small = 8L * processors;
        boolean isCheap = cells <= count / small / ITERATIONS_PER_CELL;
        return Math.min(count, isCheap ? small : 2L * processors);
    }

    /**
     * Makes the memory of all tiles.
     *
     * @return false if there is no room for it; nothing has run then
     */
    boolean prepare() {
        try {
            loop.prepare();
            for (int t = 0; t < tiles; t++) {
                parts[t] = loop.parts(t == 0);
            }
            return true;
        } catch (OutOfMemoryError full) {
            Arrays.fill(parts, null);
            return false;
        }
    }

    /**
     * Runs the loop.
     *
     * @return the exception, or null; after an exception nothing is joined
     */
    Throwable run() {
        Pieces.run(platform, tiles, this::tile);
        if (thrown == null) {
            join();
        }
        return thrown;
    }

    private void tile(int number) {
        if (thrown != null) {
            return;
        }
        long from = low + number * tile;
        try {
            loop.run(parts[number], from, from + Math.min(tile, high - from));
        } catch (Throwable failure) {
            thrown = failure;
        }
    }

    /** Joins the parts as a binary tree, which is the same for the same number of iterations. */
    private void join() {
        List<TransformedMemory> memories = loop.memories();
        Part[] program = new Part[memories.size()];
        for (int m = 0; m < program.length; m++) {
            program[m] = new Part(memories.get(m).cells, null);
        }
        for (int m = 0; m < memories.size(); m++) {
            TransformedMemory memory = memories.get(m);
            if (memory.before != null || memory.follows()) {
                continue;
            }
            for (int step = 1; step < tiles && memory.combination != null; step *= 2) {
                for (int t = 0; t + step < tiles; t += 2 * step) {
                    join(m, parts[t], parts[t + step]);
                }
            }
            if (memory.isOrdered()) {
                memory.set(parts[0][m]);
                continue;
            }
            int last = memory.combination != null ? 1 : tiles;
            for (int t = 0; t < last; t++) {
                join(m, program, parts[t]);
            }
        }
        loop.writeFields();
    }

    /** Joins one memory and those that follow it. */
    private void join(int m, Part[] earlier, Part[] later) {
        List<TransformedMemory> memories = loop.memories();
        TransformedMemory memory = memories.get(m);
        for (int f = m + 1; f < memories.size() && memories.get(f).follows(); f++) {
            if (memory.takes(earlier[m], later[m])) {
                memories.get(f).join(earlier[f], later[f]);
            }
        }
        memory.join(earlier[m], later[m]);
    }
}
