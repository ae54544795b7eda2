package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.api.UndefinedDataException;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.pool.Awaited;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An event that settles once. Its phase is one field: queued, running, or how it ended; every
 * change is a compare-and-set, so begin, cancel and settle exclude each other.
 *
 * <p>An action that has not begun is <em>prevented</em> by a cancellation: its event settles
 * immediately, and its dependents are prevented, too. The action itself retires when its order
 * allows.
 */
public abstract class Outcome extends ListenerList implements Awaited, Callbacks.Step {
    private static final VarHandle PHASE =
            Handles.of(MethodHandles.lookup(), "phase", Ending.class);

    private static final Ending RUNNING = new Ending(State.RUNNING, null);
    public static final Ending DONE = new Ending(State.DONE, null);

    static {
        Outcome none = null;
        Handles.linkCalls(
                () -> PHASE.compareAndSet(none, null, RUNNING),
                () -> PHASE.compareAndSet(none, RUNNING, null),
                () -> PHASE.compareAndSet(none, RUNNING, DONE));
        boolean _ = Callbacks.isWithin(); // initializes the class: it fails for good in a full heap
    }

    /** The outcome if there is no memory left for a description of the failure. */
    public static final Ending NO_MEMORY = new Ending(State.FAILED, ForeignCode.NO_MEMORY);

    private static final Ending PREVENTED =
            new Ending(State.CANCELLED, ForeignCode.NO_MEMORY, true);

    private volatile Ending phase;

    /**
     * The outcome of an action; the one for a running action is a constant, compared by identity.
     */
    public static final class Ending {
        private final State state;
        private final AnabranchException failure;
        private final boolean prevented;

        public Ending(State state, AnabranchException failure) {
            this(state, failure, false);
        }

        private Ending(State state, AnabranchException failure, boolean prevented) {
            this.state = state;
            this.failure = failure;
            this.prevented = prevented;
        }

        /** Returns the ending of an action that does not begin. */
        private static Ending prevented(AnabranchException why) {
            try {
                return new Ending(State.CANCELLED, why, true);
            } catch (OutOfMemoryError full) {
                return PREVENTED;
            }
        }

        /** Returns an ending with an existing failure. */
        public static Ending of(State state, AnabranchException failure) {
            try {
                return new Ending(state, failure);
            } catch (OutOfMemoryError full) {
                return NO_MEMORY;
            }
        }

        /** Returns an ending with a failure to be created. */
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

    /** Returns a description of this action for people, for messages. */
    public abstract String describe();

    /**
     * Returns true if the worker's stack runs this, so that waiting for it there would never end.
     */
    public abstract boolean isRunningOn(Worker worker);

    /**
     * Returns true if it cannot come before the end of an action that the calling thread runs.
     *
     * @param worker of the calling thread, or null
     */
    public boolean comesAfterWhatRuns(Worker worker) {
        return false;
    }

    /** Returns the worker that runs this now, or null. */
    public Worker runner() {
        return null;
    }

    /**
     * Runs the awaited work on a worker that is about to wait, if that is possible here and now.
     */
    public void help(Worker worker) {}

    /**
     * Returns the queue in which what is awaited, or what it started, may be: its tasks go before
     * others while a thread waits; null if it is no task of a scope.
     */
    public TaskQueue queue() {
        return null;
    }

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

    @Override
    public final AnabranchException failureOrNull() {
        Ending now = phase;
        return now == null ? null : now.failure;
    }

    @Override
    public final boolean isOver() {
        return isSettled();
    }

    /**
     * Claims the right to run: returns true for exactly one caller, and never after a cancellation.
     */
    public final boolean begin() {
        return PHASE.compareAndSet(this, null, RUNNING);
    }

    /** Returns to the queued phase, since nothing was done: it may begin again elsewhere. */
    public final void rewind() {
        PHASE.compareAndSet(this, RUNNING, null);
    }

    /** Ends it, if it has not ended. */
    public final boolean settle(Ending ending) {
        Ending now = phase;
        while (now == null || now == RUNNING) {
            if (PHASE.compareAndSet(this, now, ending)) {
                callListeners();
                return true;
            }
            now = phase;
        }
        return false;
    }

    @Override
    public boolean cancel() {
        return phase == null
                && prevent(new ActionCancelledException(describe() + " was cancelled"));
    }

    /**
     * Cancels it if it has not begun, and then its dependents.
     *
     * @return false if it has begun, or ended
     */
    protected final boolean prevent(AnabranchException why) {
        if (phase != null || !PHASE.compareAndSet(this, null, Ending.prevented(why))) {
            return false;
        }
        wakeWaiters();
        Callbacks.call(this);
        return true;
    }

    /** Carries out the consequences of a cancellation: see {@link #prevent}. */
    @Override
    public final void proceed() {
        try {
            callListeners();
        } finally {
            prevented();
        }
    }

    /** Called after it was cancelled before it began, and its listeners were called. */
    protected void prevented() {}

    /** {@return true if it was cancelled before it began, whether it has retired or not} */
    private boolean isPrevented() {
        Ending now = phase;
        return now != null && now.prevented;
    }

    /** {@return true if its dependents need not wait for it any more} */
    protected boolean isOverForDependents() {
        return isSettled();
    }

    @Override
    final boolean isDue(Listener listener) {
        return listener.isCalledLast() ? isPrevented() || isOverForDependents() : isSettled();
    }

    @Override
    public final void onSettled(Consumer<Event> callback) {
        Objects.requireNonNull(callback, "callback");
        Callback added = new Callback(this, callback);
        if (!add(added)) {
            Callbacks.call(added);
        }
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

    /**
     * Returns the failure for an exception. One that a scope within it threw already is passed on
     * as it is.
     */
    public static AnabranchException failureOf(String what, Throwable cause) {
        return cause instanceof ActionFailedException nested
                ? nested
                : ForeignCode.failure(what, cause);
    }

    /** Returns the root cause: the exception of a kernel, or the platform's first error. */
    public static Throwable rootOf(AnabranchException failure) {
        boolean passedOn =
                failure instanceof ActionFailedException
                        || failure instanceof ActionCancelledException
                        || failure instanceof UndefinedDataException;
        return passedOn && failure.getCause() != null ? failure.getCause() : failure;
    }
}
