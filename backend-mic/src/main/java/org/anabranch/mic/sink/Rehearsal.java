package org.anabranch.mic.sink;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The first execution of the steps that end operations. Where a step is first executed, classes are
 * loaded and calls linked, which takes memory: in a full heap it would fail where nothing may.
 */
final class Rehearsal {
    private Rehearsal() {}

    /** Executes each step once, with no effect; for a card that is being opened. */
    static void of(Shortage shortage, Replies replies, List<CopyEngine> engines) {
        shortage.over(shortage.pause(false));
        replies.rehearse();
        queues();
        Fetches fetches = new Fetches();
        fetches.end(fetches.begin(), null);
        engines.forEach(engine -> engine.submit(new Nothing()));
    }

    /** The queues of workers, which the JDK makes of handles that are linked one by one. */
    private static void queues() {
        ConcurrentLinkedDeque<Object> deque = new ConcurrentLinkedDeque<>();
        for (int i = 0; i < 6; i++) {
            deque.addLast(new Object());
        }
        for (Object each : deque) {
            if (deque.size() == 4) {
                break;
            }
            boolean unused = deque.remove(each);
        }
        while (deque.pollLast() != null && deque.pollFirst() != null) {}
        AtomicReference<Object> failure = new AtomicReference<>();
        boolean unused = failure.compareAndSet(failure.get(), deque);
    }

    private static final class Nothing extends Errand {
        @Override
        void run() {}
    }
}
