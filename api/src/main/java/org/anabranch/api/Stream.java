package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A sequence of actions for one domain, for part of one, or for any. Its results are those of
 * sequential execution; actions run out of order wherever their operands do not conflict. There is
 * no implied order between streams: wait for events.
 *
 * <p>Several threads may enqueue actions; each enqueue is atomic. No method blocks except {@link
 * #await} and {@link #close}; under {@link StreamOptions#undeferred} the enqueuing thread may run
 * the action inline. Every enqueue throws {@link ClosedException} after close, and {@link
 * DomainClosedException} when its domain accepts no more work.
 */
@ProviderType
public interface Stream extends AutoCloseable {

    /** {@return the number of this stream, unique in its platform, from 1} */
    int id();

    /** {@return the domain that it is bound to, or empty if each action is placed separately} */
    Optional<Domain> domain();

    /**
     * Runs a kernel once, over the elements of its first written operand, or of its first operand
     * if none is written: of a buffer with one extent, dimension 0 is the elements; else dimension
     * 0 is rows and dimension 1 is columns, or slices, rows and columns of a range with several
     * slices. {@link Buffer#all} of a buffer with several extents is one row of all its elements.
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
     * Runs a kernel over a loop, as one action. On the host, the workers of the domain share the
     * pieces.
     *
     * @param kernel the code
     * @param loop the indices
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two operands
     *     that are not mapped share bytes that one of them writes (for mapped ones, checked mode
     *     detects that)
     * @throws KernelFormatException if the domain has no format of the kernel
     */
    Event run(Kernel kernel, Loop loop, Argument... arguments);

    /**
     * Copies one range to another, in this stream's domain, or on the host if that device cannot
     * copy. In a stream that is bound to no domain, the copy runs where most of {@code from} is
     * valid.
     *
     * @param from the range to read
     * @param to the range to write; as many bytes, in rows of the same length
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
     * Makes all actions enqueued later wait for these events, which may be of any stream. If one of
     * the events does not end normally, or the returned event is cancelled, the waiting actions are
     * cancelled immediately, and so are those enqueued before {@link #await} or {@link #close} has
     * thrown that failure. The wait itself makes no data undefined.
     *
     * @param events the events to wait for
     * @return settles when they have
     */
    Event waitFor(Event... events);

    /**
     * Makes actions enqueued later wait for the events if they use these ranges; others do not
     * wait. If one of the events does not end normally, or the returned event is cancelled, the
     * actions of this stream that use the ranges are cancelled as with {@link #waitFor(Event...)};
     * the ranges stay valid for all others.
     *
     * @param events the events to wait for
     * @param ranges the ranges whose later uses wait
     * @return settles when the events have
     */
    Event waitFor(List<Event> events, Range... ranges);

    /**
     * {@return an event that settles when all actions enqueued before have; all enqueued later wait
     * for it}
     */
    Event barrier();

    /**
     * {@return an event that settles when all actions enqueued before have; later actions do not
     * wait for it}
     */
    Event mark();

    /**
     * Blocks until everything enqueued so far has settled, and throws the first failure, if any,
     * that this method has not thrown before.
     */
    void await();

    /**
     * Blocks until everything enqueued so far has settled or the timeout has passed. Does not throw
     * failures of actions.
     *
     * @param timeout the longest wait
     * @return true if everything enqueued before the call has settled
     */
    boolean await(Duration timeout);

    /**
     * Accepts no more actions and waits for those enqueued. Throws like {@link #await()}.
     * Idempotent. If the waiting thread is interrupted, the actions that have not begun are
     * cancelled, whatever they wait for; the thread waits for the others and stays interrupted. The
     * same holds if the thread runs a task whose scope is cancelled.
     *
     * @throws DeadlockException if a callback of an event would wait
     * @throws IllegalStateException if called by an action of this stream
     */
    @Override
    void close();

    /**
     * Accepts no more actions, cancels those that have not begun, whatever they wait for, and waits
     * for the others. An action that runs and does not end by itself within some seconds is aborted
     * as by {@link Event#cancel}, where the device can do that: for an endless kernel on a card,
     * the card's process is killed and restarted. Does not throw failures of actions.
     */
    void closeNow();
}
