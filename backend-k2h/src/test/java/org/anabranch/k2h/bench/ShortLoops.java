package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Tile;

import java.util.List;

/**
 * Loops one after the other, of which each iteration adds to a line of its own what it has computed
 * from its number: the same work each, or work that grows with it (a triangular loop).
 */
final class ShortLoops implements Benchmark {
    private static final int LINE = 128;

    private final int loops;
    private final int n;
    private final long work;
    private final boolean triangular;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function kernel = image.loop("iteration", this::iterations);
    private final int[] result;

    /**
     * Loops.
     *
     * @param loops how many
     * @param n iterations of each
     * @param work multiply-adds of an iteration, the mean
     * @param triangular whether from 0 to twice as many
     */
    ShortLoops(int loops, int n, long work, boolean triangular) {
        this.loops = loops;
        this.n = n;
        this.work = work;
        this.triangular = triangular;
        this.result = new int[n];
        image.load(List.of(SharedPointers.INIT));
    }

    @Override
    public String name() {
        return triangular ? "triangular loop" : loops + " short loops";
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu, boolean parallel) {
        long bytes = (long) LINE * n;
        long[] buffers = {cpu.wsMalloc(Bank.MSMC, bytes)};
        for (int i = 0; i < n; i++) {
            cpu.putInt(buffers[0] + (long) LINE * i, 0);
        }
        cpu.cacheWbInv(buffers[0], bytes);
        pointers.publish(cpu, buffers, parallel);
        LoopDomain loop = LoopDomain.of(0, n, 1, 1).onLines(LINE, buffers[0]);
        for (int round = 0; round < loops; round++) {
            if (parallel) {
                cpu.startFinish(Operand.writes(buffers[0], bytes));
                cpu.forasync(kernel, loop);
                cpu.endFinish();
            } else {
                range(cpu, 0, n);
            }
        }
        for (int i = 0; i < n; i++) {
            result[i] = cpu.getInt(buffers[0] + (long) LINE * i);
        }
        cpu.wsFree(buffers[0]);
    }

    private void iterations(Cpu cpu, long[] none, Tile part) {
        range(cpu, (int) part.low(0), (int) part.high(0));
    }

    private void range(Cpu cpu, int from, int to) {
        for (int i = from; i < to; i++) {
            cpu.work(Cost.FLOP_SINGLE, triangular ? 2 * work * i / n : work);
            long line = cpu.global(0) + (long) LINE * i;
            cpu.putInt(line, cpu.getInt(line) + i);
        }
    }

    @Override
    public String verify() {
        for (int i = 0; i < n; i++) {
            if (result[i] != loops * i) {
                return "iteration " + i + " was seen " + result[i] + " times its number";
            }
        }
        return "";
    }
}
