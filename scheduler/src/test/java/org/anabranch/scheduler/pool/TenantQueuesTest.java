package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** R13, R14: the queues of several programs against a sequential model. */
class TenantQueuesTest {
    private static final Worker[] NOBODY = {};
    private static final int STEPS = 4_000;

    private static final class Numbered extends Task {
        final TaskQueue in;
        final int number;

        Numbered(TaskQueue in, int number) {
            super(null);
            this.in = in;
            this.number = number;
        }

        @Override
        protected TaskQueue queue() {
            return in;
        }

        @Override
        public void run(Worker worker) {}

        @Override
        public void refuse(Worker worker, AnabranchException cause) {}
    }

    private final TenantQueues queues = new TenantQueues(2, () -> 1, () -> {}, new Roster());
    private final List<TaskQueue> all = new ArrayList<>();
    private final Map<TaskQueue, ArrayDeque<Integer>> model = new HashMap<>();
    private final Map<TaskQueue, Integer> waiters = new HashMap<>();

    /** How many tasks of each program were taken while all programs had some. */
    private final Map<Tenant, Integer> together = new HashMap<>();

    private TaskQueue queue(Tenant tenant) {
        TaskQueue queue = new TaskQueue(tenant, null);
        all.add(queue);
        model.put(queue, new ArrayDeque<>());
        waiters.put(queue, 0);
        return queue;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void r14_randomProgramsAreServedAsByTheModel(long seed) {
        Random random = new Random(seed);
        List<Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            Tenant tenant = new Tenant("program " + i);
            tenants.add(tenant);
            together.put(tenant, 0);
            for (int k = 0; k < 1 + random.nextInt(4); k++) {
                queue(tenant);
            }
        }
        for (int step = 0; step < STEPS; step++) {
            TaskQueue one = all.get(random.nextInt(all.size()));
            int what = random.nextInt(20);
            if (what < 9) {
                queues.add(new Numbered(one, step));
                model.get(one).add(step);
            } else if (what < 18) {
                take(tenants);
            } else if (waiters.get(one) > 0) {
                queues.awaitsNoMore(one);
                waiters.merge(one, -1, Integer::sum);
            } else {
                queues.awaits(one);
                waiters.merge(one, 1, Integer::sum);
            }
            assertTrue(isEmpty() || queues.hasAny(), "work is seen");
        }
        while (!isEmpty()) {
            take(tenants);
        }
        assertNull(queues.next(NOBODY, null, false), "nothing is had twice");
    }

    private boolean isEmpty() {
        return model.values().stream().allMatch(ArrayDeque::isEmpty);
    }

    private boolean hasTasks(Tenant tenant) {
        return all.stream().anyMatch(one -> one.tenant == tenant && !model.get(one).isEmpty());
    }

    private void take(List<Tenant> tenants) {
        boolean everybody = tenants.stream().allMatch(this::hasTasks);
        Numbered task = (Numbered) queues.next(NOBODY, null, false);
        if (task == null) {
            assertTrue(isEmpty(), "nothing is lost");
            return;
        }
        assertEquals(model.get(task.in).poll(), task.number, "first in first out");
        boolean awaited =
                all.stream()
                        .anyMatch(
                                one ->
                                        one.tenant == task.in.tenant
                                                && waiters.get(one) > 0
                                                && !model.get(one).isEmpty());
        assertTrue(!awaited || waiters.get(task.in) > 0, "awaited ones go first");
        if (everybody) {
            together.merge(task.in.tenant, 1, Integer::sum);
            int most = together.values().stream().mapToInt(taken -> taken).max().orElse(0);
            int least = together.values().stream().mapToInt(taken -> taken).min().orElse(0);
            assertTrue(most - least <= 1, "shares are even within one task: " + together);
        } else {
            together.replaceAll((tenant, taken) -> 0);
        }
    }

    @Test
    void r13_whatIsPassedOverForASecondOrForItsUsualTimeIsNext() {
        long[] now = {1};
        TenantQueues timed = new TenantQueues(2, () -> now[0], () -> {}, new Roster());
        Tenant tenant = new Tenant("program");
        TaskQueue awaited = queue(tenant);
        TaskQueue other = queue(tenant);
        timed.awaits(awaited);
        assertEquals(1_000_000_000, passedOver(timed, awaited, other, now), 1_000_000);
        for (int i = 0; i < 10; i++) {
            tenant.tookOther(1_000_000);
        }
        assertEquals(9_000_000, passedOver(timed, awaited, other, now), 1_000_000);
        tenant.tookOther(50_000_000);
        assertEquals(450_000_000, passedOver(timed, awaited, other, now), 1_000_000);
        tenant.tookOther(Long.MAX_VALUE);
        assertEquals(1_000_000_000, passedOver(timed, awaited, other, now), 1_000_000);
    }

    /** Returns for how many nanoseconds a stranger was passed over. */
    private static long passedOver(
            TenantQueues timed, TaskQueue awaited, TaskQueue other, long[] now) {
        timed.add(new Numbered(other, 0));
        long began = now[0];
        int number;
        do {
            now[0] += 100_000;
            timed.add(new Numbered(awaited, 1));
            number = ((Numbered) timed.next(NOBODY, null, false)).number;
        } while (number == 1);
        return now[0] - began;
    }

    /** A program with one scope after the other, beside one whose tasks wait all the time. */
    @Test
    void r14_programsMeetAgainAfterOneOfThemHadNothingForALongTime() {
        int[] met = {0};
        TenantQueues timed = new TenantQueues(2, () -> 1, () -> met[0]++, new Roster());
        TaskQueue endless = queue(new Tenant("endless"));
        TaskQueue job = queue(new Tenant("job"));
        timed.add(new Numbered(endless, 0));
        timed.add(new Numbered(endless, 0));
        timed.add(new Numbered(job, 1));
        assertEquals(1, met[0]);
        while (timed.next(NOBODY, null, false) instanceof Numbered task && task.number == 0) {
            timed.add(new Numbered(endless, 0));
        }
        timed.foundEmpty(job);
        timed.missing(NOBODY, 0, 1);
        assertTrue(timed.isContended(), "a short pause is no end");
        timed.missing(NOBODY, 0, 1 + 2 * PoolTuning.ALONE_NANOS);
        assertFalse(timed.isContended());
        timed.add(new Numbered(job, 1));
        assertTrue(timed.isContended());
        assertEquals(2, met[0]);
    }
}
