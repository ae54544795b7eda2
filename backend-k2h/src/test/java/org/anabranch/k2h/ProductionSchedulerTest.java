package org.anabranch.k2h;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Mapping;
import org.anabranch.api.Parameter;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.k2h.device.K2hBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The board as a domain of the production scheduler. */
@Timeout(120)
class ProductionSchedulerTest {
    private static final int N = 100_003;
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private final Kernel add =
            Kernel.of("add", Parameter.out("a"), Parameter.in("b"), Parameter.in("c"))
                    .java(
                            (piece, arguments) -> {
                                threads.add(Thread.currentThread().getName());
                                MemorySegment a = arguments.segment(0);
                                MemorySegment b = arguments.segment(1);
                                MemorySegment c = arguments.segment(2);
                                for (long i = piece.low(0); i < piece.high(0); i++) {
                                    int sum = b.getAtIndex(JAVA_INT, i) + c.getAtIndex(JAVA_INT, i);
                                    a.setAtIndex(JAVA_INT, i, sum);
                                }
                            });

    private void addArrays(Place place, boolean checked) throws InterruptedException {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            K2hBackend backend = new K2hBackend(1, 4, checked);
            engine.add(backend);
            Platform platform = engine.platform("hybrid");
            while (platform.domains().stream()
                    .noneMatch(
                            domain ->
                                    domain.kind().equals("k2h")
                                            && domain.state() == Domain.State.ACTIVE)) {
                Thread.sleep(1);
            }
            try (Buffer a = platform.buffer(JAVA_INT, N);
                    Buffer b = platform.buffer(JAVA_INT, N);
                    Buffer c = platform.buffer(JAVA_INT, N)) {
                fill(b, 100);
                fill(c, 1);
                try (Finish finish = platform.finish()) {
                    finish.forasync(
                            place,
                            Loop.of(0, N).tile(32),
                            add,
                            a.out(Mapping.each()),
                            b.in(Mapping.each()),
                            c.in(Mapping.each()));
                }
                MemorySegment seen = a.read();
                for (int i = 0; i < N; i++) {
                    assertEquals(101, seen.getAtIndex(JAVA_INT, i), "element " + i);
                }
            }
            engine.remove(backend);
        }
    }

    private static void fill(Buffer buffer, int value) {
        MemorySegment memory = buffer.write();
        for (int i = 0; i < N; i++) {
            memory.setAtIndex(JAVA_INT, i, value);
        }
    }

    @Test
    void k2hM2_aLoopForTheBoardRunsOnItsDspsOnly() throws InterruptedException {
        addArrays(Place.kind("k2h"), true);
        assertTrue(!threads.isEmpty(), "somebody ran it");
        assertTrue(
                threads.stream().allMatch(name -> name.startsWith("k2h DSP")), threads::toString);
    }

    @Test
    void k2hM8_aLoopForAnywhereIsRight() throws InterruptedException {
        for (int round = 0; round < 10; round++) {
            addArrays(Place.anywhere(), false);
        }
    }
}
