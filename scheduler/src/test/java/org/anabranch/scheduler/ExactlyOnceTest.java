package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * INV_2, lesson 9: a great many tasks through finish and stealing, each of which adds one to a byte
 * of its own.
 */
@Timeout(3600)
class ExactlyOnceTest {
    private static final int TASKS =
            Boolean.getBoolean("anabranch.nightly") ? 100_000_000 : 1_000_000;

    /** A producer whose tasks are not stolen keeps so many in memory. */
    private static final int AT_ONCE = 1_000_000;

    private static final VarHandle BYTES = MethodHandles.arrayElementVarHandle(byte[].class);

    private final byte[] runs = new byte[TASKS];

    private void run(int index) {
        byte old = (byte) BYTES.getVolatile(runs, index);
        BYTES.setVolatile(runs, index, (byte) (old + 1));
    }

    private void check(String how) {
        for (int i = 0; i < TASKS; i++) {
            if (runs[i] != 1) {
                assertEquals(1, runs[i], how + ": task " + i);
            }
            runs[i] = 0;
        }
    }

    /** Every task starts the two below it, in its scope or in one of its own. */
    private void tree(House house, Finish finish, int index) {
        run(index);
        long child = 2L * index + 1;
        if (child >= TASKS) {
            return;
        }
        if (index % 16 == 3) {
            try (Finish inner = house.platform.finish()) {
                start(house, inner, child);
                start(house, inner, child + 1);
            }
        } else {
            start(house, finish, child);
            start(house, finish, child + 1);
        }
    }

    private void start(House house, Finish finish, long index) {
        if (index < TASKS) {
            finish.async(() -> tree(house, finish, (int) index));
        }
    }

    @Test
    void INV_2_every_task_of_a_tree_runs_exactly_once() {
        for (int workers : new int[] {1, 2, 4}) {
            try (House house = House.of(House.SETTINGS.withWorkers(workers))) {
                try (Finish finish = house.platform.finish()) {
                    finish.async(() -> tree(house, finish, 0));
                }
                check(workers + " workers");
            }
        }
    }

    @Test
    void INV_2_every_task_of_one_producer_runs_exactly_once() {
        try (House house = House.host()) {
            for (int first = 0; first < TASKS; first += AT_ONCE) {
                produce(house, first);
            }
            check("one producer");
        }
    }

    private void produce(House house, int first) {
        try (Finish finish = house.platform.finish()) {
            finish.async(
                    () -> {
                        for (int i = first; i < first + AT_ONCE; i++) {
                            int index = i;
                            finish.async(() -> run(index));
                        }
                    });
        }
    }

    @Test
    void INV_2_every_index_of_a_loop_of_tiny_tiles_runs_exactly_once() {
        try (House house = House.host()) {
            for (Loop loop : new Loop[] {Loop.of(0, TASKS), Loop.of(0, TASKS).tile(3).chunked()}) {
                try (Finish finish = house.platform.finish()) {
                    finish.forasync(loop, (long i) -> run((int) i));
                }
                check(loop.toString());
            }
        }
    }
}
