package org.anabranch.scheduler.pool;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;

/** The deque under one owner and thieves that try again, against a sequential deque. */
public class TaskDequeLincheckTest {
    private static final Thread NOBODY = new Thread();

    private final TaskDeque deque = NumberedTask.deque();

    @Operation(nonParallelGroup = "owner")
    public void push(int number) {
        deque.push(new NumberedTask(number), null);
    }

    @Operation(nonParallelGroup = "owner")
    public int pop() {
        return number(deque.pop());
    }

    /** One interleaving at a time is what Lincheck runs, so there is no thread to be stopped. */
    @Operation
    public int steal() {
        Task task = deque.steal(null);
        if (task == null) {
            deque.revoke(NOBODY);
            while (task == null && deque.isOpen()) {
                task = deque.steal(null);
            }
        }
        return number(task);
    }

    static int number(Object task) {
        return task == null ? Integer.MIN_VALUE : NumberedTask.of(task);
    }

    /** The sequential specification. */
    public static class Sequential {
        private final ArrayDeque<Integer> tasks = new ArrayDeque<>();

        public void push(int number) {
            tasks.addLast(number);
        }

        public int pop() {
            return tasks.isEmpty() ? Integer.MIN_VALUE : tasks.pollLast();
        }

        public int steal() {
            return tasks.isEmpty() ? Integer.MIN_VALUE : tasks.pollFirst();
        }
    }

    public static ModelCheckingOptions options() {
        boolean nightly = Boolean.getBoolean("anabranch.nightly");
        return new ModelCheckingOptions()
                .iterations(nightly ? 100 : 10)
                .invocationsPerIteration(nightly ? 5_000 : 500)
                .threads(2)
                .actorsPerThread(3);
    }

    @Test
    public void agreesWithASequentialDeque() {
        options().sequentialSpecification(Sequential.class).check(TaskDequeLincheckTest.class);
    }
}
