package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopCode;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;

import java.util.List;

/**
 * The first n pairs of Fourier coefficients of (x+1)^x on [0,2] (Java Grande, section 2), by the
 * trapezium rule with 1000 intervals: a flat {@code forasync} in one finish. Each pair is padded to
 * a line of 128 bytes, as in the paper, to permit tiles of one index. Java Grande omits the last
 * interior point; this is the full rule, and the results of both are known.
 */
final class Series implements Program.Run {
    private static final int INTERVALS = 1000;
    private static final int PAIR = 128;

    /** The pairs 0 to 3 of the full rule. */
    private static final double[] FULL = {
        2.88192078546,
        0,
        1.13404089152,
        -1.88208188744,
        0.362225765742,
        -1.16478965409,
        0.170322378592,
        -0.814684187813
    };

    /**
     * The values of the function, which do not depend on the coefficient; the program is charged
     * for them, the host computes them once.
     */
    private static final double[] VALUES = values();

    private final int n;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function kernel = image.loop("series", LoopCode.each(Series::pair));
    private final double[] result;

    Series(int n) {
        this.n = n;
        this.result = new double[2 * n];
        image.load(List.of(SharedPointers.INIT));
    }

    private static double[] values() {
        double[] values = new double[INTERVALS + 1];
        for (int k = 0; k <= INTERVALS; k++) {
            double x = 2.0 * k / INTERVALS;
            values[k] = Math.pow(x + 1, x);
        }
        return values;
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = (long) PAIR * n;
        long[] buffers = {cpu.wsMalloc(Bank.DDR, bytes)};
        pointers.publish(cpu, buffers);
        cpu.startFinish(Operand.writes(buffers[0], bytes));
        cpu.forasync(kernel, LoopDomain.of(0, n, 1, 1).onLines(PAIR, buffers[0]));
        cpu.endFinish();
        for (int i = 0; i < 2 * n; i++) {
            result[i] = cpu.getDouble(buffers[0] + (long) PAIR * (i / 2) + 8L * (i % 2));
        }
        cpu.wsFree(buffers[0]);
    }

    private static void pair(Cpu cpu, long[] none, long i) {
        double[] ab = coefficients(i);
        cpu.work(Cost.TRANSCENDENTAL, 4L * INTERVALS);
        cpu.work(Cost.FLOP_DOUBLE, 6L * INTERVALS);
        cpu.putDouble(cpu.global(0) + PAIR * i, ab[0]);
        cpu.putDouble(cpu.global(0) + PAIR * i + 8, ab[1]);
    }

    static double[] coefficients(long i) {
        double a = 0;
        double b = 0;
        for (int k = 0; k <= INTERVALS; k++) {
            double angle = Math.PI * i * 2.0 * k / INTERVALS;
            double weight = k == 0 || k == INTERVALS ? 0.5 : 1;
            a += weight * VALUES[k] * Math.cos(angle);
            b += weight * VALUES[k] * Math.sin(angle);
        }
        double step = 2.0 / INTERVALS;
        return i == 0 ? new double[] {a * step / 2, 0} : new double[] {a * step, b * step};
    }

    @Override
    public String verify() {
        for (int i = 0; i < 2 * n; i++) {
            double expected = coefficients(i / 2)[i % 2];
            if (result[i] != expected) {
                return "coefficient " + i + " is " + result[i] + ", not " + expected;
            }
            if (i < FULL.length && Math.abs(result[i] - FULL[i]) > 1e-9) {
                return "coefficient " + i + " is " + result[i] + ", and published as " + FULL[i];
            }
        }
        return "";
    }
}
