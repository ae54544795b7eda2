package org.anabranch.scheduler;

/** A task that is only told apart. */
final class NumberedTask extends Task {
    final int number;

    NumberedTask(int number) {
        super(null);
        this.number = number;
    }

    /** A deque of which nobody is told anything. */
    static TaskDeque deque() {
        return new TaskDeque(new Tally(), () -> {});
    }

    /** The number of a task, 0 for none. */
    static int of(Object task) {
        return task == null ? 0 : ((NumberedTask) task).number;
    }

    @Override
    void run(Worker worker) {}
}
