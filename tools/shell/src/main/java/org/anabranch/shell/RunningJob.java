package org.anabranch.shell;

import org.apache.felix.service.command.CommandSession;

import java.io.PrintStream;

/** A job that runs in a session, for the one who wants to cancel it. */
final class RunningJob implements AutoCloseable {
    private static final String KEY = ".anabranch.running";

    private final CommandSession session;
    private final String name;
    private final PrintStream err;
    private final Thread thread = Thread.currentThread();
    private boolean cancelled;
    private boolean ended;

    /** Begins: the calling thread is the one to interrupt. */
    RunningJob(CommandSession session, String name, PrintStream err) {
        this.session = session;
        this.name = name;
        this.err = err;
        session.put(KEY, this);
    }

    /**
     * Cancels what runs in the foreground of a session.
     *
     * @return false if there is nothing, or it was cancelled before
     */
    static boolean cancel(CommandSession session) {
        return session.get(KEY) instanceof RunningJob running && running.cancel();
    }

    private synchronized boolean cancel() {
        if (ended || cancelled) {
            return false;
        }
        cancelled = true;
        err.println("cancelling " + name + " ...; Ctrl-C once more does not wait for it");
        thread.interrupt();
        return true;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    @Override
    public synchronized void close() {
        ended = true;
        if (session.get(KEY) == this) {
            session.put(KEY, null);
        }
    }
}
