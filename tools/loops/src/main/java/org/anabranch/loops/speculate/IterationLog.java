package org.anabranch.loops.speculate;

import org.anabranch.loops.compile.AccessLog;
import org.anabranch.loops.speculate.LogException.Reason;
import org.anabranch.loops.speculate.SpeculatedLoop.Part;

/** The log of one iteration after the other, which run on one thread. */
final class IterationLog implements AccessLog {
    private final SpeculatedLoop loop;
    private final IterationWindow window;
    private final long base;
    private final boolean again;
    private final int steps;
    private int k = IterationWindow.NONE;
    private int version;
    private int read;
    private int written;
    private int[] writeCells;
    private long[] writeBits;

    /**
     * Creates a log.
     *
     * @param loop the loop
     * @param window the window
     * @param base index of its first iteration
     * @param again true if iterations see what earlier ones have logged, and write their other
     *     version
     * @param steps the steps that an iteration may take
     */
    IterationLog(SpeculatedLoop loop, IterationWindow window, long base, boolean again, int steps) {
        this.loop = loop;
        this.window = window;
        this.base = base;
        this.again = again;
        this.steps = steps;
    }

    /** Runs some iterations of the window. */
    void run(int from, int to) {
        int at = from;
        while (at < to) {
            try {
                loop.run(this, base + at, base + to);
                end(null);
                at = to;
            } catch (Throwable fault) {
                if (k == IterationWindow.NONE) {
                    begin(base + at);
                }
                at = k + 1;
                end(LogException.of(fault));
            }
        }
    }

    @Override
    public int begin(long index) {
        end(null);
        k = (int) (index - base);
        version = again ? 1 - window.versions[k] : 0;
        if (!again) {
            window.versions[k] = 0;
        }
        read = k * window.reads;
        written = k * window.writes;
        writeCells = window.writeCells[version];
        writeBits = window.writeBits[version];
        return steps;
    }

    private void end(Reason fault) {
        if (k == IterationWindow.NONE) {
            return;
        }
        window.readCounts[k] = read - k * window.reads;
        window.writeCounts[version][k] = written - k * window.writes;
        window.faults[version][k] = fault;
        k = IterationWindow.NONE;
    }

    @Override
    public long load(int input, int index) {
        int cell = cell(input, index);
        int own = own(cell);
        if (own >= 0) {
            return writeBits[own];
        }
        int begin = k * window.reads;
        if (read == begin + window.reads) {
            for (int at = begin; at < read; at++) {
                if (window.readCells[at] == cell) {
                    return window.readBits[at];
                }
            }
            throw LogException.FULL;
        }
        long bits = earlier(input, index, cell);
        window.readCells[read] = cell;
        window.readBits[read++] = bits;
        return bits;
    }

    private long earlier(int input, int index, int cell) {
        int entry = again ? window.newest(cell, k) : IterationWindow.NONE;
        if (entry == IterationWindow.HOT) {
            throw LogException.HOT;
        }
        return entry == IterationWindow.NONE
                ? loop.part(input).cells().get(index)
                : window.bits(entry);
    }

    @Override
    public void store(int input, int index, long bits) {
        int cell = cell(input, index);
        int own = own(cell);
        if (own < 0) {
            if (written == (k + 1) * window.writes) {
                throw LogException.FULL;
            }
            own = written++;
            writeCells[own] = cell;
        }
        writeBits[own] = bits;
    }

    @Override
    public void exhausted() {
        throw LogException.STEPS;
    }

    private int cell(int input, int index) {
        Part part = loop.part(input);
        if (index < 0 || index >= part.cells().length()) {
            throw LogException.OUTSIDE;
        }
        return part.first() + index;
    }

    /** Returns the entry that the iteration itself has written, or a negative number. */
    private int own(int cell) {
        for (int at = written - 1; at >= k * window.writes; at--) {
            if (writeCells[at] == cell) {
                return at;
            }
        }
        return IterationWindow.NONE;
    }
}
