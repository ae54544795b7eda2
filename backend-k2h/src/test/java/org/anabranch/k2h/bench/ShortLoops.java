package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;
import org.anabranch.k2h.program.Tile;

import java.util.List;

/**
 * Loops one after the other, of which each iteration adds to a line of its own what it has computed
 * from its number: the same work each, or work that grows with it (a triangular loop).
 */
final class ShortLoops implements Program.Run {
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
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = (long) LINE * n;
        long[] buffers = {cpu.wsMalloc(Bank.MSMC, bytes)};
        for (int i = 0; i < n; i++) {
            cpu.putInt(buffers[0] + (long) LINE * i, 0);
        }
        cpu.cacheWbInv(buffers[0], bytes);
        pointers.publish(cpu, buffers);
        LoopDomain loop = LoopDomain.of(0, n, 1, 1).onLines(LINE, buffers[0]);
        for (int round = 0; round < loops; round++) {
            cpu.startFinish(Operand.writes(buffers[0], bytes));
            cpu.forasync(kernel, loop);
            cpu.endFinish();
        }
        for (int i = 0; i < n; i++) {
            result[i] = cpu.getInt(buffers[0] + (long) LINE * i);
        }
        cpu.wsFree(buffers[0]);
    }

    private void iterations(Cpu cpu, long[] none, Tile part) {
        for (long i = part.low(0); i < part.high(0); i++) {
            cpu.work(Cost.FLOP_SINGLE, triangular ? 2 * work * i / n : work);
            long line = cpu.global(0) + LINE * i;
            cpu.putInt(line, cpu.getInt(line) + (int) i);
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
