package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A time limit for a conversation with a peer that may not answer: a read alone would wait for
 * ever.
 */
public final class Deadline {
    private Deadline() {}

    /** The exchange of messages. */
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
     * Runs a conversation, and closes the connection when the time is up.
     *
     * @param <T> of the outcome
     * @param time for all of it
     * @param connection the connection
     * @param conversation run by the calling thread
     * @throws IOException if it fails, or takes too long
     */
    public static <T> T within(Duration time, Closeable connection, Conversation<T> conversation)
            throws IOException {
        Clock clock = new Clock(time, connection);
        clock.thread.start();
        T outcome = null;
        IOException broken = null;
        try {
            outcome = conversation.hold();
        } catch (IOException cause) {
            broken = cause;
        } finally {
            clock.stop();
        }
        if (clock.decided.getAndSet(true)) {
            throw new IOException("no answer within " + time, broken);
        }
        if (broken != null) {
            throw broken;
        }
        return outcome;
    }

    /**
     * The thread of the clock. An executor would not do: its thread may end in a full heap, and
     * closing it would wait for ever.
     */
    private static final class Clock implements Runnable {
        private final long end;
        private final Closeable connection;
        private final Thread thread;
        private final AtomicBoolean decided = new AtomicBoolean();
        private final Runnable closing = this::close;
        private volatile boolean stopped;

        Clock(Duration time, Closeable connection) {
            this.end = System.nanoTime() + time.toNanos();
            this.connection = connection;
            this.thread = Thread.ofPlatform().daemon().name("deadline").unstarted(this);
        }

        @Override
        public void run() {
            for (long rest = end - System.nanoTime(); rest > 0; rest = end - System.nanoTime()) {
                if (stopped) {
                    return;
                }
                LockSupport.parkNanos(this, rest);
            }
            if (!decided.getAndSet(true)) {
                Scarcity.persist(closing);
            }
        }

        private void close() {
            try {
                connection.close();
            } catch (IOException closed) {
                BackendLog.say(Deadline.class, System.Logger.Level.DEBUG, "closing", closed);
            }
        }

        void stop() {
            stopped = true;
            LockSupport.unpark(thread);
        }
    }
}
