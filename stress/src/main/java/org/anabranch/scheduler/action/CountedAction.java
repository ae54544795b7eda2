package org.anabranch.scheduler.action;

import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.Timeline;

import java.util.concurrent.atomic.AtomicInteger;

/** An action without data that counts its submissions and ends on demand. */
public final class CountedAction extends Action {
    static final WorkerPool POOL = new WorkerPool(1, Timeline.REAL);

    public final AtomicInteger submissions = new AtomicInteger();

    public CountedAction() {
        super(POOL, ActionOwner.NOBODY, null);
    }

    @Override
    public void submit() {
        submissions.incrementAndGet();
    }

    @Override
    public String describe() {
        return "an action without data";
    }
}
