package org.anabranch.scheduler;

/**
 * A task on a worker's stack, and what is beneath it. It is no part of the task: two may try to run
 * one of which only the first begins.
 */
final class Running {
    final Task task;
    final Running beneath;

    Running(Task task, Running beneath) {
        this.task = task;
        this.beneath = beneath;
    }
}
