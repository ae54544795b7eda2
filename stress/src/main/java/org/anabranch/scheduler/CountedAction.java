package org.anabranch.scheduler;

import org.anabranch.spi.Timeline;

import java.util.concurrent.atomic.AtomicInteger;

/** An action without data that counts how often it was submitted, and ends when told. */
final class CountedAction extends Action {
    private static final WorkerPool POOL = new WorkerPool(1, Timeline.REAL);

    final AtomicInteger submissions = new AtomicInteger();

    CountedAction() {
        super(POOL, ActionOwner.NOBODY, null);
    }

    @Override
    void submit() {
        submissions.incrementAndGet();
    }

    @Override
    String describe() {
        return "an action without data";
    }
}
