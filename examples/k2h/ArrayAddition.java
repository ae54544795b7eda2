package addition;

import org.anabranch.api.ProgramException;
import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopCode;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.program.Program;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.util.List;

/**
 * Figure 3 of Kumar et al., "Heterogeneous work-stealing across CPU and DSP cores": a = b + c, as a
 * bundle of its own. {@code docs/k2h.md} says how to build it and how to run it.
 */
public final class ArrayAddition implements Program, BundleActivator {
    @Override
    public void start(BundleContext context) {
        context.registerService(Program.class, this, null); // until the bundle stops
    }

    @Override
    public void stop(BundleContext context) {}

    @Override
    public String name() {
        return "addition";
    }

    @Override
    public String usage() {
        return "addition [N]: figure 3 of the paper, a = b + c in tiles of 32; 1048576";
    }

    @Override
    public Program.Run prepare(List<String> arguments) {
        try {
            int n = arguments.isEmpty() ? 1_048_576 : Integer.parseInt(arguments.getFirst());
            if (n > 0 && n <= 100_000_000 && arguments.size() < 2) {
                return new Run(n);
            }
        } catch (NumberFormatException notOne) {
            throw new ProgramException(usage() + "; not " + arguments, notOne);
        }
        throw new ProgramException(usage() + "; not " + arguments);
    }

    private static final class Run implements Program.Run {
        private static final int INT = Integer.BYTES;

        // Globals of an image; the two images share none (line 5).
        private static final int SIZE = 0;
        private static final int A = 1;
        private static final int B = 2;
        private static final int C = 3;

        private final int n;
        private int firstWrong = -1;
        private final Image image = new Image();

        // Lines 21 to 27: only in the DSP's image.
        private final Function dspInit =
                image.task(
                        "dsp_init",
                        null,
                        (cpu, in) -> {
                            cpu.setGlobal(SIZE, in[0]);
                            cpu.setGlobal(A, in[1]);
                            cpu.setGlobal(B, in[2]);
                            cpu.setGlobal(C, in[3]);
                        });

        // Lines 33 to 35: a[i] = b[i] + c[i], in both images.
        private final Function kernel =
                image.loop(
                        "kernel",
                        LoopCode.each(
                                (cpu, none, i) -> {
                                    int b = cpu.getInt(cpu.global(B) + INT * i);
                                    int c = cpu.getInt(cpu.global(C) + INT * i);
                                    cpu.putInt(cpu.global(A) + INT * i, b + c);
                                    cpu.work(Cost.FLOP_SINGLE, 1);
                                }));

        Run(int n) {
            this.n = n;
            image.load(List.of("dsp_init"));
        }

        @Override
        public Image image() {
            return image;
        }

        // Lines 7 to 19.
        private void armInit(Cpu cpu) {
            cpu.setGlobal(SIZE, n);
            int[] values = {0, 100, 1};
            for (int array = A; array <= C; array++) {
                long pointer = cpu.wsMalloc(Bank.DDR, (long) n * INT);
                cpu.setGlobal(array, pointer);
                for (long i = 0; i < n; i++) {
                    cpu.putInt(pointer + INT * i, values[array - A]);
                }
                cpu.cacheWbInv(pointer, (long) n * INT);
            }
        }

        // Lines 37 to 44. The tile of 32 integers is one line of a DSP's cache, if a begins on one.
        private void parSum(Cpu cpu) {
            long a = cpu.global(A);
            cpu.startFinish(Operand.writes(a, (long) n * INT));
            cpu.forasync(kernel, LoopDomain.of(0, n, 1, 32).onLines(INT, a));
            cpu.endFinish();
        }

        // Lines 46 to 59, and the result is looked at before it is freed.
        @Override
        public void main(Cpu cpu) {
            armInit(cpu);
            if (cpu.dsps() > 0) {
                cpu.startFinish();
                cpu.asyncDsp(
                        dspInit,
                        n,
                        cpu.dspPointer(cpu.global(A)),
                        cpu.dspPointer(cpu.global(B)),
                        cpu.dspPointer(cpu.global(C)));
                cpu.endFinish();
            }
            parSum(cpu);
            for (int i = 0; i < n && firstWrong < 0; i++) {
                firstWrong = cpu.getInt(cpu.global(A) + (long) INT * i) == 101 ? -1 : i;
            }
            for (int array = A; array <= C; array++) {
                cpu.wsFree(cpu.global(array));
            }
        }

        @Override
        public String verify() {
            return firstWrong < 0 ? "" : "a[" + firstWrong + "] is not 101";
        }
    }
}
