package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopDomain;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.run.Finding;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class CheckerTest {

    private static RunReport run(RuntimeOptions options, Image image, Code main) {
        return Programs.run(options.check(), Programs.virtual(1), image, main);
    }

    private static List<Finding> of(RunReport report, Finding.Kind kind) {
        return report.findings().stream().filter(f -> f.kind() == kind).toList();
    }

    @Test
    void k2hC1_withoutTheCacheCallDataIsStaleAndTheCheckerNamesIt() {
        for (boolean through : new boolean[] {false, true}) {
            Programs.ArrayAddition stale =
                    new Programs.ArrayAddition(16_384, false, true, LoopDomain.Split.WS_RECURSION);
            RunReport report =
                    stale.run(
                            RuntimeOptions.dspOnly(2).writeThrough(through).check(),
                            Programs.virtual(1));
            assertTrue(stale.wrong > 0, "the model returns stale data");
            List<Finding> findings = of(report, Finding.Kind.STALE_READ);
            assertTrue(!findings.isEmpty());
            Finding first = findings.getFirst();
            assertTrue(
                    first.core().startsWith("DSP") && first.task().equals("forasync"),
                    first.toString());
            assertEquals(0, first.line() % 128);
        }
    }

    @Test
    void k2hC1_withTheCallsTheCheckerIsSilent() {
        for (int workers : new int[] {1, 4, 5, 8, 12}) {
            for (HybridPolicy.Kind policy : HybridPolicy.Kind.values()) {
                Programs.ArrayAddition program = new Programs.ArrayAddition(16_384 + 100);
                RunReport report =
                        program.run(
                                RuntimeOptions.hybrid(workers).with(policy).check(),
                                Programs.virtual(workers));
                assertEquals(List.of(), report.findings(), workers + " workers, " + policy);
                assertEquals(0, program.wrong);
            }
        }
    }

    @Test
    void k2hC4_theScopesOperandsDeriveTheCallsForWhatIsRead() {
        Image image = new Image();
        AtomicInteger seen = new AtomicInteger();
        Function read = image.task("read", null, (cpu, a) -> seen.set(cpu.getInt(a[0])));
        image.load(List.of("read"));
        for (boolean declared : new boolean[] {true, false}) {
            RunReport report =
                    run(
                            RuntimeOptions.hybrid(5),
                            image,
                            (cpu, none) -> {
                                long pointer = cpu.wsMalloc(Bank.DDR, 128);
                                cpu.putInt(pointer, 77);
                                cpu.startFinish(
                                        declared
                                                ? new Operand[] {Operand.reads(pointer, 128)}
                                                : new Operand[0]);
                                cpu.asyncDsp(read, cpu.dspPointer(pointer));
                                cpu.endFinish();
                            });
            assertEquals(declared ? 77 : 0, seen.get());
            assertEquals(declared ? 0 : 1, of(report, Finding.Kind.STALE_READ).size());
        }
    }

    @Test
    void k2hC3_withoutWriteBackResultsOfADspAreLost() {
        Programs.ArrayAddition lost = new Programs.ArrayAddition(4096);
        RunReport report =
                lost.run(RuntimeOptions.dspOnly(1).underived().check(), Programs.virtual(1));
        assertTrue(lost.wrong > 0);
        assertTrue(!of(report, Finding.Kind.LOST_WRITE).isEmpty());
    }

    @Test
    void k2hC5_anUndeclaredWriteIsReported() {
        Image image = new Image();
        Function write = image.task("write", null, (cpu, a) -> cpu.putInt(a[0], 5));
        image.load(List.of("write"));
        AtomicInteger seen = new AtomicInteger();
        RunReport report =
                run(
                        RuntimeOptions.hybrid(5),
                        image,
                        (cpu, none) -> {
                            long declared = cpu.wsMalloc(Bank.DDR, 128);
                            long other = cpu.wsMalloc(Bank.DDR, 128);
                            cpu.putInt(other, 1);
                            cpu.cacheWbInv(other, 128);
                            cpu.getInt(other);
                            cpu.startFinish(Operand.writes(declared, 128));
                            cpu.asyncDsp(write, cpu.dspPointer(declared));
                            cpu.asyncDsp(write, cpu.dspPointer(other));
                            cpu.endFinish();
                            assertEquals(5, cpu.getInt(declared));
                            seen.set(cpu.getInt(other));
                        });
        assertEquals(1, seen.get(), "lost on the ARM side, as in the paper");
        List<Finding> findings = of(report, Finding.Kind.UNDECLARED_WRITE);
        assertEquals(1, findings.size());
        assertEquals("write", findings.getFirst().task());
        assertEquals(findings.getFirst().line(), findings.getFirst().address());
        assertEquals(1, of(report, Finding.Kind.STALE_READ).size());
    }

    @Test
    void k2hC6_twoSidesOnOneLineCorruptItAndTheCheckerNamesTheLine() {
        Image image = new Image();
        Function half =
                image.task("half", (cpu, a) -> cpu.putInt(cpu.core().isDsp() ? a[1] : a[0], 3));
        image.load(List.of());
        AtomicInteger wrong = new AtomicInteger();
        RunReport report =
                run(
                        RuntimeOptions.hybrid(5),
                        image,
                        (cpu, none) -> {
                            long pointer = cpu.wsMalloc(Bank.DDR, 128);
                            cpu.startFinish(Operand.writes(pointer, 128));
                            cpu.asyncDsp(half, 0, cpu.dspPointer(pointer));
                            cpu.putInt(pointer + 4, 3);
                            cpu.endFinish();
                            wrong.set(
                                    cpu.getInt(pointer) == 3 && cpu.getInt(pointer + 4) == 3
                                            ? 0
                                            : 1);
                        });
        assertEquals(1, wrong.get());
        assertEquals(1, of(report, Finding.Kind.FALSE_SHARING).size());
        assertEquals(0, of(report, Finding.Kind.FALSE_SHARING).getFirst().line() % 128);
    }

    @Test
    void c6_falseSharingIsOfTheTaskThatWroteTheLine() {
        Image image = new Image();
        Function half =
                image.task(
                        "dsp_half",
                        null,
                        (cpu, a) -> {
                            cpu.putInt(a[0], 7);
                            cpu.work(Cost.FLOP_SINGLE, 100_000);
                            cpu.startFinish();
                            cpu.endFinish();
                        });
        Function waiting =
                image.task(
                        "waiting",
                        null,
                        (cpu, a) -> {
                            cpu.startFinish();
                            cpu.asyncDsp(half, a[0]);
                            cpu.endFinish();
                        });
        image.load(List.of("dsp_half", "waiting"));
        for (Function task : List.of(half, waiting)) {
            List<Finding> findings = of(besideTheHost(image, task), Finding.Kind.FALSE_SHARING);
            assertEquals(1, findings.size(), findings::toString);
            assertEquals("dsp_half", findings.getFirst().task());
            assertEquals("DSP 0", findings.getFirst().core());
        }
    }

    /** The task writes one half of a line on the DSP while the host writes the other. */
    private static RunReport besideTheHost(Image image, Function task) {
        return run(
                RuntimeOptions.cores(2, 1),
                image,
                (cpu, none) -> {
                    long pointer = cpu.wsMalloc(Bank.DDR, 128);
                    cpu.startFinish(Operand.writes(pointer, 128));
                    cpu.asyncDsp(task, cpu.dspPointer(pointer));
                    cpu.work(Cost.FLOP_SINGLE, 20_000);
                    cpu.startFinish();
                    cpu.putInt(pointer + 64, 9);
                    cpu.endFinish();
                    cpu.endFinish();
                });
    }

    @Test
    void c6_aLostWriteIsOfTheTaskThatWroteTheLine() {
        Image image = new Image();
        Function write = image.task("write", null, (cpu, a) -> cpu.putInt(a[0], 7));
        Function next = image.task("next", null, (cpu, a) -> {});
        image.load(List.of("write", "next"));
        RunReport report =
                run(
                        RuntimeOptions.cores(1, 1).underived(),
                        image,
                        (cpu, none) -> {
                            long pointer = cpu.wsMalloc(Bank.DDR, 128);
                            cpu.startFinish(Operand.writes(pointer, 128));
                            cpu.asyncDsp(write, cpu.dspPointer(pointer));
                            cpu.asyncDsp(next);
                            cpu.endFinish();
                        });
        assertEquals(
                List.of("write"),
                of(report, Finding.Kind.LOST_WRITE).stream().map(Finding::task).toList());
    }

    @Test
    void k2hC7_midpointHalvingCorruptsWhatOurSplitterDoesNot() {
        int corrupted = 0;
        for (int seed = 0; seed < 5; seed++) {
            Programs.ArrayAddition naive =
                    new Programs.ArrayAddition(10_000, true, false, LoopDomain.Split.MIDPOINT);
            RunReport report = naive.run(RuntimeOptions.hybrid(12).check(), Programs.virtual(seed));
            if (naive.wrong > 0) {
                corrupted++;
                assertTrue(
                        !of(report, Finding.Kind.FALSE_SHARING).isEmpty(),
                        "a corruption without a finding");
            }
            Programs.ArrayAddition ours = new Programs.ArrayAddition(10_000);
            assertEquals(
                    List.of(),
                    ours.run(RuntimeOptions.hybrid(12).check(), Programs.virtual(seed)).findings());
            assertEquals(0, ours.wrong);
        }
        assertTrue(corrupted > 0, "the paper's tile rule does not hold for n = 10,000");
    }

    @Test
    void k2hM6_aForeignAddressIsReported() {
        Image image = new Image();
        Function task = image.task("deref", null, (cpu, a) -> cpu.getInt(a[0]));
        image.load(List.of("deref"));
        K2hException failure =
                assertThrows(
                        K2hException.class,
                        () ->
                                run(
                                        RuntimeOptions.hybrid(5),
                                        image,
                                        (cpu, none) -> {
                                            cpu.startFinish();
                                            cpu.asyncDsp(task, cpu.wsMalloc(Bank.DDR, 8));
                                            cpu.endFinish();
                                        }));
        assertTrue(failure.getMessage().contains("deref failed on DSP 0"));
    }
}
