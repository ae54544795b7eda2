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
 * Fibonacci numbers by the recursion, two tasks in a finish of their own down to a cutoff. Each
 * task writes its number into a line of its own.
 */
final class Fib implements Program.Run {
    private static final int LINE = 128;
    private static final int UNITS_PER_CALL = 5;

    private final int n;
    private final int cutoff;
    private final Image image = new Image();
    private final SharedPointers pointers = new SharedPointers(image);
    private final Function part = image.task("fib", (cpu, a) -> part(cpu, (int) a[0], (int) a[1]));
    private int result;

    Fib(int n, int cutoff) {
        this.n = n;
        this.cutoff = cutoff;
        image.load(List.of(SharedPointers.INIT));
    }

    private static int fib(int n) {
        int before = 0;
        int now = 1;
        for (int i = 0; i < n; i++) {
            int next = before + now;
            before = now;
            now = next;
        }
        return before;
    }

    /** Tasks of a part. */
    private int tasks(int of) {
        return of <= cutoff ? 1 : 1 + tasks(of - 1) + tasks(of - 2);
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        long bytes = (long) LINE * tasks(n);
        long[] buffers = {cpu.wsMalloc(Bank.MSMC, bytes)};
        pointers.publish(cpu, buffers);
        cpu.startFinish(Operand.writes(buffers[0], bytes));
        cpu.async(part, n, 0);
        cpu.endFinish();
        result = cpu.getInt(buffers[0]);
        cpu.wsFree(buffers[0]);
    }

    private void part(Cpu cpu, int of, int slot) {
        int sum;
        if (of <= cutoff) {
            cpu.work(Cost.FLOP_SINGLE, (long) UNITS_PER_CALL * (2 * fib(of + 1) - 1));
            sum = fib(of);
        } else {
            int other = slot + 1 + tasks(of - 1);
            cpu.startFinish();
            cpu.async(part, of - 1, slot + 1);
            cpu.async(part, of - 2, other);
            cpu.endFinish();
            cpu.work(Cost.FLOP_SINGLE, UNITS_PER_CALL);
            sum =
                    cpu.getInt(cpu.global(0) + (long) LINE * (slot + 1))
                            + cpu.getInt(cpu.global(0) + (long) LINE * other);
        }
        cpu.putInt(cpu.global(0) + (long) LINE * slot, sum);
    }

    @Override
    public String verify() {
        return result == fib(n) ? "" : "fib " + n + " is " + result + ", not " + fib(n);
    }
}
