package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * One direction of the link: does its copies one after the other, and makes them last as long as
 * the imposed bandwidth and latency say. Latency delays the end of a transfer, not the next one:
 * the ends wait on a thread of their own, in order, as all wait equally long.
 */
final class CopyEngine {
    private final CardProperties card;
    private final ErrandThread thread;
    private final ErrandThread ends; // null without latency
    private long free = System.nanoTime(); // of the thread

    CopyEngine(CardProperties card, String direction, Consumer<Throwable> broken) {
        this.card = card;
        String name = card.id() + "-" + direction;
        this.thread = new ErrandThread(name, broken);
        this.ends = card.latencyNanos() == 0 ? null : new ErrandThread(name + "-ends", broken);
    }

    /** The end of an operation, after the latency; made beforehand, so that none gets lost. */
    abstract static class End extends Errand {
        private Throwable failure;
        private long at;

        /** Ends the operation; null for success. */
        abstract void end(Throwable failure);

        @Override
        final void run() {
            until(at);
            end(failure);
        }
    }

    void submit(Errand errand) {
        thread.put(errand);
    }

    /** Returns true if there are no limits, so that copies may also be done elsewhere. */
    boolean isFree() {
        return card.bytesPerSecond() == 0 && card.latencyNanos() == 0;
    }

    /** Called by a copy, on the engine's thread: waits until the link has carried its bytes. */
    void carried(long bytes) {
        if (card.bytesPerSecond() > 0) {
            free =
                    Math.max(free, System.nanoTime())
                            + bytes * 1_000_000_000L / card.bytesPerSecond();
            until(free);
        }
    }

    /** Returns true if an operation ends later than its last copy, by an {@link End}. */
    boolean delaysEnds() {
        return ends != null;
    }

    /** Ends the operation after the latency; null for success. */
    void end(End end, Throwable failure) {
        end.failure = failure;
        end.at = System.nanoTime() + card.latencyNanos();
        ends.put(end);
    }

    void stop() {
        thread.stop();
        if (ends != null) {
            ends.stop();
        }
    }

    private static void until(long time) {
        for (long rest = time - System.nanoTime(); rest > 0; rest = time - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
