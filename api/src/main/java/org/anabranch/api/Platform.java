package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The service that a program starts from. Each bundle gets its own; when the bundle stops, its
 * streams are closed, its unfinished scopes cancelled and its buffers freed. Safe for use by any
 * thread.
 */
@ProviderType
public interface Platform {

    /** {@return the domains that are active now, the host first} */
    List<Domain> domains();

    /**
     * Selects domains.
     *
     * @param selector an id such as {@code opencl:0}, or a kind such as {@code opencl}
     * @return the active domains that it names, at least one
     * @throws UnknownDomainException if there is none; the message lists those there are
     */
    List<Domain> domains(String selector);

    /** {@return the host domain, always there} */
    Domain host();

    /**
     * Makes a buffer of zeros.
     *
     * @param element element type
     * @param extents one to three, the last contiguous
     * @return a new buffer, to be closed by the caller
     * @throws MemoryExhaustedException if the limit of host memory would be passed
     * @throws RangeException if the extents are impossible
     */
    default Buffer buffer(ValueLayout element, long... extents) {
        return buffer(BufferOptions.DEFAULT, element, extents);
    }

    /**
     * Makes a buffer of zeros.
     *
     * @param options name and kind of memory
     * @param element element type
     * @param extents one to three, the last contiguous
     * @return a new buffer, to be closed by the caller
     * @throws MemoryExhaustedException if the limit of host memory would be passed
     * @throws RangeException if the extents are impossible
     */
    Buffer buffer(BufferOptions options, ValueLayout element, long... extents);

    /**
     * {@return a new stream whose actions are placed one by one, when they are ready: a kernel
     * where it will have ended first, as far as is known of kernels and links by what they took
     * before; a copy where its data is}
     */
    default Stream stream() {
        return stream(StreamOptions.DEFAULT);
    }

    /**
     * An unbound stream.
     *
     * @param options order, failure, transfers
     * @return a new stream, to be closed by the caller
     */
    Stream stream(StreamOptions options);

    /**
     * Finds a stream of this platform by number.
     *
     * @param id as {@link Stream#id()}
     * @return the open stream of that number, if any
     */
    Optional<Stream> stream(int id);

    /**
     * Opens a scope. Opened within a task, it is nested in that task's scope.
     *
     * @return a new scope, to be closed by the thread that opened it, best by try-with-resources
     */
    Finish finish();

    /**
     * Opens a scope, as {@link #finish()} does.
     *
     * @param options limits of what is started in it
     * @return a new scope, to be closed by the thread that opened it, best by try-with-resources
     */
    Finish finish(FinishOptions options);

    /**
     * Opens a scope for as long as a body runs, so that it cannot be left open, and waits for what
     * was started in it. If the body throws, that is thrown once all has ended, and what else
     * failed is suppressed by it.
     *
     * @param body starts tasks in the scope that it is given; runs here and now
     * @throws ActionFailedException if a task failed
     * @throws ActionCancelledException if none failed but some were cancelled
     */
    default void finish(Consumer<? super Finish> body) {
        Objects.requireNonNull(body, "body");
        try (Finish finish = finish()) {
            body.accept(finish);
        }
    }

    /**
     * Runs two tasks, at the same time where a worker is free for one of them, and returns when
     * both have ended: the pair of a divide-and-conquer program, which needs no cut-off. As in a
     * scope nested in that of the caller, both begin unless it is cancelled, and the failures of
     * both are thrown as {@link Finish#close} does.
     *
     * @param first what to do; may run on the calling thread before the second, beside it, or after
     *     it, so neither needs what the other does, and the caller holds no lock that one of them
     *     takes
     * @param second what else to do
     * @throws ActionFailedException if one failed
     * @throws ActionCancelledException if none failed but one was cancelled
     */
    void forkJoin(Runnable first, Runnable second);

    /**
     * Makes a result that somebody is to give: what tasks wait on instead of a future or a lock,
     * which would keep their workers.
     *
     * @param <T> type of the value
     * @return an open promise; it is cancelled when the program ends
     */
    <T> Promise<T> promise();

    /**
     * Finds a kernel of a {@link KernelLibrary} service.
     *
     * @param name its name
     * @return the kernel, if a library has it
     */
    Optional<Kernel> kernel(String name);

    /**
     * Waits for all of a set of events, for a while.
     *
     * @param events what to wait for
     * @param timeout at most this long
     * @return whether all have settled, well or not
     */
    boolean awaitAll(Collection<? extends Event> events, Duration timeout);

    /**
     * Waits for any of a set of events, for a while.
     *
     * @param events what to wait for, not empty
     * @param timeout at most this long
     * @return those that have settled; empty if the time ran out
     */
    List<Event> awaitAny(Collection<? extends Event> events, Duration timeout);
}
