package org.anabranch.faulty;

import org.anabranch.spi.Completion;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A completion that remembers all that it was told, and by whom. */
final class Outcome implements Completion {
    private final List<Outcome> sequence;
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch told = new CountDownLatch(1);
    volatile Throwable cause;
    volatile Thread thread;

    Outcome() {
        this(new CopyOnWriteArrayList<>());
    }

    /** Adds itself to the sequence when it is told. */
    Outcome(List<Outcome> sequence) {
        this.sequence = sequence;
    }

    @Override
    public void done() {
        note("done");
    }

    @Override
    public void failed(Throwable failure) {
        cause = failure;
        note("failed");
    }

    private void note(String call) {
        calls.add(call);
        thread = Thread.currentThread();
        sequence.add(this);
        told.countDown();
    }

    boolean ended() {
        return !calls.isEmpty();
    }

    /** Waits; "done" or "failed", or both if it was told twice. */
    String calls() throws InterruptedException {
        if (!told.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("never told");
        }
        return String.join(", ", calls);
    }
}
