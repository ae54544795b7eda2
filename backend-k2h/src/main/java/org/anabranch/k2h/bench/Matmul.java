package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;

import java.util.List;

/**
 * The product C += A B by halving the longest side (Cilk's rectangular multiplication). Halves of
 * rows or columns are two tasks in a finish of their own, halves of the inner side run in sequence.
 * So there are nested finishes of two tasks each.
 */
final class Matmul implements Program.Run {
    private static final int PERIOD = 11;
    private static final int FLOATS_PER_LINE = Board.LINE / Float.BYTES;

    private final int n;
    private final int tile;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function part = image.task("matmul", (cpu, a) -> part(cpu, box(a)));
    private final float[] result;

    /** Rows, columns and inner indices of a part. */
    private record Box(int row, int column, int inner, int rows, int columns, int inners) {
        long[] words() {
            return new long[] {row, column, inner, rows, columns, inners};
        }
    }

    private static Box box(long[] a) {
        return new Box((int) a[0], (int) a[1], (int) a[2], (int) a[3], (int) a[4], (int) a[5]);
    }

    /**
     * Creates a product.
     *
     * @throws K2hException.Program if a leaf would share a line with another: their owners, on two
     *     sides, would overwrite each other's results (K2H-C7)
     */
    Matmul(int n, int tile) {
        if (!isOnLines(n, tile)) {
            throw new K2hException.Program(
                    String.format(
                            "Matmul of %s rows in tiles of at most %s: halving does not end in"
                                    + " multiples of %s, a line of %s bytes",
                            n, tile, FLOATS_PER_LINE, Board.LINE));
        }
        this.n = n;
        this.tile = tile;
        this.result = new float[n * n];
        image.load(List.of(SharedPointers.INIT));
    }

    private static boolean isOnLines(int side, int tile) {
        if (side <= Math.max(1, tile)) {
            return side > 0 && side % FLOATS_PER_LINE == 0;
        }
        return isOnLines(side / 2, tile) && (side % 2 == 0 || isOnLines(side - side / 2, tile));
    }

    @Override
    public Image image() {
        return image;
    }

    private float element(int matrix, int row, int column) {
        return (row * 31 + column * 17 + matrix * 7) % PERIOD - 5;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = 4L * n * n;
        long[] buffers = {
            cpu.wsMalloc(Bank.DDR, bytes),
            cpu.wsMalloc(Bank.DDR, bytes),
            cpu.wsMalloc(Bank.DDR, bytes)
        };
        float[] row = new float[n];
        for (int matrix = 0; matrix < 3; matrix++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    row[j] = matrix == 2 ? 0 : element(matrix, i, j);
                }
                cpu.putFloats(buffers[matrix] + 4L * n * i, row, 0, n);
            }
            cpu.cacheWbInv(buffers[matrix], bytes);
        }
        pointers.publish(cpu, buffers);
        cpu.startFinish(Operand.writes(buffers[2], bytes));
        cpu.async(part, new Box(0, 0, 0, n, n, n).words());
        cpu.endFinish();
        cpu.getFloats(buffers[2], result, 0, result.length);
        for (long buffer : buffers) {
            cpu.wsFree(buffer);
        }
    }

    private void part(Cpu cpu, Box b) {
        int longest = Math.max(b.rows, Math.max(b.columns, b.inners));
        if (longest <= tile) {
            leaf(cpu, b);
        } else if (b.rows == longest) {
            int half = b.rows / 2;
            both(
                    cpu,
                    new Box(b.row, b.column, b.inner, half, b.columns, b.inners),
                    new Box(b.row + half, b.column, b.inner, b.rows - half, b.columns, b.inners));
        } else if (b.columns == longest) {
            int half = b.columns / 2;
            both(
                    cpu,
                    new Box(b.row, b.column, b.inner, b.rows, half, b.inners),
                    new Box(b.row, b.column + half, b.inner, b.rows, b.columns - half, b.inners));
        } else {
            int half = b.inners / 2;
            part(cpu, new Box(b.row, b.column, b.inner, b.rows, b.columns, half));
            part(cpu, new Box(b.row, b.column, b.inner + half, b.rows, b.columns, b.inners - half));
        }
    }

    private void both(Cpu cpu, Box one, Box other) {
        cpu.startFinish();
        cpu.async(part, one.words());
        cpu.async(part, other.words());
        cpu.endFinish();
    }

    private void leaf(Cpu cpu, Box b) {
        float[] left = read(cpu, 0, b.row, b.inner, b.rows, b.inners);
        float[] right = read(cpu, 1, b.inner, b.column, b.inners, b.columns);
        float[] sum = read(cpu, 2, b.row, b.column, b.rows, b.columns);
        for (int i = 0; i < b.rows; i++) {
            for (int k = 0; k < b.inners; k++) {
                float factor = left[i * b.inners + k];
                for (int j = 0; j < b.columns; j++) {
                    sum[i * b.columns + j] += factor * right[k * b.columns + j];
                }
            }
        }
        cpu.work(Cost.FLOP_SINGLE, (long) b.rows * b.columns * b.inners);
        for (int i = 0; i < b.rows; i++) {
            cpu.putFloats(
                    cpu.global(2) + 4L * (n * (b.row + i) + b.column),
                    sum,
                    i * b.columns,
                    b.columns);
        }
    }

    private float[] read(Cpu cpu, int matrix, int row, int column, int rows, int columns) {
        float[] tileOf = new float[rows * columns];
        for (int i = 0; i < rows; i++) {
            cpu.getFloats(
                    cpu.global(matrix) + 4L * (n * (row + i) + column),
                    tileOf,
                    i * columns,
                    columns);
        }
        return tileOf;
    }

    /**
     * Returns the expected sums, which repeat every eleven rows and columns, as the elements do.
     */
    private float[][] expected() {
        float[][] sums = new float[PERIOD][PERIOD];
        for (int i = 0; i < PERIOD; i++) {
            for (int j = 0; j < PERIOD; j++) {
                for (int k = 0; k < n; k++) {
                    sums[i][j] += element(0, i, k) * element(1, k, j);
                }
            }
        }
        return sums;
    }

    @Override
    public String verify() {
        float[][] expected = expected();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                float right = expected[i % PERIOD][j % PERIOD];
                if (result[i * n + j] != right) {
                    return "element %s, %s is %s, not %s".formatted(i, j, result[i * n + j], right);
                }
            }
        }
        return "";
    }
}
