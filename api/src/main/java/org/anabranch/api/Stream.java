package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Actions in sequence for one domain, for part of one, or for any. Results are those of running
 * them one after another; execution is out of order wherever operands do not conflict. Between
 * streams no order is implied: wait for events.
 *
 * <p>Actions may be enqueued by several threads; each enqueue is atomic. No call here waits, but
 * {@link #await} and {@link #close}; under {@link StreamOptions#undeferred} the one that enqueues
 * may run what it enqueues. Every enqueue throws {@link ClosedException} after close and {@link
 * DomainClosedException} when its domain takes no more work.
 */
@ProviderType
public interface Stream extends AutoCloseable {

    /** {@return the number of this stream, unique in its platform, from 1} */
    int id();

    /** {@return the domain that it is bound to, or empty if each action is placed on its own} */
    Optional<Domain> domain();

    /**
     * Runs a kernel once, over the elements of its first written operand (of its first operand if
     * none is written): dimension 0 is rows, 1 is columns.
     *
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two share bytes
     *     that one of them writes
     * @throws KernelFormatException if the domain has no format of the kernel
     */
    Event run(Kernel kernel, Argument... arguments);

    /**
     * Runs a kernel over a loop, as one action. On the host the pieces are shared by the workers of
     * the domain.
     *
     * @param kernel the code
     * @param loop the indices
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two that are not
     *     mapped share bytes that one of them writes (of mapped ones checked mode sees it)
     * @throws KernelFormatException if the domain has no format of the kernel
     */
    Event run(Kernel kernel, Loop loop, Argument... arguments);

    /**
     * Copies one range to another, in this stream's domain; if that is a device that does not copy
     * by itself, on the host. In a stream of no domain, where the most of {@code from} is valid.
     *
     * @param from what to read
     * @param to what to write; as many bytes, in rows of the same length
     * @return its completion
     * @throws RangeException if the extents differ or the ranges overlap
     */
    Event copy(Range from, Range to);

    /**
     * Makes a range valid in this stream's domain, ahead of its use.
     *
     * @param range the bytes
     * @return its completion
     */
    Event prefetch(Range range);

    /**
     * Makes a range valid on the host, ahead of its use.
     *
     * @param range the bytes
     * @return its completion
     */
    Event fetch(Range range);

    /**
     * Everything enqueued later waits for these events, which may be of any stream. If one does not
     * end well, what waits for it is cancelled.
     *
     * @param events what to wait for
     * @return settles when they have
     */
    Event waitFor(Event... events);

    /**
     * Actions enqueued later that use these ranges wait for the events; others do not.
     *
     * @param events what to wait for
     * @param ranges what is held back
     * @return settles when they have
     */
    Event waitFor(List<Event> events, Range... ranges);

    /**
     * {@return an event that settles when all that was enqueued before has; everything enqueued
     * later waits for it}
     */
    Event barrier();

    /**
     * {@return an event that settles when all that was enqueued before has; nothing waits for it}
     */
    Event mark();

    /**
     * Waits until everything enqueued so far has settled, and throws the first failure, if any, not
     * thrown by this method before.
     */
    void await();

    /**
     * Waits for a while; does not throw failures of actions.
     *
     * @param timeout at most this long
     * @return whether everything enqueued before the call has settled
     */
    boolean await(Duration timeout);

    /**
     * Takes no more actions and waits for those enqueued. Throws like {@link #await()}. Idempotent.
     * An interrupt of the waiting thread cancels what has not begun; the rest is waited for, and
     * the thread stays interrupted.
     *
     * @throws IllegalStateException if called by an action of this stream
     */
    @Override
    void close();

    /**
     * Takes no more actions, cancels those that have not begun and waits for the others. Of those,
     * what runs and does not end by itself within some seconds is ended as by {@link Event#cancel},
     * where the device can do that: a kernel in an endless loop on a card ends together with the
     * card's process, and the card comes back. Does not throw their failures.
     */
    void closeNow();
}
