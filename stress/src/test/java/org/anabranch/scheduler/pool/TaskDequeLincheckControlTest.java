package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicInteger;

/** Must be found by Lincheck: a deque whose owner takes the last task without a compare-and-set. */
public class TaskDequeLincheckControlTest {
    private final Task[] ring = new Task[64];
    private volatile int bottom;
    private final AtomicInteger top = new AtomicInteger();

    @Operation(nonParallelGroup = "owner")
    public void push(int number) {
        int b = bottom;
        ring[b & 63] = new NumberedTask(number);
        bottom = b + 1;
    }

    @Operation(nonParallelGroup = "owner")
    public int pop() {
        int b = bottom - 1;
        if (b < top.get()) {
            return Integer.MIN_VALUE;
        }
        bottom = b;
        return TaskDequeLincheckTest.number(ring[b & 63]);
    }

    @Operation
    public int steal() {
        int t = top.get();
        while (t < bottom) {
            Task task = ring[t & 63];
            if (top.compareAndSet(t, t + 1)) {
                return TaskDequeLincheckTest.number(task);
            }
            t = top.get();
        }
        return Integer.MIN_VALUE;
    }

    @Test
    public void aTaskTakenTwiceIsFound() {
        assertThrows(
                LincheckAssertionError.class,
                () ->
                        TaskDequeLincheckTest.options()
                                .sequentialSpecification(TaskDequeLincheckTest.Sequential.class)
                                .check(TaskDequeLincheckControlTest.class));
    }
}
