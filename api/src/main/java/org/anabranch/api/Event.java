package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The completion of one action. Every event settles exactly once: done, failed with a cause,
 * cancelled, or lost. The effects of an action that is done happen-before the return of any wait
 * for it.
 */
@ProviderType
public interface Event {

    /** The state of an action. */
    enum State {
        /** Waits for its dependencies. */
        QUEUED,
        /** Submitted to its domain. */
        RUNNING,
        /** Ended normally. */
        DONE,
        /** Threw an exception, or its device reported an error. */
        FAILED,
        /**
         * Never ran: it was cancelled, or a dependency failed or was cancelled. Also a kernel that
         * was cancelled while it ran on a device, and was aborted there.
         */
        CANCELLED,
        /** Its device vanished while it ran. */
        LOST;

        /** {@return true if the action has ended} */
        public boolean isTerminal() {
            return ordinal() >= DONE.ordinal();
        }
    }

    /** {@return the current state} */
    State state();

    /** {@return true if the action has ended, in whatever state} */
    default boolean isSettled() {
        return state().isTerminal();
    }

    /** {@return the domain that runs or ran it, once that is known} */
    Optional<Domain> domain();

    /** {@return the cause if it did not end normally, or empty} */
    Optional<AnabranchException> failure();

    /**
     * Blocks until the action has ended. Meanwhile a worker runs other tasks. If the waiting thread
     * is interrupted, it throws {@link ActionCancelledException} and stays interrupted; the action
     * goes on. In the body of a task the same exception ends the wait when the scope of the task,
     * or one around it, is cancelled.
     *
     * @throws ActionFailedException if it failed; the cause is the root
     * @throws ActionCancelledException if it was cancelled; the cause is the root
     * @throws DomainLostException if its device vanished
     * @throws DeadlockException if the wait could never end, or a callback of an event would wait
     */
    void await();

    /**
     * Blocks until the action has ended or the timeout has passed.
     *
     * @param timeout the longest wait; zero returns without waiting
     * @return true if the action has settled, in whatever state
     * @throws ActionCancelledException if the wait ended as that of {@link #await()} would
     * @throws DeadlockException if the wait could never end, or a callback of an event would wait
     */
    boolean await(Duration timeout);

    /**
     * Prevents the action from running, if it has not begun, whatever it waits for. It settles
     * before this call returns (in a callback of an event: when the callback has returned), and so
     * do the actions and tasks that wait for this event, directly or through others. Its
     * dependencies no longer refer to it; only an event that the platform did not create keeps an
     * empty callback.
     *
     * <p>The data that it would have written becomes undefined once all actions enqueued before it
     * have ended, and actions that read that data are cancelled too. A wait ({@link
     * Stream#waitFor}) writes nothing, so its cancellation makes no data undefined. A kernel that
     * runs on a device and does not end within some seconds is aborted there, if the device can do
     * that, even at the device's expense: a card's process is killed and restarted. In other
     * domains the kernel runs to its end.
     *
     * @return true if this call keeps the action from running; false if it has begun
     */
    boolean cancel();

    /**
     * Registers a callback for the end of the action; if that has come already, calls it before
     * returning. The callback runs on the thread that settles the action, and must be short.
     *
     * <p>A callback that settles another event (by a {@link Promise} or {@link #cancel}), or that
     * registers a callback of an event that has settled, does not lead to a nested call: those
     * callbacks run on the same thread, in order, when this one has returned. So chains of any
     * length need no stack.
     *
     * <p>A callback must not wait. On whatever thread it runs, {@link #await}, {@link Result#get},
     * {@link Finish#close}, {@link Stream#await} and {@link Stream#close}, and access to a buffer
     * throw {@link DeadlockException} if they would block; what is settled they return.
     *
     * @param callback receives this event
     */
    void onSettled(Consumer<Event> callback);
}
