package org.anabranch.loops.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.SourceCode;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.emit.EmitOptions.Division;
import org.anabranch.loops.emit.OpenClRun;
import org.anabranch.loops.run.LiftedLoops;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Tests of the arithmetic self-test of a domain. */
class ArithmeticSelfTestTest {
    private static UnaryOperator<SourceCode> replacing(String old, String other) {
        return code ->
                new SourceCode(
                        code.format(),
                        code.text().replace(old, other),
                        code.function(),
                        code.options());
    }

    @Test
    @DisplayName("JA-12: a device with Java's arithmetic passes, constants included")
    void passes() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            ArithmeticSelfTest trial = new ArithmeticSelfTest(device.platform(), device.domain());
            assertNull(trial.singles(Division.NATIVE));
            assertNull(trial.doubles(Division.NATIVE));
        }
    }

    @Test
    @DisplayName("JA-12: a driver that computes wrongly with constants alone is found")
    void constants() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            assumeTrue("cpu".equals(device.domain().properties().get("type")), "known of PoCL");
            ArithmeticSelfTest trial =
                    new ArithmeticSelfTest(
                            device.platform(),
                            device.domain(),
                            replacing("(j_rint_double(as_double(", "(rint(as_double("));
            String found = trial.doubles(Division.NATIVE);
            assertTrue(found != null && found.contains("the constant"), found);
        }
    }

    @Test
    @DisplayName("JA-12: a device whose shifts do not take the count modulo the width is found")
    void shifts() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            ArithmeticSelfTest trial =
                    new ArithmeticSelfTest(
                            device.platform(), device.domain(), replacing("(31)))", "(15)))"));
            String found = trial.singles(Division.NATIVE);
            assertTrue(found != null && found.contains("instead of"), found);
        }
    }

    @Test
    @DisplayName("JA-12: a domain is tried once, although nobody keeps the platform's view of it")
    void triedOnce() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            SelfTestResults known = SelfTestResults.of(device.platform(), view(device));
            System.gc();
            assertSame(known, SelfTestResults.of(device.platform(), view(device)));
        }
    }

    private static Domain view(OpenClRun device) {
        return device.platform().domains(device.domain().id()).getFirst();
    }

    @Test
    @DisplayName("JA-14: a trial that has failed is begun again, and an interrupt does not end it")
    void failedTrial() {
        AtomicInteger begun = new AtomicInteger();
        OneTimeComputation<String> trial =
                new OneTimeComputation<>(
                        () -> {
                            if (begun.incrementAndGet() == 1) {
                                throw new IllegalArgumentException("no");
                            }
                            return "found";
                        });
        Throwable failed = assertThrows(IllegalStateException.class, trial::result);
        assertEquals("no", failed.getCause().getMessage());
        Thread.currentThread().interrupt();
        assertEquals("found", trial.result());
        assertTrue(Thread.interrupted());
        assertTrue(trial.hasEnded());
        assertEquals(2, begun.get());
    }

    @Test
    @DisplayName("JA-14: while a device of the host's own is tried the host runs loops alone")
    void hostMeanwhile() throws Exception {
        try (OpenClRun device = new OpenClRun()) {
            assumeTrue("cpu".equals(device.domain().properties().get("type")), "another processor");
            Loops loops = new LiftedLoops(device.platform()).on(Place.anywhere());
            double[] a = new double[1000];
            LoopRun first = loops.parallelInts(0, a.length, i -> a[i] = i / 3.0);
            String tried = "while the arithmetic of " + device.domain().id() + " is tried";
            assertTrue(first.reason().contains(tried), first.reason());
            // what is left of the trial is waited for
            loops.on(device.domain()).parallelInts(0, a.length, i -> a[i] += i / 7.0);
            LoopRun later = loops.parallelInts(0, a.length, i -> a[i] *= 0.1);
            assertFalse(later.reason().contains(tried), later.reason());
            for (int i = 0; i < a.length; i++) {
                assertEquals((i / 3.0 + i / 7.0) * 0.1, a[i]);
            }
        }
    }
}
