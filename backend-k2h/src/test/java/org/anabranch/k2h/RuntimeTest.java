package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.run.TraceEvent;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;

class RuntimeTest {

    private static RunReport run(RuntimeOptions options, Image image, Code main) {
        return Programs.run(options, Programs.virtual(1), image, main);
    }

    @Test
    void k2hB1_noDspTouchesAQueueBeforeTheBarrier() {
        for (int seed = 0; seed < 10; seed++) {
            Programs.ArrayAddition program = new Programs.ArrayAddition(4096);
            List<TraceEvent> trace =
                    program.run(
                                    RuntimeOptions.hybrid(12).trace(),
                                    seed < 5 ? Programs.free(seed) : Programs.virtual(seed))
                            .trace();
            List<TraceEvent.What> boot =
                    List.of(
                            TraceEvent.What.ARM_INIT,
                            TraceEvent.What.QUEUES_ALLOCATED,
                            TraceEvent.What.IMAGE_LOADED,
                            TraceEvent.What.QUEUES_PASSED,
                            TraceEvent.What.PUBLISHED,
                            TraceEvent.What.BARRIER_OPEN);
            List<TraceEvent.What> happened =
                    trace.stream().map(TraceEvent::what).filter(boot::contains).toList();
            assertEquals(boot, happened);
            Map<String, Boolean> started = new HashMap<>();
            boolean open = false;
            for (TraceEvent event : trace) {
                open |= event.what() == TraceEvent.What.BARRIER_OPEN;
                if (event.core().isDsp()
                        && (event.what() == TraceEvent.What.PUSH
                                || event.what() == TraceEvent.What.POP)) {
                    assertTrue(
                            open && started.getOrDefault(event.core().toString(), false),
                            "too early: " + event);
                }
                if (event.what() == TraceEvent.What.DSP_STARTED) {
                    assertTrue(open, "past a closed barrier: " + event);
                    started.put(event.core().toString(), true);
                }
            }
            assertEquals(8, started.size());
        }
    }

    @Test
    void k2hB2_B3_mainRunsOnArm0AndWorkersAreArmFirst() {
        for (int workers = 1; workers <= 12; workers++) {
            RuntimeOptions options = RuntimeOptions.hybrid(workers);
            assertEquals(Math.min(workers, 4), options.arms());
            assertEquals(workers - options.arms(), options.dsps());
            Image image = new Image();
            image.load(List.of());
            List<String> where = new ArrayList<>();
            run(options, image, (cpu, none) -> where.add(cpu.core().toString()));
            assertEquals(List.of("ARM 0"), where);
        }
    }

    @Test
    void k2hB4_dspOnlyModeNeedsADsp() {
        assertThrows(K2hException.Program.class, () -> RuntimeOptions.dspOnly(0));
    }

    @Test
    void k2hB5_aFunctionMissingOnOneSideIsReportedAtLoadOrSubmit() {
        Image broken = new Image();
        broken.task("half", (cpu, a) -> {}, null);
        K2hException.Program error =
                assertThrows(K2hException.Program.class, () -> broken.load(List.of()));
        assertTrue(error.getMessage().contains("half is missing in the DSP image"));
        Image image = new Image();
        Function dsp = image.task("onlyDsp", null, (cpu, a) -> {});
        Function arm = image.task("onlyArm", (cpu, a) -> {}, null);
        image.load(List.of("onlyDsp", "onlyArm"));
        run(
                RuntimeOptions.hybrid(6),
                image,
                (cpu, none) -> {
                    assertThrows(K2hException.Program.class, () -> cpu.async(dsp));
                    assertThrows(K2hException.Program.class, () -> cpu.async(arm));
                    assertThrows(K2hException.Program.class, () -> cpu.asyncDsp(arm));
                    cpu.startFinish();
                    cpu.asyncDsp(dsp);
                    cpu.endFinish();
                });
    }

    @Test
    void k2hM1_argumentsAreCopiedByValueAndLimited() {
        Image image = new Image();
        AtomicInteger sum = new AtomicInteger();
        Function add = image.task("add", (cpu, a) -> sum.addAndGet((int) a[0]));
        image.load(List.of());
        run(
                RuntimeOptions.hybrid(8),
                image,
                (cpu, none) -> {
                    long[] argument = {0};
                    cpu.startFinish();
                    for (int i = 1; i <= 100; i++) {
                        argument[0] = i;
                        cpu.async(add, argument);
                    }
                    cpu.endFinish();
                    assertThrows(K2hException.Program.class, () -> cpu.async(add, new long[44]));
                });
        assertEquals(5050, sum.get());
    }

    @Test
    void k2hM2_asyncDspRunsOnDspsOnlyAndFailsAtOnceWithoutThem() {
        Image image = new Image();
        AtomicInteger onArm = new AtomicInteger();
        AtomicInteger onDsp = new AtomicInteger();
        Function task =
                image.task("t", (cpu, a) -> (cpu.core().isDsp() ? onDsp : onArm).incrementAndGet());
        Function nest =
                image.task(
                        "nest",
                        (cpu, a) -> {
                            for (int i = 0; i < 10; i++) {
                                cpu.asyncDsp(task);
                            }
                        });
        image.load(List.of());
        for (int descriptors : new int[] {4, 4096}) {
            onDsp.set(0);
            run(
                    RuntimeOptions.hybrid(7).descriptors(descriptors),
                    image,
                    (cpu, none) -> {
                        cpu.startFinish();
                        for (int i = 0; i < 5_000; i++) {
                            cpu.asyncDsp(task);
                        }
                        for (int i = 0; i < 500; i++) {
                            cpu.async(nest);
                        }
                        cpu.endFinish();
                    });
            assertEquals(0, onArm.get());
            assertEquals(10_000, onDsp.get());
        }
        run(
                RuntimeOptions.hybrid(4),
                image,
                (cpu, none) -> assertThrows(K2hException.Program.class, () -> cpu.asyncDsp(task)));
    }

    @Test
    void k2hM4_finishScopesNestAndEndWaitsForAllDescendants() {
        Image image = new Image();
        AtomicInteger left = new AtomicInteger();
        Function tree = tree(image, left);
        Code main =
                (cpu, none) -> {
                    for (int round = 0; round < 3; round++) {
                        left.set(1 << 9);
                        cpu.startFinish();
                        cpu.async(tree, 8);
                        cpu.endFinish();
                        assertEquals(1, left.get(), "511 tasks have ended when the scope has");
                    }
                    cpu.endFinish();
                    assertThrows(K2hException.Program.class, cpu::endFinish);
                };
        for (int seed = 0; seed < 6; seed++) {
            Pace pace = seed % 2 == 0 ? Programs.free(seed) : Programs.virtual(seed);
            RunReport report = Programs.run(RuntimeOptions.hybrid(2 + 2 * seed), pace, image, main);
            assertEquals(3 * 511, report.total().tasks);
        }
    }

    private static Function tree(Image image, AtomicInteger left) {
        Function[] tree = new Function[1];
        tree[0] =
                image.task(
                        "tree",
                        (cpu, a) -> {
                            if (a[0] > 0) {
                                cpu.async(tree[0], a[0] - 1);
                                cpu.startFinish();
                                cpu.async(tree[0], a[0] - 1);
                                cpu.endFinish();
                            }
                            left.decrementAndGet();
                        });
        image.load(List.of());
        return tree[0];
    }

    @Test
    void k2hM5_onlyArmAllocates() {
        Image image = new Image();
        Function task = image.task("malloc", null, (cpu, a) -> cpu.wsMalloc(Bank.MSMC, 10));
        image.load(List.of("malloc"));
        Code main =
                (cpu, none) -> {
                    cpu.wsFree(cpu.wsMalloc(Bank.MSMC, 10));
                    assertThrows(
                            K2hException.Exhausted.class, () -> cpu.wsMalloc(Bank.MSMC, 6 << 20));
                    cpu.startFinish();
                    cpu.asyncDsp(task);
                    cpu.endFinish();
                };
        K2hException failure =
                assertThrows(K2hException.class, () -> run(RuntimeOptions.hybrid(5), image, main));
        assertTrue(
                failure.getMessage().contains("only the ARM side allocates"), failure.getMessage());
    }

    @Test
    void k2hM6_anArmPointerTrapsOnADsp() {
        Image image = new Image();
        Function task = image.task("deref", null, (cpu, a) -> cpu.getInt(a[0]));
        image.load(List.of("deref"));
        Code main =
                (cpu, none) -> {
                    long pointer = cpu.wsMalloc(Bank.DDR, 128);
                    assertThrows(
                            K2hException.AddressTrap.class,
                            () -> cpu.getInt(cpu.dspPointer(pointer)));
                    cpu.startFinish();
                    cpu.asyncDsp(task, cpu.dspPointer(pointer));
                    cpu.asyncDsp(task, pointer);
                    cpu.endFinish();
                };
        K2hException failure =
                assertThrows(K2hException.class, () -> run(RuntimeOptions.hybrid(5), image, main));
        assertTrue(failure.getMessage().contains("is no DSP address"), failure.getMessage());
        assertEquals(0, failure.getSuppressed().length, "the right address did not fail");
    }

    @Test
    void k2hM7_globalsAreNotShared() {
        Image image = new Image();
        AtomicInteger seen = new AtomicInteger(-1);
        Function look = image.task("look", null, (cpu, a) -> seen.set((int) cpu.global(3)));
        image.load(List.of("look"));
        run(
                RuntimeOptions.hybrid(6),
                image,
                (cpu, none) -> {
                    cpu.setGlobal(3, 42);
                    cpu.startFinish();
                    cpu.asyncDsp(look);
                    cpu.endFinish();
                });
        assertEquals(0, seen.get());
    }

    @Test
    void k2hS1_noRemoteAttemptWhileALocalVictimHadWork() {
        Programs.ArrayAddition program = new Programs.ArrayAddition(20_000);
        List<TraceEvent> trace =
                program.run(RuntimeOptions.hybrid(8).trace(), Programs.virtual(3)).trace();
        Map<String, Integer> misses = new HashMap<>();
        int remote = 0;
        for (TraceEvent event : trace) {
            String core = event.core().toString();
            if (event.what() == TraceEvent.What.LOCAL_PROBE) {
                misses.merge(core, event.detail().equals("none") ? 1 : -100, Integer::sum);
            } else if (event.what() == TraceEvent.What.TASK) {
                misses.put(core, 0);
            } else if (event.what() == TraceEvent.What.REMOTE_PROBE) {
                remote++;
                assertTrue(
                        misses.getOrDefault(core, 0) >= 3,
                        event + " without having asked the three other local cores");
            }
        }
        assertTrue(remote > 10);
    }

    @Test
    void k2hS2_P4_S6_dspCodeKnowsNothingOfArmOrOfThreadsNorArmOfDsps() throws Exception {
        refersTo(
                "dsp",
                List.of(
                        "org/anabranch/k2h/arm",
                        "java/util/concurrent",
                        "VarHandle",
                        "java/lang/Thread",
                        "Unsafe",
                        "SharedMemory"));
        refersTo("arm", List.of("org/anabranch/k2h/dsp"));
    }

    /** Reads every class file of a package of one side; none may name what is not its own. */
    private void refersTo(String side, List<String> forbidden) throws Exception {
        Path folder = Path.of(getClass().getResource("/org/anabranch/k2h/" + side).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> classes = files.filter(f -> f.toString().endsWith(".class")).toList();
            assertTrue(classes.size() >= 7, classes::toString);
            for (Path file : classes) {
                String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
                for (String name : forbidden) {
                    assertFalse(constants.contains(name), file + " refers to " + name);
                }
            }
        }
    }

    @Test
    void k2hS3_S9_theHintIsCountedAndStaleHintsBreakNothing() {
        Programs.ArrayAddition program = new Programs.ArrayAddition(65_536);
        RunReport report = program.run(RuntimeOptions.hybrid(6), Programs.virtual(2));
        assertTrue(
                report.arm().flagReads >= report.arm().flagHits
                        && report.arm().flagHits >= report.arm().offers);
        assertTrue(report.arm().offers > 0);
        assertEquals(
                report.dsp().hybridSteals,
                report.arm().completions,
                "every task that went to a DSP came back through SQ3");
        assertEquals(
                report.arm().hybridSteals, report.dsp().completions, "and the others through SQ2");
        assertTrue(report.total().failedProbes > 0);
        assertEquals(0, program.wrong);
    }

    @Test
    void k2hQ5_aPoolOfFourDescriptorsStillFinishesEverything() {
        for (RuntimeOptions.ArmTasks store : RuntimeOptions.ArmTasks.values()) {
            for (int workers : new int[] {4, 5, 12}) {
                Programs.ArrayAddition program = new Programs.ArrayAddition(65_536);
                RunReport report =
                        program.run(
                                RuntimeOptions.hybrid(workers).descriptors(4).with(store),
                                Programs.virtual(workers));
                assertEquals(0, program.wrong, store + " with " + workers);
                assertTrue(
                        store == RuntimeOptions.ArmTasks.WS_DEQUE || report.arm().inlined > 0,
                        "full queues were met");
            }
        }
    }

    @Test
    void k2hQ6_storesKeepTheirOrderAndTheDequeNeedsNoDescriptor() {
        Image image = new Image();
        List<Long> order = new ArrayList<>();
        Function note = image.task("note", (cpu, a) -> order.add(a[0]));
        image.load(List.of());
        Code main =
                (cpu, none) -> {
                    cpu.startFinish();
                    for (int i = 0; i < 50; i++) {
                        cpu.async(note, i);
                    }
                    cpu.endFinish();
                };
        for (RuntimeOptions.ArmTasks store : RuntimeOptions.ArmTasks.values()) {
            order.clear();
            run(RuntimeOptions.hybrid(1).with(store), image, main);
            boolean fifo = store == RuntimeOptions.ArmTasks.FIFO_HW;
            assertEquals(
                    LongStream.range(0, 50).map(i -> fifo ? i : 49 - i).boxed().toList(),
                    order,
                    store.toString());
            RunReport scarce =
                    run(RuntimeOptions.hybrid(1).with(store).descriptors(10), image, main);
            assertEquals(store == RuntimeOptions.ArmTasks.WS_DEQUE ? 0 : 40, scarce.arm().inlined);
        }
    }

    @Test
    void k2hC4_buffersAreInheritedAndNoneMeansNoFlush() {
        Image image = new Image();
        Function[] nest = new Function[1];
        nest[0] =
                image.task(
                        "nest",
                        (cpu, a) -> {
                            if (a[0] > 0) {
                                cpu.startFinish();
                                cpu.async(nest[0], a[0] - 1);
                                cpu.async(nest[0], a[0] - 1);
                                cpu.endFinish();
                            }
                        });
        image.load(List.of());
        for (boolean declared : new boolean[] {true, false}) {
            RunReport report =
                    run(
                            RuntimeOptions.hybrid(5),
                            image,
                            (cpu, none) -> {
                                long pointer = cpu.wsMalloc(Bank.DDR, 1024);
                                if (declared) {
                                    cpu.startFinish(Operand.writes(pointer, 1024));
                                } else {
                                    cpu.startFinish();
                                }
                                cpu.async(nest[0], 6);
                                cpu.endFinish();
                                cpu.wsFree(pointer);
                            });
            long flushes = report.arm().endFlushes + report.arm().otherFlushes;
            assertEquals(declared, flushes > 2, flushes + " flushes");
            assertTrue(declared || flushes == 0);
        }
    }

    @Test
    void aTaskThatThrowsFailsTheRunAndNothingElse() {
        Image image = new Image();
        AtomicInteger ran = new AtomicInteger();
        Function good = image.task("good", (cpu, a) -> ran.incrementAndGet());
        Function bad =
                image.task(
                        "bad",
                        (cpu, a) -> {
                            cpu.startFinish();
                            cpu.async(good);
                            throw new IllegalStateException("as planned");
                        });
        image.load(List.of());
        for (int workers : new int[] {1, 5, 12}) {
            ran.set(0);
            K2hException failure =
                    assertThrows(
                            K2hException.class,
                            () ->
                                    run(
                                            RuntimeOptions.hybrid(workers),
                                            image,
                                            (cpu, none) -> {
                                                cpu.startFinish();
                                                for (int i = 0; i < 20; i++) {
                                                    cpu.async(bad);
                                                }
                                                cpu.endFinish();
                                            }));
            assertTrue(
                    failure.getMessage().contains("bad failed on")
                            && failure.getMessage().contains("as planned"));
            assertEquals(19, failure.getSuppressed().length);
            assertEquals(20, ran.get());
        }
    }
}
