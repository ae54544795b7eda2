package org.anabranch.scheduler;

/** Something that a worker runs. The scope travels with it, never with the thread. */
abstract class Task {
    /** The scope that waits for this task, or null for an action of a stream. */
    final CountedFinish scope;

    /** The next one in an {@link Inbox}. */
    Task next;

    Task(CountedFinish scope) {
        this.scope = scope;
    }

    /** Runs to the end and reports it. Never throws. */
    abstract void run(Worker worker);
}
