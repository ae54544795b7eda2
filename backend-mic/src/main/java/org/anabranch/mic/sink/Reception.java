package org.anabranch.mic.sink;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Two threads, one of which receives while the other one stands by. So the one that receives may do
 * by itself what is short, which costs less than to wake a worker: if it is not back soon, the
 * other one receives, and they have changed places. The one that stands by looks every now and then
 * while there is such work, and sleeps while there is none.
 */
final class Reception {
    private static final long LOOK_NANOS = 1_000_000;
    private static final int LOOKS = 20;

    /** Receives one frame and deals with it. */
    interface Step {
        /** {@return true if there is more to come} */
        boolean receive() throws IOException;
    }

    private final Step step;
    private boolean over; // guarded by this, as is the cause
    private Throwable cause;
    private final AtomicLong busy = new AtomicLong(); // number of the work under way, or 0
    private volatile long begun; // number of the latest work
    private volatile Turn receiver;
    private volatile Thread sleeper;

    Reception(Step step) {
        this.step = step;
    }

    /** Receives to the end; returns why that has come, or null if it was agreed. */
    Throwable serve(String card) {
        receiver = new Turn();
        Thread.ofPlatform().daemon().name(card + "-receiver 1").start(receiver);
        Thread.ofPlatform().daemon().name(card + "-receiver 2").start(new Turn());
        return awaitEnd();
    }

    private synchronized Throwable awaitEnd() {
        while (!over) {
            try {
                wait();
            } catch (InterruptedException foreign) {
                continue; // no code of the card interrupts this thread
            }
        }
        return cause;
    }

    /** Takes no memory. */
    private synchronized void end(Throwable why) {
        if (!over) {
            over = true;
            cause = why;
            notifyAll();
        }
    }

    /** Runs a short part in the step that is being received. */
    void during(Workers.Part part) {
        Turn self = receiver;
        long number = begun + 1;
        begun = number;
        busy.set(number);
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
        part.run();
        boolean unused = Thread.interrupted(); // a kernel's own
        part.end();
        self.replaced = !busy.compareAndSet(number, 0);
    }

    private final class Turn implements Runnable {
        private boolean replaced; // of its own thread

        @Override
        public void run() {
            try {
                while (receiver == this || standBy()) {
                    replaced = false;
                    while (!replaced) {
                        if (!step.receive()) {
                            end(null);
                            return;
                        }
                    }
                }
            } catch (Throwable failure) {
                end(failure);
            }
        }

        /** Until it has the other one's place; true. */
        private boolean standBy() {
            long seenBusy = 0;
            long seenBegun = 0;
            int looks = 0;
            while (true) {
                long number = busy.get();
                if (number != 0 && number == seenBusy && busy.compareAndSet(number, 0)) {
                    receiver = this;
                    return true;
                }
                looks = begun == seenBegun ? looks + 1 : 0;
                seenBusy = number;
                seenBegun = begun;
                if (looks < LOOKS) {
                    LockSupport.parkNanos(LOOK_NANOS);
                } else {
                    sleep();
                    looks = 0;
                }
            }
        }

        private void sleep() {
            sleeper = Thread.currentThread();
            if (busy.get() == 0) {
                LockSupport.park();
            }
            sleeper = null;
        }
    }
}
