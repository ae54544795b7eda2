package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.time.VirtualPace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** Rules that a program notices only in the case that each test makes (defect C7). */
class ProtocolRulesTest {

    private static RunReport run(RuntimeOptions options, Image image, Code main) {
        return Programs.run(options, Programs.virtual(1), image, main);
    }

    /** K2H-C2: without the invalidation the second task reads the line of the first. */
    @Test
    void c7_k2hC2_aDspInvalidatesBeforeEveryTask() {
        for (boolean through : new boolean[] {false, true}) {
            Image image = new Image();
            List<Integer> seen = new ArrayList<>();
            Function read = image.task("read", null, (cpu, a) -> seen.add(cpu.getInt(a[0])));
            image.load(List.of("read"));
            RunReport report =
                    run(
                            RuntimeOptions.cores(1, 1).writeThrough(through).check(),
                            image,
                            (cpu, none) -> {
                                long pointer = cpu.wsMalloc(Bank.DDR, 128);
                                for (int value = 1; value <= 3; value++) {
                                    cpu.putInt(pointer, value);
                                    cpu.cacheWbInv(pointer, 128);
                                    cpu.startFinish();
                                    cpu.asyncDsp(read, cpu.dspPointer(pointer));
                                    cpu.endFinish();
                                }
                            });
            assertEquals(List.of(1, 2, 3), seen);
            assertEquals(List.of(), report.findings());
        }
    }

    /** K2H-M2 for tasks that a DSP makes: idle ARM cores steal from its other queue only. */
    @ParameterizedTest
    @EnumSource
    void c7_k2hM2_asyncDspFromADspIsInvisibleToArms(HybridPolicy.Kind policy) {
        Image image = new Image();
        AtomicInteger onArm = new AtomicInteger();
        AtomicInteger onDsp = new AtomicInteger();
        Function task =
                image.task(
                        "task",
                        (cpu, a) -> {
                            cpu.work(Cost.FLOP_SINGLE, 1000);
                            (cpu.core().isDsp() ? onDsp : onArm).incrementAndGet();
                        });
        Function spawner =
                image.task(
                        "spawner",
                        null,
                        (cpu, a) -> {
                            for (int i = 0; i < 10_000; i++) {
                                cpu.asyncDsp(task);
                            }
                        });
        image.load(List.of("spawner"));
        run(
                RuntimeOptions.hybrid(7).with(policy).descriptors(16_384),
                image,
                (cpu, none) -> {
                    cpu.startFinish();
                    cpu.asyncDsp(spawner);
                    cpu.endFinish();
                });
        assertEquals(0, onArm.get(), "tasks for DSPs that ran on ARM cores");
        assertEquals(10_000, onDsp.get());
    }

    /**
     * K2H-C4 under ours: a flush that began after the tasks of a scope had come back from the DSPs
     * is one for that scope, too; one that began before is not.
     */
    @Test
    void issue_26_k2hC4_underOursAFlushServesAllScopesWhoseTasksWereBack() {
        assertEquals(1, flushes(1_000, 100_000), "the outer scope's task came back first");
        assertEquals(2, flushes(100_000, 1_000), "it came back after the inner scope's flush");
    }

    private static long flushes(long outerWork, long innerWork) {
        Image image = new Image();
        Function write =
                image.task(
                        "write",
                        null,
                        (cpu, a) -> {
                            cpu.work(Cost.FLOP_SINGLE, a[1]);
                            cpu.putInt(a[0], 7);
                        });
        image.load(List.of("write"));
        List<Integer> seen = new ArrayList<>();
        RunReport report =
                run(
                        RuntimeOptions.cores(1, 2).with(HybridPolicy.Kind.COST_AWARE).check(),
                        image,
                        (cpu, none) -> {
                            long pointer = cpu.wsMalloc(Bank.DDR, 256);
                            cpu.putInt(pointer, 1);
                            cpu.putInt(pointer + 128, 1);
                            cpu.startFinish(Operand.writes(pointer, 256));
                            cpu.asyncDsp(write, cpu.dspPointer(pointer), outerWork);
                            cpu.startFinish();
                            cpu.asyncDsp(write, cpu.dspPointer(pointer + 128), innerWork);
                            cpu.endFinish();
                            cpu.endFinish();
                            seen.add(cpu.getInt(pointer));
                            seen.add(cpu.getInt(pointer + 128));
                        });
        assertEquals(List.of(7, 7), seen);
        assertEquals(List.of(), report.findings());
        return report.arm().endFlushes;
    }

    /** K2H-C4: a DSP task begun after an inner scope sees what the ARM core wrote in it. */
    @Test
    void c7_k2hC4_underThePapersPolicyEveryEndFinishFlushesWhatIsDeclared() {
        Image image = new Image();
        List<Integer> seen = new ArrayList<>();
        Function read = image.task("read", null, (cpu, a) -> seen.add(cpu.getInt(a[0])));
        image.load(List.of("read"));
        RunReport report =
                run(
                        RuntimeOptions.cores(1, 1).with(HybridPolicy.Kind.PAPER).check(),
                        image,
                        (cpu, none) -> {
                            long pointer = cpu.wsMalloc(Bank.DDR, 128);
                            cpu.startFinish(Operand.writes(pointer, 128));
                            for (int value = 1; value <= 3; value++) {
                                cpu.startFinish();
                                cpu.putInt(pointer, value);
                                cpu.endFinish();
                                cpu.startFinish();
                                cpu.asyncDsp(read, cpu.dspPointer(pointer));
                                cpu.endFinish();
                            }
                            cpu.endFinish();
                        });
        assertEquals(List.of(1, 2, 3), seen);
        assertEquals(7, report.arm().endFlushes, "one for each end of a scope, crossed or not");
        assertEquals(List.of(), report.findings());
    }

    /**
     * Under the cost-aware policy no end of a scope flushes before a task crosses; the first end
     * after that does.
     */
    @Test
    void k2hC4_underOursATaskThatCrossesSeesWhatEndsOfScopesLeftInCaches() {
        Image image = new Image();
        List<Integer> seen = new ArrayList<>();
        Function read = image.task("read", null, (cpu, a) -> seen.add(cpu.getInt(a[0])));
        image.load(List.of("read"));
        RunReport report =
                run(
                        RuntimeOptions.cores(1, 1).with(HybridPolicy.Kind.COST_AWARE).check(),
                        image,
                        (cpu, none) -> {
                            long pointer = cpu.wsMalloc(Bank.DDR, 128);
                            cpu.startFinish(Operand.writes(pointer, 128));
                            for (int value = 1; value <= 3; value++) {
                                cpu.startFinish();
                                cpu.putInt(pointer, value);
                                cpu.endFinish();
                                cpu.startFinish();
                                cpu.asyncDsp(read, cpu.dspPointer(pointer));
                                cpu.endFinish();
                            }
                            cpu.endFinish();
                        });
        assertEquals(List.of(1, 2, 3), seen);
        assertEquals(3, report.arm().otherFlushes, "one before each task that crossed");
        assertEquals(List.of(), report.findings());
    }

    /** The order that {@link Reading} documents, of both queues of a DSP. */
    @ParameterizedTest
    @EnumSource
    void c7_queuesOfADspAreLastInFirstOutButInOneReading(Reading reading) {
        for (boolean pinned : new boolean[] {true, false}) {
            Image image = new Image();
            List<Long> order = new ArrayList<>();
            Function note = image.task("note", (cpu, a) -> order.add(a[0]));
            Function spawner =
                    image.task(
                            "spawner",
                            null,
                            (cpu, a) -> {
                                for (int i = 0; i < 50; i++) {
                                    if (pinned) {
                                        cpu.asyncDsp(note, i);
                                    } else {
                                        cpu.async(note, i);
                                    }
                                }
                            });
            image.load(List.of("spawner"));
            run(
                    RuntimeOptions.dspOnly(1).with(reading),
                    image,
                    (cpu, none) -> {
                        cpu.startFinish();
                        cpu.asyncDsp(spawner);
                        cpu.endFinish();
                    });
            boolean fifo = reading == Reading.DSP_FIFO;
            assertEquals(
                    LongStream.range(0, 50).map(i -> fifo ? i : 49 - i).boxed().toList(),
                    order,
                    reading + ", pinned " + pinned);
        }
    }

    /**
     * Mattern's counting: a scope of a DSP in which a task that still runs makes tasks that end
     * meanwhile, with delays between the words that the waiting DSP reads. Had it read the created
     * ones first, it would take the end of a later task for the end of all.
     */
    @Test
    void c7_aScopeOfADspEndsAfterItsTasksWhateverChangesWhileItsWordsAreRead() {
        Image image = new Image();
        AtomicInteger open = new AtomicInteger();
        Function brief = image.task("brief", null, (cpu, a) -> {});
        Function parent =
                image.task(
                        "parent",
                        null,
                        (cpu, a) -> {
                            for (int i = 0; i < 100; i++) {
                                cpu.asyncDsp(brief);
                                cpu.work(Cost.FLOP_SINGLE, 10_000);
                            }
                            open.decrementAndGet();
                        });
        Function scope =
                image.task(
                        "scope",
                        null,
                        (cpu, a) -> {
                            open.set(1);
                            cpu.startFinish();
                            cpu.asyncDsp(parent);
                            cpu.endFinish();
                            assertEquals(0, open.get(), "tasks that run though their scope ended");
                        });
        image.load(List.of("brief", "parent", "scope"));
        for (int seed = 0; seed < 100; seed++) {
            Programs.run(
                    RuntimeOptions.cores(1, 8),
                    new VirtualPace(Board.K2H.prices(), seed, 0.05, 2000),
                    image,
                    (cpu, none) -> {
                        cpu.startFinish();
                        cpu.asyncDsp(scope);
                        cpu.endFinish();
                    });
        }
    }
}
