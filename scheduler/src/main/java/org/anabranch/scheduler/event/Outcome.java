package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.pool.Awaited;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An event that settles once. Its phase is one field: queued, running, or how it ended; every
 * change is a compare-and-set, so begin, cancel and settle exclude each other. Those who wait or
 * want to be called are a linked stack. Who settles the event looks whether somebody is there, and
 * who comes looks again whether it has settled; whoever of them exchanges the stack for the closing
 * mark tells everybody on it.
 */
public abstract class Outcome implements Event, Awaited {
    private static final VarHandle PHASE =
            Handles.of(MethodHandles.lookup(), "phase", Ending.class);
    private static final VarHandle LISTENERS =
            Handles.of(MethodHandles.lookup(), "listeners", Listener.class);

    static {
        Handles.link(Outcome::use);
    }

    private static final Listener CLOSED = new Listener(null, null, null);
    private static final Ending RUNNING = new Ending(State.RUNNING, null);
    public static final Ending DONE = new Ending(State.DONE, null);

    /** For when there is no memory left to say what went wrong. */
    public static final Ending NO_MEMORY = new Ending(State.FAILED, ForeignCode.NO_MEMORY);

    private volatile Ending phase;
    private volatile Listener listeners;

    /** How an action ended; the one that is running is a constant, told by identity. */
    public static final class Ending {
        private final State state;
        private final AnabranchException failure;

        public Ending(State state, AnabranchException failure) {
            this.state = state;
            this.failure = failure;
        }

        /** An ending with a failure that is there. */
        public static Ending of(State state, AnabranchException failure) {
            try {
                return new Ending(state, failure);
            } catch (OutOfMemoryError full) {
                return NO_MEMORY;
            }
        }

        /** An ending with a failure to be made. */
        public static Ending of(State state, Supplier<AnabranchException> failure) {
            try {
                return new Ending(state, failure.get());
            } catch (Throwable full) {
                return NO_MEMORY;
            }
        }

        public State state() {
            return state;
        }

        public AnabranchException failure() {
            return failure;
        }
    }

    /** A thread to unpark, or a callback to call. */
    private static final class Listener {
        private final Thread waiter;
        private final Consumer<Event> callback;
        private final Listener next;

        Listener(Thread waiter, Consumer<Event> callback, Listener next) {
            this.waiter = waiter;
            this.callback = callback;
            this.next = next;
        }
    }

    public abstract WorkerPool pool();

    /** What a person would call this action, for messages. */
    public abstract String describe();

    /** Whether the worker's stack runs this, so that waiting for it there would never end. */
    public abstract boolean isRunningOn(Worker worker);

    /**
     * Whether it cannot come before the end of an action that the calling thread runs.
     *
     * @param worker that the thread is, or null
     */
    public boolean comesAfterWhatRuns(Worker worker) {
        return false;
    }

    /** The worker that runs this now, or null. */
    public Worker runner() {
        return null;
    }

    /** A worker is about to wait: do what is awaited, if that can be done here and now. */
    public void help(Worker worker) {}

    @Override
    public String toString() {
        return describe();
    }

    @Override
    public final State state() {
        Ending now = phase;
        return now == null ? State.QUEUED : now.state;
    }

    @Override
    public final Optional<AnabranchException> failure() {
        return Optional.ofNullable(failureOrNull());
    }

    /** Why it did not end well; null if it did, or has not ended. */
    public final AnabranchException failureOrNull() {
        Ending now = phase;
        return now == null ? null : now.failure;
    }

    @Override
    public final boolean isOver() {
        return isSettled();
    }

    /** Claims the right to run: true for exactly one caller, and never after a cancellation. */
    public final boolean begin() {
        return PHASE.compareAndSet(this, null, RUNNING);
    }

    /** Begun, but nothing was done: it may begin again elsewhere. */
    public final void rewind() {
        PHASE.compareAndSet(this, RUNNING, null);
    }

    /** Ends it, if it has not ended. */
    public final boolean settle(Ending ending) {
        Ending now = phase;
        while (now == null || now == RUNNING) {
            if (PHASE.compareAndSet(this, now, ending)) {
                tellListeners();
                return true;
            }
            now = phase;
        }
        return false;
    }

    @Override
    public boolean cancel() {
        Ending ending =
                new Ending(
                        State.CANCELLED,
                        new ActionCancelledException(describe() + " was cancelled"));
        if (PHASE.compareAndSet(this, null, ending)) {
            tellListeners();
            return true;
        }
        return false;
    }

    private void tellListeners() {
        if (listeners == null) {
            return;
        }
        Listener listener = (Listener) LISTENERS.getAndSet(this, CLOSED);
        for (; listener != null && listener != CLOSED; listener = listener.next) {
            if (listener.waiter != null) {
                pool().unpark(listener.waiter);
            } else {
                ForeignCode.call(this, listener.callback);
            }
        }
    }

    @Override
    public final void onSettled(Consumer<Event> callback) {
        Objects.requireNonNull(callback, "callback");
        if (!add(null, callback)) {
            ForeignCode.call(this, callback);
        }
    }

    /** False if it has settled. */
    private boolean add(Thread waiter, Consumer<Event> callback) {
        Listener first = listeners;
        while (first != CLOSED && !isSettled()) {
            if (LISTENERS.compareAndSet(this, first, new Listener(waiter, callback, first))) {
                if (isSettled()) {
                    tellListeners();
                }
                return true;
            }
            first = listeners;
        }
        return false;
    }

    /** Lets the thread be unparked when this settles. False if it has. */
    final boolean wake(Thread waiter) {
        return add(waiter, null);
    }

    @Override
    public final void await() {
        Wait.in(pool()).until(this, Long.MAX_VALUE);
        throwFailure();
    }

    @Override
    public final boolean await(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        return isSettled() || !timeout.isZero() && Wait.in(pool()).until(this, Wait.nanos(timeout));
    }

    public final void throwFailure() {
        AnabranchException failure = failureOrNull();
        if (failure != null) {
            throw FailureCopy.of(failure);
        }
    }

    /** {@return why an event that has settled did not end well, or null} */
    public static AnabranchException failureOf(Event settled) {
        try {
            return settled instanceof Outcome own
                    ? own.failureOrNull()
                    : settled.failure().orElse(null);
        } catch (Throwable broken) {
            return ForeignCode.failure("an event that was waited for", broken);
        }
    }

    /**
     * The failure of something that threw. What a scope within it threw already is passed on as it
     * is.
     */
    public static AnabranchException failureOf(String what, Throwable cause) {
        return cause instanceof ActionFailedException nested
                ? nested
                : ForeignCode.failure(what, cause);
    }

    /** What was wrong in the first place: what a kernel threw, or the platform's first error. */
    public static Throwable rootOf(AnabranchException failure) {
        boolean passedOn =
                failure instanceof ActionFailedException
                        || failure instanceof ActionCancelledException
                        || failure instanceof UndefinedDataException;
        return passedOn && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Each way in which handles are used here, of nothing: see {@link Handles#link}. */
    private static void use(int way) {
        Outcome nobody = null;
        switch (way) {
            case 0 -> {
                boolean _ = PHASE.compareAndSet(nobody, null, RUNNING);
            }
            case 1 -> {
                boolean _ = PHASE.compareAndSet(nobody, RUNNING, null);
            }
            case 2 -> {
                boolean _ = PHASE.compareAndSet(nobody, RUNNING, DONE);
            }
            case 3 -> {
                Listener _ = (Listener) LISTENERS.getAndSet(nobody, CLOSED);
            }
            case 4 -> {
                boolean _ = LISTENERS.compareAndSet(nobody, CLOSED, CLOSED);
            }
            default -> {}
        }
    }
}
