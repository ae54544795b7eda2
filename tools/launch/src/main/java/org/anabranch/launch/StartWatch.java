package org.anabranch.launch;

import java.time.Duration;
import java.util.function.Consumer;

/** Ends a start that does not get on: told of each step, it gives up when one takes too long. */
final class StartWatch {
    private final Duration patience;
    private final Consumer<String> giveUp;
    private String step = "the start";
    private long since = System.nanoTime();
    private boolean done;

    StartWatch(Duration patience, Consumer<String> giveUp) {
        this.patience = patience;
        this.giveUp = giveUp;
        Thread.ofPlatform().daemon().name("anabranch start watch").start(this::watch);
    }

    /** Begins a step, and with it its time. */
    synchronized void step(String next) {
        step = next;
        since = System.nanoTime();
    }

    /** Ends the watch. */
    synchronized void done() {
        done = true;
        notifyAll();
    }

    private synchronized void watch() {
        try {
            while (!done) {
                long left = since + patience.toNanos() - System.nanoTime();
                if (left <= 0) {
                    giveUp.accept(step + " has not ended in " + patience.toSeconds() + " s");
                    return;
                }
                wait(left / 1_000_000 + 1);
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }
}
