package org.anabranch.launch;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Ends a start that does not get on: it is notified of each step, and gives up when there is no
 * progress within one for too long.
 */
final class StartWatch {
    private static final long LOOK_MILLIS = 250;
    private static final String PATIENCE = "anabranch.start.patience";
    private static final String LIMIT = "anabranch.start.limit";
    private static final int PATIENCE_SECONDS = 10;
    private static final int LIMIT_SECONDS = 600;

    private final ProgressLimit limit;
    private final Consumer<String> giveUp;
    private String step = "the start";
    private boolean done;

    StartWatch(ProgressLimit limit, Consumer<String> giveUp) {
        this.limit = limit;
        this.giveUp = giveUp;
        Thread.ofPlatform().daemon().name("anabranch start watch").start(this::watch);
    }

    /**
     * Makes a limit as the properties of the virtual machine say.
     *
     * @throws LaunchException if one is no number of seconds
     */
    static ProgressLimit limit() {
        Duration patience = Duration.ofSeconds(seconds(PATIENCE, PATIENCE_SECONDS));
        Duration most = Duration.ofSeconds(seconds(LIMIT, LIMIT_SECONDS));
        return new ProgressLimit(patience, most, Activity.ofProcess(patience));
    }

    private static int seconds(String name, int usual) {
        String value = System.getProperty(name, Integer.toString(usual));
        if (!value.matches("[1-9][0-9]{0,5}")) {
            throw new LaunchException(
                    LaunchException.Reason.FRAMEWORK_FAILED,
                    name + " = " + value + " is refused: it must be a whole number of seconds");
        }
        return Integer.parseInt(value);
    }

    /** Begins a step, which is progress. */
    synchronized void step(String next) {
        step = next;
        limit.renew();
    }

    /** Ends the watch. */
    synchronized void done() {
        done = true;
        notifyAll();
    }

    private synchronized void watch() {
        try {
            while (!done) {
                if (limit.isOver()) {
                    giveUp.accept(step + " has not ended: " + limit.reason());
                    return;
                }
                wait(LOOK_MILLIS);
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        }
    }
}
