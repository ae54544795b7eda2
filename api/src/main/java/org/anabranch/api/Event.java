package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The completion of one action. It always comes, exactly once: done, failed with a cause,
 * cancelled, or lost. Effects of a done action happen-before the return of any wait for it.
 */
@ProviderType
public interface Event {

    /** Where an action is on its way. */
    enum State {
        /** Waits for what it depends on. */
        QUEUED,
        /** Handed to its domain. */
        RUNNING,
        /** Ended well. */
        DONE,
        /** Threw, or its device reported an error. */
        FAILED,
        /**
         * Never ran: cancelled, or something it depends on did not end well. Or a kernel that ran
         * on a device, was cancelled, and was ended there.
         */
        CANCELLED,
        /** Its device vanished while it ran. */
        LOST;

        /** {@return whether this is an end} */
        public boolean isTerminal() {
            return ordinal() >= DONE.ordinal();
        }
    }

    /** {@return the present state} */
    State state();

    /** {@return whether the action has ended in some way} */
    default boolean isSettled() {
        return state().isTerminal();
    }

    /** {@return the domain that runs or ran it, once that is known} */
    Optional<Domain> domain();

    /** {@return why it did not end well, or empty} */
    Optional<AnabranchException> failure();

    /**
     * Waits for the end. A worker that waits lets others work. An interrupted thread stops waiting
     * by an {@link ActionCancelledException}, and stays interrupted; the action goes on.
     *
     * @throws ActionFailedException if it failed; the cause is the root
     * @throws ActionCancelledException if it was cancelled; the cause is the root
     * @throws DomainLostException if its device vanished
     * @throws DeadlockException if the wait could never end
     */
    void await();

    /**
     * Waits for the end, for a while.
     *
     * @param timeout at most this long; zero asks without waiting
     * @return whether it has settled; if so, well or not
     * @throws DeadlockException if the wait could never end
     */
    boolean await(Duration timeout);

    /**
     * Prevents the action from running, if it has not begun. What it would have written counts as
     * undefined, and what depends on that is cancelled too. A kernel that runs on a device, and
     * does not end by itself within some seconds, is ended where the device can do that, if need be
     * at the device's price: a card ends together with its process, and comes back. On other
     * domains it goes on to its end.
     *
     * @return whether the action will not run because of this call; false if it has begun
     */
    boolean cancel();

    /**
     * Calls back at the end, at once if it has come already. The callback runs on the thread that
     * settles the action; it must be short and must not wait.
     *
     * @param callback given this event
     */
    void onSettled(Consumer<Event> callback);
}
