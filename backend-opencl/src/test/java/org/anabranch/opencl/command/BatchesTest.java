package org.anabranch.opencl.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Which commands share an event, and when that is known to be complete. */
final class BatchesTest {
    private static final int QUEUE = 1;
    private static final long SOON = 4_000;
    private static final long LATER = 1_000_000;
    private static final long SHORT = 5_000;
    private static final long LONG = 1_000_000;

    private final Batches batches = new Batches(2, 8, () -> this.now);
    private final List<QueuedCommand> commands = new ArrayList<>();
    private long events = 100;
    private long now;
    private boolean idle;

    private static final class Fake extends QueuedCommand {
        private final boolean shares;

        Fake(boolean shares) {
            super(Engine.COMPUTE, new Order(0, 1, Order.NOTHING), new Silent());
            this.shares = shares;
        }

        @Override
        public boolean sharesEvent() {
            return shares;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public void enqueue(Submission submission) {}

        @Override
        public void letGo() {}

        @Override
        public String description() {
            return "fake";
        }
    }

    private static final class Silent implements Completion {
        @Override
        public void done() {}

        @Override
        public void failed(Throwable cause) {}
    }

    private QueuedCommand enter(boolean shares, long pause) {
        now += pause;
        QueuedCommand command = new Fake(shares);
        if (batches.needsEvent(command, QUEUE, idle)) {
            command.event = ++events;
        }
        batches.entered(command, QUEUE);
        commands.add(command);
        return command;
    }

    /** The first of a burst have events. */
    private void beginBurst() {
        batches.pace(SHORT);
        enter(true, LATER);
        for (int i = 0; i < 3; i++) {
            enter(true, SOON);
        }
        assertEquals(104, events);
        events = 100;
        commands.clear();
    }

    @Test
    void issue_51_shortLaunchesOfABurstShareTheEventOfTheLast() {
        beginBurst();
        for (int i = 0; i < 16; i++) {
            enter(true, SOON);
        }
        assertEquals(102, events);
        for (int i = 0; i < 16; i++) {
            assertTrue(commands.get(i).hasEntered());
            assertEquals(i < 8 ? 101 : 102, commands.get(i).batch.event());
            assertSame(commands.get(i / 8 * 8).batch, commands.get(i).batch);
        }
        assertFalse(batches.isOpen(QUEUE));
    }

    @Test
    void issue_51_eachHasItsOwnEventIfTheyAreLongOrFewOrNoLaunches() {
        for (int i = 0; i < 6; i++) {
            assertNull(enter(true, SOON).batch, "how long they take is not known yet");
        }
        batches.pace(LONG);
        assertNull(enter(true, SOON).batch);
        batches.pace(SHORT);
        assertNull(enter(false, SOON).batch);
        assertNull(enter(true, LATER).batch);
        idle = true;
        for (int i = 0; i < 6; i++) {
            assertNull(enter(true, SOON).batch, "each is waited for");
        }
        assertEquals(115, events);
    }

    @Test
    void issue_51_anyEventClosesTheBatchBeforeIt() {
        beginBurst();
        QueuedCommand first = enter(true, SOON);
        assertEquals(0, first.batch.event());
        QueuedCommand last = enter(false, SOON);
        assertSame(first.batch, last.batch);
        assertEquals(101, first.batch.event());
    }

    @Test
    void issue_51_aBatchIsClosedSoonThoughABurstGoesOnInOtherQueues() {
        beginBurst();
        enter(true, SOON);
        assertFalse(batches.isDue(QUEUE));
        for (int i = 0; i < 30; i++) {
            now += SOON;
            batches.needsEvent(new Fake(true), 0, false);
        }
        assertTrue(batches.isDue(QUEUE));
        enter(true, SOON);
        assertFalse(batches.isDue(QUEUE));
        now += LATER;
        assertTrue(batches.isDue(QUEUE), "the burst is over");
    }

    @Test
    void issue_51_aBatchIsUnderWayUntilItIsClosedAndItsEventComplete() {
        beginBurst();
        QueuedCommand first = enter(true, SOON);
        int[] answer = {2};
        List<Long> asked = new ArrayList<>();
        CommandStatus driver =
                (event, scratch) -> {
                    asked.add(event);
                    return answer[0];
                };
        MemorySegment scratch = Arena.ofAuto().allocate(8);
        assertTrue(first.status(driver, scratch) > 0);
        assertEquals(List.of(), asked);
        QueuedCommand last = enter(false, SOON);
        assertEquals(2, first.status(driver, scratch));
        answer[0] = -5;
        assertEquals(-5, first.status(driver, scratch));
        assertEquals(-5, last.status(driver, scratch));
        assertEquals(List.of(101L, 101L), asked);
    }
}
