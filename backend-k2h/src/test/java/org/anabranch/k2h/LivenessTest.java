package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.machine.FreePace;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualPace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Smallest machines and pools, random delays at every step: all that was started ends. */
@Timeout(300)
class LivenessTest {
    private final Image image = new Image();
    private final AtomicInteger ran = new AtomicInteger();
    private final Function deep = image.task("deep", this::deep);

    LivenessTest() {
        image.load(List.of());
    }

    /** Two children in a finish, one of them on the other side. */
    private void deep(Cpu cpu, long[] a) {
        ran.incrementAndGet();
        if (a[0] > 0) {
            Function self = cpu.function((int) a[1]);
            cpu.startFinish();
            if (cpu.core().isDsp()) {
                cpu.async(self, a[0] - 1, a[1]);
            } else {
                cpu.asyncDsp(self, a[0] - 1, a[1]);
            }
            cpu.async(self, a[0] - 1, a[1]);
            cpu.endFinish();
        }
    }

    private RunReport tree(RuntimeOptions options, int depth, Pace pace) {
        ran.set(0);
        RunReport report =
                Programs.run(
                        options,
                        pace,
                        image,
                        (cpu, none) -> {
                            cpu.startFinish();
                            cpu.async(deep, depth, deep.id());
                            cpu.endFinish();
                        });
        assertEquals((1 << depth + 1) - 1, ran.get(), options.toString());
        return report;
    }

    private static Pace delayed(int seed) {
        return seed % 2 == 0
                ? new FreePace(seed, 1)
                : new VirtualPace(Board.K2H.prices(), seed, 0.1, 3000);
    }

    @Test
    void k2hS8_oneArmAndOneDspWithAlternatingAsyncsOfDepthTen() {
        int seeds = Programs.NIGHTLY ? 20 : 4;
        for (int seed = 0; seed < seeds; seed++) {
            for (HybridPolicy.Kind policy : HybridPolicy.Kind.values()) {
                for (int descriptors : new int[] {1, 4, 4096}) {
                    RuntimeOptions options = RuntimeOptions.cores(1, 1).with(policy);
                    tree(options.descriptors(descriptors), 10, delayed(seed));
                }
            }
        }
    }

    @Test
    void k2hQ5_aPoolOfFourDescriptorsFinishesNestedScopesOnEveryMachine() {
        for (int workers = 1; workers <= 12; workers++) {
            for (Reading reading : Reading.values()) {
                RuntimeOptions options =
                        workers < 5
                                ? RuntimeOptions.cores(workers, workers)
                                : RuntimeOptions.hybrid(workers);
                RunReport report =
                        tree(options.descriptors(4).with(reading), 9, delayed(2 * workers + 1));
                assertTrue(report.dsp().inlined > 0, "the pool was met empty: " + options);
            }
        }
    }
}
