package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;

/** A task that only has a number. */
final class NumberedTask extends Task {
    final int number;

    NumberedTask(int number) {
        super(null);
        this.number = number;
    }

    /** Returns a deque without listeners. */
    static TaskDeque deque() {
        return new TaskDeque(new Tally(), () -> {});
    }

    /** Returns the number of a task, 0 for none. */
    static int of(Object task) {
        return task == null ? 0 : ((NumberedTask) task).number;
    }

    /**
     * Returns the number of tasks that were not seen exactly once, counting those that are left as
     * seen.
     */
    static int miscounted(byte[] seen, TaskDeque left) {
        for (Object task = left.pop(); task != null; task = left.pop()) {
            seen[of(task)]++;
        }
        int wrong = 0;
        for (int i = 1; i < seen.length; i++) {
            wrong += Math.abs(seen[i] - 1);
        }
        return wrong;
    }

    @Override
    public void run(Worker worker) {}

    @Override
    public void refuse(Worker worker, AnabranchException cause) {}
}
