package org.anabranch.stencil.run;

import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls at given times, earliest first, from one thread. It sleeps until shortly before and then
 * looks at the clock, giving way to others meanwhile, since a sleeper is woken late.
 */
public final class DueCalls implements AutoCloseable {
    private static final long WATCH_NANOS = 300_000;

    private final PriorityBlockingQueue<Call> calls =
            new PriorityBlockingQueue<>(8, Comparator.comparingLong(Call::due));
    private final Thread thread;
    private volatile boolean closed;

    private record Call(long due, Runnable what) {}

    public DueCalls(String name) {
        thread = Thread.ofPlatform().daemon().name(name).start(this::callAll);
    }

    /**
     * Calls at a time of {@link System#nanoTime}, or as soon as may be after it; at the end now.
     */
    public void at(long due, Runnable what) {
        Call call = new Call(due, what);
        calls.add(call);
        if (closed && calls.remove(call)) {
            what.run();
        }
        LockSupport.unpark(thread);
    }

    @SuppressWarnings("ThreadPriorityCheck") // giving way is all that is wanted
    private void callAll() {
        Call next = calls.peek();
        while (next != null || !closed) {
            long left = next == null ? Long.MAX_VALUE : next.due - System.nanoTime();
            if (left <= 0) {
                calls.remove(next);
                next.what.run();
            } else if (left <= WATCH_NANOS) {
                Thread.yield();
            } else {
                LockSupport.parkNanos(this, left - WATCH_NANOS);
            }
            next = calls.peek();
        }
    }

    /** Waits until all calls were made. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
