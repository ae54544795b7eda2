package org.anabranch.scheduler.count;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.scheduler.count.WorkCounts.Sum;
import org.junit.jupiter.api.Test;

import java.util.concurrent.CyclicBarrier;

class WorkCountsTest {
    private final WorkCounts all = new WorkCounts();

    @Test
    void what_programs_did_is_counted_once_for_all_whether_they_have_ended_or_not() {
        WorkCounts first = all.ofProgram();
        WorkCounts second = all.ofProgram();
        first.ended(true);
        second.ended(false);
        all.ended(true);
        assertEquals(3, all.get(Sum.ACTIONS));
        first.endProgram();
        first.endProgram();
        assertEquals(3, all.get(Sum.ACTIONS), "it took with it what it had done");
        first.ended(true);
        assertEquals(4, all.get(Sum.ACTIONS), "what came late");
        assertEquals(2, first.get(Sum.ACTIONS));
        assertEquals(1, second.get(Sum.ACTIONS));
        assertEquals(1, all.get(Sum.FAILED));
    }

    @Test
    void what_is_counted_while_a_program_ends_is_neither_lost_nor_counted_twice() throws Exception {
        int rounds = 300;
        int counted = 2_000;
        for (int round = 1; round <= rounds; round++) {
            WorkCounts program = all.ofProgram();
            CyclicBarrier both = new CyclicBarrier(2);
            Thread counter =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        await(both);
                                        for (int i = 0; i < counted; i++) {
                                            program.ended(true);
                                        }
                                    });
            await(both);
            program.endProgram();
            counter.join();
            assertEquals((long) round * counted, all.get(Sum.ACTIONS), "round " + round);
        }
    }

    private static void await(CyclicBarrier both) {
        try {
            both.await();
        } catch (Exception broken) {
            throw new AssertionError(broken);
        }
    }
}
