package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ends a conversation with somebody who does not answer: a read alone would wait for ever. */
public final class Deadline {
    private Deadline() {}

    /** What is said and heard. */
    @FunctionalInterface
    public interface Conversation<T> {

        /**
         * Talks.
         *
         * @throws IOException if the connection is broken
         */
        T hold() throws IOException;
    }

    /**
     * Talks, and closes the connection when the time is up.
     *
     * @param <T> of the outcome
     * @param time for all of it
     * @param connection what the conversation is held over
     * @param conversation held by the calling thread
     * @throws IOException if it fails, or takes too long
     */
    public static <T> T within(Duration time, Closeable connection, Conversation<T> conversation)
            throws IOException {
        try (ScheduledExecutorService clock =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("deadline").factory())) {
            AtomicBoolean decided = new AtomicBoolean();
            var unused =
                    clock.schedule(
                            () -> strike(decided, connection),
                            time.toMillis(),
                            TimeUnit.MILLISECONDS);
            T outcome = null;
            IOException broken = null;
            try {
                outcome = conversation.hold();
            } catch (IOException cause) {
                broken = cause;
            } finally {
                clock.shutdownNow();
            }
            if (decided.getAndSet(true)) {
                throw new IOException("no answer within " + time, broken);
            }
            if (broken != null) {
                throw broken;
            }
            return outcome;
        }
    }

    private static void strike(AtomicBoolean decided, Closeable connection) {
        if (decided.getAndSet(true)) {
            return;
        }
        try {
            connection.close();
        } catch (IOException closed) {
            BackendLog.say(Deadline.class, System.Logger.Level.DEBUG, "closing", closed);
        }
    }
}
