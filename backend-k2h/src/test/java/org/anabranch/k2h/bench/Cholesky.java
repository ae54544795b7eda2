package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;

import java.util.List;

/**
 * A = L L' by tiles, right-looking: of each step the panel in one finish, then what is to the right
 * of it in another. Its parallelism falls with each step.
 */
final class Cholesky implements Program.Run {
    private final int n;
    private final int tile;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function panel =
            image.task("panel", (cpu, a) -> panel(cpu, (int) a[0], (int) a[1]));
    private final Function update =
            image.task("update", (cpu, a) -> update(cpu, (int) a[0], (int) a[1], (int) a[2]));
    private final float[] result;

    Cholesky(int n, int tile) {
        this.n = n;
        this.tile = tile;
        this.result = new float[n * n];
        image.load(List.of(SharedPointers.INIT));
    }

    @Override
    public Image image() {
        return image;
    }

    /** Of a factor that is known: ones on and below the diagonal, which is 2. */
    private static float element(int i, int j) {
        int least = Math.min(i, j);
        return least + (i == j ? 4 : 2);
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = 4L * n * n;
        long[] buffers = {cpu.wsMalloc(Bank.DDR, bytes)};
        float[] row = new float[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                row[j] = element(i, j);
            }
            cpu.putFloats(buffers[0] + 4L * n * i, row, 0, n);
        }
        cpu.cacheWbInv(buffers[0], bytes);
        pointers.publish(cpu, buffers);
        cpu.startFinish(Operand.writes(buffers[0], bytes));
        for (int step = 0; step < n / tile; step++) {
            step(cpu, step);
        }
        cpu.endFinish();
        cpu.getFloats(buffers[0], result, 0, result.length);
        cpu.wsFree(buffers[0]);
    }

    private void step(Cpu cpu, int step) {
        int tiles = n / tile;
        diagonal(cpu, step);
        cpu.startFinish();
        for (int i = step + 1; i < tiles; i++) {
            cpu.async(panel, i, step);
        }
        cpu.endFinish();
        cpu.startFinish();
        for (int i = step + 1; i < tiles; i++) {
            for (int j = step + 1; j <= i; j++) {
                cpu.async(update, i, j, step);
            }
        }
        cpu.endFinish();
    }

    private float[][] read(Cpu cpu, int i, int j) {
        float[][] all = new float[tile][tile];
        for (int row = 0; row < tile; row++) {
            cpu.getFloats(place(cpu, i, j, row), all[row], 0, tile);
        }
        return all;
    }

    private void write(Cpu cpu, int i, int j, float[][] all) {
        for (int row = 0; row < tile; row++) {
            cpu.putFloats(place(cpu, i, j, row), all[row], 0, tile);
        }
    }

    private long place(Cpu cpu, int i, int j, int row) {
        return cpu.global(0) + 4L * ((long) n * (i * tile + row) + j * (long) tile);
    }

    private void diagonal(Cpu cpu, int step) {
        float[][] a = read(cpu, step, step);
        for (int j = 0; j < tile; j++) {
            for (int i = j; i < tile; i++) {
                float sum = a[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i][k] * a[j][k];
                }
                a[i][j] = i == j ? (float) Math.sqrt(sum) : sum / a[j][j];
            }
        }
        cpu.work(Cost.FLOP_SINGLE, (long) tile * tile * tile / 6);
        cpu.work(Cost.ROOT, tile);
        write(cpu, step, step, a);
    }

    private void panel(Cpu cpu, int i, int step) {
        float[][] l = read(cpu, step, step);
        float[][] a = read(cpu, i, step);
        for (int row = 0; row < tile; row++) {
            for (int j = 0; j < tile; j++) {
                float sum = a[row][j];
                for (int k = 0; k < j; k++) {
                    sum -= a[row][k] * l[j][k];
                }
                a[row][j] = sum / l[j][j];
            }
        }
        cpu.work(Cost.FLOP_SINGLE, (long) tile * tile * tile / 2);
        write(cpu, i, step, a);
    }

    private void update(Cpu cpu, int i, int j, int step) {
        float[][] left = read(cpu, i, step);
        float[][] right = read(cpu, j, step);
        float[][] a = read(cpu, i, j);
        for (int row = 0; row < tile; row++) {
            for (int column = 0; column < tile; column++) {
                float sum = a[row][column];
                for (int k = 0; k < tile; k++) {
                    sum -= left[row][k] * right[column][k];
                }
                a[row][column] = sum;
            }
        }
        cpu.work(Cost.FLOP_SINGLE, (long) tile * tile * tile);
        write(cpu, i, j, a);
    }

    @Override
    public String verify() {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                float right = i == j ? 2 : 1;
                if (Math.abs(result[i * n + j] - right) > 1e-3) {
                    return "element %s, %s is %s, not %s".formatted(i, j, result[i * n + j], right);
                }
            }
        }
        return "";
    }
}
