package org.anabranch.scheduler;

import java.util.concurrent.atomic.AtomicInteger;

/** An action without data that counts how often it was submitted, and ends when told. */
final class CountedAction extends Action {
    private static final Engine ENGINE = Engine.start(EngineSettings.defaults().withWorkers(1));

    final AtomicInteger submissions = new AtomicInteger();

    CountedAction() {
        super(ENGINE, ActionOwner.NOBODY, null, NO_OPERANDS);
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
