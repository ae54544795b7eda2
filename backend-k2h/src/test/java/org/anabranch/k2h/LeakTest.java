package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.k2h.arm.ArmWorker;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.ArmAddresses;
import org.anabranch.k2h.machine.CoreTrace;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.run.Finding;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;

/**
 * Tests of the checker's findings for lost descriptors, and for a DSP that accesses the ARM's
 * objects.
 */
class LeakTest {
    private final Image image = new Image();
    private final AtomicReference<HybridRuntime> runtime = new AtomicReference<>();

    /** Runs a program that fails, and returns why, and what was found. */
    private List<Finding> findings(Code main, String message) {
        runtime.set(
                new HybridRuntime(RuntimeOptions.hybrid(5).check(), Programs.virtual(1), image));
        runtime.get().start(main);
        K2hException failure = assertThrows(K2hException.class, runtime.get()::join);
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
        return runtime.get().findings();
    }

    /** A port of a task that plays with the queues of the runtime. */
    private QueuePort port(Cpu cpu) {
        return new QueuePort(
                cpu.core(),
                Programs.free(1),
                new CoreTrace(RuntimeOptions.Tracing.OFF),
                runtime.get().watch());
    }

    private List<Finding> afterTask(Code task, String message) {
        Function rogue = image.task("rogue", null, task);
        image.load(List.of("rogue"));
        return findings(
                (cpu, none) -> {
                    cpu.startFinish();
                    cpu.asyncDsp(rogue);
                    cpu.endFinish();
                },
                message);
    }

    private static void isNamed(List<Finding> findings, Finding.Kind kind, long address) {
        assertEquals(1, findings.size(), findings::toString);
        Finding finding = findings.getFirst();
        assertEquals(kind, finding.kind());
        assertEquals("rogue", finding.task());
        assertEquals("DSP 0", finding.core());
        assertEquals(address, finding.address());
        assertEquals(address / 128 * 128, finding.line());
    }

    @Test
    void k2hQ5_aDescriptorThatATaskKeepsIsReportedWithTaskAndAddress() {
        AtomicReference<Descriptor> kept = new AtomicReference<>();
        List<Finding> findings =
                afterTask(
                        (cpu, none) -> kept.set(runtime.get().board().pool().take(port(cpu))),
                        "1 of 4096 descriptors are missing");
        isNamed(findings, Finding.Kind.DESCRIPTOR_LEAK, kept.get().address());
    }

    @Test
    void k2hQ1_aDescriptorThatIsLeftInAQueueIsReportedWithTaskAndAddress() {
        AtomicReference<Descriptor> left = new AtomicReference<>();
        List<Finding> findings =
                afterTask(
                        (cpu, none) -> {
                            QueuePort port = port(cpu);
                            left.set(runtime.get().board().pool().take(port));
                            port.push(runtime.get().fabric().open(1), left.get(), true);
                        },
                        "holds 1 descriptors");
        isNamed(findings, Finding.Kind.QUEUE_LEAK, left.get().address());
    }

    private void reachesFor(ToLongFunction<ArmWorker> what, Finding.Kind kind, long address) {
        Function rogue = image.task("rogue", null, (cpu, a) -> cpu.putInt(a[0], 1));
        image.load(List.of("rogue"));
        List<Finding> findings =
                findings(
                        (cpu, none) -> {
                            cpu.startFinish();
                            cpu.asyncDsp(rogue, what.applyAsLong((ArmWorker) cpu));
                            cpu.endFinish();
                        },
                        "rogue failed on DSP 0");
        isNamed(findings, kind, address);
    }

    @Test
    void k2hS2_aDspThatReachesForAnArmDequeTrapsAndIsReported() {
        reachesFor(ArmWorker::dequePointer, Finding.Kind.ARM_DEQUE, ArmAddresses.deque(0));
    }

    @Test
    void k2hS6_aDspThatReachesForAnArmFinishTrapsAndIsReported() {
        reachesFor(ArmWorker::finishPointer, Finding.Kind.ARM_FINISH, ArmAddresses.finish(1));
    }
}
