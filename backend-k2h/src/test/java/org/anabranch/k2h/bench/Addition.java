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

/** The array addition of figure 3: next to no work for the data that it moves. */
final class Addition implements Program.Run {
    private final int n;
    private final int tile;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function kernel = image.loop("add", this::add);
    private final float[] result;

    Addition(int n, int tile) {
        this.n = n;
        this.tile = tile;
        this.result = new float[n];
        image.load(List.of(SharedPointers.INIT));
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = 4L * n;
        long[] buffers = {
            cpu.wsMalloc(Bank.DDR, bytes),
            cpu.wsMalloc(Bank.DDR, bytes),
            cpu.wsMalloc(Bank.DDR, bytes)
        };
        float[] values = new float[tile];
        for (int matrix = 1; matrix < 3; matrix++) {
            for (int at = 0; at < n; at += tile) {
                int count = Math.min(tile, n - at);
                for (int i = 0; i < count; i++) {
                    values[i] = value(matrix, at + i);
                }
                cpu.putFloats(buffers[matrix] + 4L * at, values, 0, count);
            }
            cpu.cacheWbInv(buffers[matrix], bytes);
        }
        pointers.publish(cpu, buffers);
        LoopDomain loop = LoopDomain.of(0, n, 1, tile).onLines(4, buffers[0]);
        cpu.startFinish(Operand.writes(buffers[0], bytes));
        cpu.forasync(kernel, loop);
        cpu.endFinish();
        cpu.getFloats(buffers[0], result, 0, n);
        for (long buffer : buffers) {
            cpu.wsFree(buffer);
        }
    }

    private static float value(int matrix, int index) {
        return matrix == 1 ? index % 1009 : index % 7;
    }

    /** Adds in pieces of a tile, also in the serial elision, whose loop is one. */
    private void add(Cpu cpu, long[] none, Tile part) {
        for (long at = part.low(0); at < part.high(0); at += tile) {
            range(cpu, (int) at, (int) Math.min(part.high(0), at + tile));
        }
    }

    private static void range(Cpu cpu, int from, int to) {
        int count = to - from;
        float[] one = new float[count];
        float[] other = new float[count];
        cpu.getFloats(cpu.global(1) + 4L * from, one, 0, count);
        cpu.getFloats(cpu.global(2) + 4L * from, other, 0, count);
        for (int i = 0; i < count; i++) {
            one[i] += other[i];
        }
        cpu.work(Cost.FLOP_SINGLE, count);
        cpu.putFloats(cpu.global(0) + 4L * from, one, 0, count);
    }

    @Override
    public String verify() {
        for (int i = 0; i < n; i++) {
            if (result[i] != value(1, i) + value(2, i)) {
                return "element " + i + " is " + result[i];
            }
        }
        return "";
    }
}
