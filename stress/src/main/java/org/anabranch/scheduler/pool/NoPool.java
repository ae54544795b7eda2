package org.anabranch.scheduler.pool;

import org.anabranch.spi.Timeline;

/** A dispatcher without workers, for code that needs one to unpark with. */
final class NoPool extends Dispatcher {
    static final NoPool INSTANCE = new NoPool();

    private NoPool() {
        super(Timeline.REAL, 1);
    }

    @Override
    void submit(Task task) {
        throw new IllegalStateException("no workers");
    }

    @Override
    boolean needsHands() {
        return false;
    }

    @Override
    boolean isAwaited(Worker worker) {
        return false;
    }

    @Override
    void standAside(Worker worker) {}

    @Override
    void signal() {}

    @Override
    void opens(Worker worker) {}

    @Override
    public boolean isExhausted() {
        return false;
    }
}
