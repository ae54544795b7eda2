package org.anabranch.loops.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.loops.IntBody;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Which threads run the iterations of a loop on the host. */
class ParallelRunTest {
    private static final int COUNT = 1000;

    @Test
    @DisplayName("JA-14: on a single processor the calling thread runs all, in order")
    void oneProcessor() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
            Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
            IntBody body =
                    i -> {
                        seen.add(i);
                        threads.add(Thread.currentThread());
                    };
            new ParallelRun(engine.platform("one"), body, 5, COUNT, () -> 1).run();
            assertEquals(Set.of(Thread.currentThread()), threads);
            assertEquals(COUNT - 5, seen.size());
            for (int i = 5; i < COUNT; i++) {
                assertEquals(i, seen.get(i - 5));
            }
            IntBody faulty =
                    i -> {
                        if (i == 7) {
                            throw new IllegalStateException("7");
                        }
                    };
            ParallelRun run = new ParallelRun(engine.platform("two"), faulty, 0, COUNT, () -> 1);
            assertEquals("7", assertThrows(IllegalStateException.class, run::run).getMessage());
        }
    }

    @Test
    @DisplayName("JA-14: on several processors other threads take part")
    void severalProcessors() {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            CountDownLatch both = new CountDownLatch(2);
            Set<Thread> threads = Collections.synchronizedSet(new HashSet<>());
            IntBody body =
                    i -> {
                        if (threads.add(Thread.currentThread())) {
                            both.countDown();
                            await(both);
                        }
                    };
            new ParallelRun(engine.platform("several"), body, 0, COUNT, () -> 2).run();
            assertEquals(0, both.getCount());
        }
    }

    private static void await(CountDownLatch both) {
        try {
            both.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
