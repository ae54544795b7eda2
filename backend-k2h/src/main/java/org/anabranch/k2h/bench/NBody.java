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

/** Accelerations of n bodies by direct summation: a flat {@code forasync} in one finish. */
final class NBody implements Program.Run {
    private static final int FLOATS = 4;

    private final int n;
    private final int tile;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function kernel = image.loop("nbody", this::bodies);
    private final float[] start;
    private final float[] result;

    NBody(int n, int tile) {
        this.n = n;
        this.tile = tile;
        this.start = bodies(n);
        this.result = new float[n * FLOATS];
        image.load(List.of(SharedPointers.INIT));
    }

    /** Returns position and mass of each body, scattered by a fixed rule. */
    private static float[] bodies(int n) {
        float[] all = new float[n * FLOATS];
        for (int i = 0; i < all.length; i++) {
            all[i] = (i * 7919L % 1000) / 500f - 1 + (i % FLOATS == 3 ? 2 : 0);
        }
        return all;
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = 4L * FLOATS * n;
        long[] buffers = {cpu.wsMalloc(Bank.DDR, bytes), cpu.wsMalloc(Bank.DDR, bytes)};
        cpu.putFloats(buffers[0], start, 0, start.length);
        cpu.cacheWbInv(buffers[0], bytes);
        pointers.publish(cpu, buffers);
        LoopDomain loop = LoopDomain.of(0, n, 1, tile).onLines(4 * FLOATS, buffers[1]);
        cpu.startFinish(Operand.writes(buffers[1], bytes));
        cpu.forasync(kernel, loop);
        cpu.endFinish();
        cpu.getFloats(buffers[1], result, 0, result.length);
        cpu.wsFree(buffers[0]);
        cpu.wsFree(buffers[1]);
    }

    private void bodies(Cpu cpu, long[] none, Tile part) {
        int from = (int) part.low(0);
        int to = (int) part.high(0);
        float[] all = new float[n * FLOATS];
        cpu.getFloats(cpu.global(0), all, 0, all.length);
        float[] out = new float[(to - from) * FLOATS];
        for (int i = from; i < to; i++) {
            acceleration(all, i, out, (i - from) * FLOATS);
        }
        long pairs = (long) (to - from) * n;
        cpu.work(Cost.FLOP_SINGLE, 10 * pairs);
        cpu.work(Cost.ROOT, pairs);
        cpu.putFloats(cpu.global(1) + 4L * FLOATS * from, out, 0, out.length);
    }

    private void acceleration(float[] all, int i, float[] out, int at) {
        float x = 0;
        float y = 0;
        float z = 0;
        for (int j = 0; j < all.length; j += FLOATS) {
            float dx = all[j] - all[i * FLOATS];
            float dy = all[j + 1] - all[i * FLOATS + 1];
            float dz = all[j + 2] - all[i * FLOATS + 2];
            float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float s = all[j + 3] / (d2 * (float) Math.sqrt(d2));
            x += dx * s;
            y += dy * s;
            z += dz * s;
        }
        out[at] = x;
        out[at + 1] = y;
        out[at + 2] = z;
        out[at + 3] = all[i * FLOATS + 3];
    }

    @Override
    public String verify() {
        float[] expected = new float[FLOATS];
        for (int i = 0; i < n; i++) {
            acceleration(start, i, expected, 0);
            for (int k = 0; k < FLOATS; k++) {
                if (result[i * FLOATS + k] != expected[k]) {
                    return "body %s component %s is %s, not %s"
                            .formatted(i, k, result[i * FLOATS + k], expected[k]);
                }
            }
        }
        return "";
    }
}
