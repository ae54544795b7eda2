package org.anabranch.k2h;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopCode;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.anabranch.k2h.time.VirtualPace;

import java.util.List;

/** Programs that several tests run. */
final class Programs {
    static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    private Programs() {}

    static Pace free(long seed) {
        return new FreePace(seed, 0);
    }

    static Pace virtual(long seed) {
        return new VirtualPace(Board.K2H.prices(), seed, 0.05, 0);
    }

    /** The array addition of figure 3 (K2H-M8). */
    static final class ArrayAddition {
        final Image image = new Image();
        final int n;
        final boolean flushInputs;
        final boolean onLines;
        final LoopDomain.Split split;
        int wrong = -1;
        int firstWrong = -1;

        private final Function kernel =
                image.loop(
                        "kernel",
                        LoopCode.each(
                                (cpu, arguments, i) ->
                                        cpu.putInt(
                                                cpu.global(1) + 4 * i,
                                                cpu.getInt(cpu.global(2) + 4 * i)
                                                        + cpu.getInt(cpu.global(3) + 4 * i))));
        private final Function dspInit =
                image.task(
                        "dsp_init",
                        null,
                        (cpu, in) -> {
                            for (int slot = 0; slot < in.length; slot++) {
                                cpu.setGlobal(slot, in[slot]);
                            }
                        });

        ArrayAddition(int n) {
            this(n, true, true, LoopDomain.Split.WS_RECURSION);
        }

        ArrayAddition(int n, boolean flushInputs, boolean onLines, LoopDomain.Split split) {
            this.n = n;
            this.flushInputs = flushInputs;
            this.onLines = onLines;
            this.split = split;
            image.load(List.of("dsp_init"));
        }

        RunReport run(RuntimeOptions options, Pace pace) {
            return HybridRuntime.run(options, pace, image, this::main);
        }

        void main(Cpu cpu, long[] none) {
            long bytes = 4L * n;
            long[] pointers = {
                cpu.wsMalloc(Bank.DDR, bytes),
                cpu.wsMalloc(Bank.DDR, bytes),
                cpu.wsMalloc(Bank.DDR, bytes)
            };
            int[] values = {0, 100, 1};
            cpu.setGlobal(0, n);
            for (int v = 0; v < 3; v++) {
                cpu.setGlobal(v + 1, pointers[v]);
                for (int i = 0; i < n; i++) {
                    cpu.putInt(pointers[v] + 4L * i, values[v]);
                }
                if (flushInputs) {
                    cpu.cacheWbInv(pointers[v], bytes);
                }
            }
            cpu.startFinish();
            if (cpu.dsps() > 0) {
                cpu.asyncDsp(
                        dspInit,
                        n,
                        cpu.dspPointer(pointers[0]),
                        cpu.dspPointer(pointers[1]),
                        cpu.dspPointer(pointers[2]));
            }
            cpu.endFinish();
            cpu.startFinish(Operand.writes(pointers[0], bytes));
            LoopDomain loop = LoopDomain.of(0, n, 1, 32).with(split);
            cpu.forasync(kernel, onLines ? loop.onLines(4, pointers[0]) : loop);
            cpu.endFinish();
            count(cpu, pointers[0]);
            for (long pointer : pointers) {
                cpu.wsFree(pointer);
            }
        }

        private void count(Cpu cpu, long a) {
            wrong = 0;
            for (int i = 0; i < n; i++) {
                if (cpu.getInt(a + 4L * i) != 101) {
                    if (wrong++ == 0) {
                        firstWrong = i;
                    }
                }
            }
        }
    }

    /** Runs a main function of an image. */
    static RunReport run(RuntimeOptions options, Pace pace, Image image, Code main) {
        return HybridRuntime.run(options, pace, image, main);
    }
}
