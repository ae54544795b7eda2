package org.anabranch.mic.sink;

import org.anabranch.mic.link.CardProperties;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of the link: does its copies one after the other, and makes them last as long as
 * the imposed bandwidth and latency say. Latency delays the end of a transfer, not the next one.
 */
final class CopyEngine {
    private final CardProperties card;
    private final ExecutorService thread;
    private long free = System.nanoTime(); // of the thread

    CopyEngine(CardProperties card, String direction) {
        this.card = card;
        this.thread =
                Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name(card.id() + "-" + direction).factory());
    }

    void submit(Runnable work) {
        thread.execute(work);
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

    /** Runs the end of a transfer after the latency. */
    void end(Runnable end) {
        if (card.latencyNanos() == 0) {
            end.run();
            return;
        }
        long at = System.nanoTime() + card.latencyNanos();
        Thread.ofVirtual()
                .start(
                        () -> {
                            until(at);
                            end.run();
                        });
    }

    private static void until(long time) {
        for (long rest = time - System.nanoTime(); rest > 0; rest = time - System.nanoTime()) {
            LockSupport.parkNanos(rest);
        }
    }
}
