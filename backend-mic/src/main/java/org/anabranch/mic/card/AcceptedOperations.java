package org.anabranch.mic.card;

import org.anabranch.mic.link.Received;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * The operations that a domain has accepted, until they are completed: each is counted once and
 * completed once, whatever is thrown. A closed domain accepts no more. Thread-safe.
 */
public final class AcceptedOperations {
    private static final String BROKEN = "a completion threw, against its contract";

    static final long FOR_EVER = Long.MAX_VALUE;

    private final String id;
    private final Answers answers;
    private final CardLoss loss;
    private final CardClock clock;
    // guarded by this
    private int untold; // accepted, and its completion has not returned
    private int underWay; // accepted, not yet answered
    private boolean closed;
    private boolean closing; // some thread is about it
    private boolean over;

    // made beforehand, for who closes without memory
    private final BooleanSupplier nobodyCloses = () -> !closing;
    private final BooleanSupplier allTold = () -> untold == 0;

    /** An accepted operation. Only the first completion counts. */
    public final class Accepted implements Completion {
        private final Completion completion;
        private final long asked;
        private boolean answered; // guarded by the operations

        private Accepted(Completion completion) {
            this.completion = completion;
            this.asked = completion.isTimed() ? System.nanoTime() : CardClock.NOT_TIMED;
        }

        /** On the thread that receives: the card says that it is done, and perhaps when it ran. */
        void done(Received frame) {
            if (asked != CardClock.NOT_TIMED) {
                clock.tell(completion, asked, frame.body());
            }
            end(null);
        }

        /** Returns true if it is under way, and was submitted with this completion. */
        boolean isFor(Completion submitted) {
            synchronized (AcceptedOperations.this) {
                return !answered && completion == submitted;
            }
        }

        @Override
        public void done() {
            end(null);
        }

        @Override
        public void failed(Throwable cause) {
            end(cause);
        }

        /** Null for success. */
        void end(Throwable failure) {
            if (!isFirst()) {
                return;
            }
            try {
                if (failure == null) {
                    completion.done();
                } else {
                    completion.failed(failure);
                }
            } catch (Throwable broken) {
                BackendLog.say(AcceptedOperations.class, Level.ERROR, BROKEN, broken);
            } finally {
                told();
            }
        }

        private boolean isFirst() {
            synchronized (AcceptedOperations.this) {
                boolean first = !answered;
                answered = true;
                underWay -= first ? 1 : 0;
                return first;
            }
        }
    }

    /** Makes an operation that is counted, and sends it. */
    @FunctionalInterface
    public interface Submission {
        void make(Long number, Accepted operation);
    }

    AcceptedOperations(String id, Answers answers, CardLoss loss, CardClock clock) {
        this.id = id;
        this.answers = answers;
        this.loss = loss;
        this.clock = clock;
    }

    /**
     * Accepts an operation, creates and sends it, and fails it if that throws, or if the domain is
     * closed.
     *
     * @throws OutOfMemoryError if there is no memory to accept it: then no completion is called
     */
    public void submit(Completion completion, Submission submission) {
        Long number = answers.numbers(1);
        Accepted operation = accept(completion);
        if (operation == null) {
            completion.failed(new DeviceException(id + " is closed"));
            return;
        }
        try {
            submission.make(number, operation);
        } catch (RuntimeException | Error refused) { // a mapping of the program's, or no memory
            answers.forget(number);
            operation.failed(loss.refusal(refused));
        }
    }

    /**
     * Accepts an operation, or returns null if the domain is closed. All objects for that are
     * created before, so that there is always one to end it with.
     *
     * @throws OutOfMemoryError if there is no memory for that; then it is not accepted
     */
    public Accepted accept(Completion completion) {
        Accepted operation = new Accepted(completion);
        synchronized (this) {
            if (closed) {
                return null;
            }
            untold++;
            underWay++;
            return operation;
        }
    }

    private synchronized void told() {
        untold--;
        notifyAll();
    }

    /** Returns true if only one operation is under way. */
    synchronized boolean isAlone() {
        return underWay == 1;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Accepts nothing more. Waits for another who closes; false if one has closed to the end. Else
     * it is the caller's to close, and then to call {@link #end}.
     */
    synchronized boolean close() {
        closed = true;
        await(nobodyCloses, FOR_EVER);
        closing = !over;
        return closing;
    }

    /** Waits until all have been completed, or a time has passed; returns true if they have. */
    synchronized boolean settle(long millis) {
        await(allTold, millis);
        return untold == 0;
    }

    /** Ends a close that is complete, or that could not go on and will be repeated. */
    synchronized void end(boolean toTheEnd) {
        over = toTheEnd;
        closing = false;
        notifyAll();
    }

    /** Takes no memory; an interrupt is for later. */
    private synchronized void await(BooleanSupplier condition, long millis) {
        long begin = System.nanoTime();
        boolean interrupted = false;
        while (!condition.getAsBoolean() && (System.nanoTime() - begin) / 1_000_000 < millis) {
            try {
                wait(100);
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
