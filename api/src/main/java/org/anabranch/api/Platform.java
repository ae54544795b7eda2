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
 * The entry point for programs: a service. Each bundle gets its own instance; when the bundle
 * stops, its streams are closed, its unfinished scopes cancelled and its buffers freed.
 * Thread-safe.
 */
@ProviderType
public interface Platform {

    /** {@return the domains that are active now, the host first} */
    List<Domain> domains();

    /**
     * Returns the active domains that a selector matches.
     *
     * @param selector an id such as {@code opencl:0}, or a kind such as {@code opencl}
     * @return the domains, at least one
     * @throws UnknownDomainException if there is none; the message lists those that exist
     */
    List<Domain> domains(String selector);

    /** {@return the host domain, which always exists} */
    Domain host();

    /**
     * Creates a buffer filled with zeros.
     *
     * @param element element type
     * @param extents one to three, the last contiguous
     * @return a new buffer, to be closed by the caller
     * @throws MemoryExhaustedException if the limit of host memory would be exceeded
     * @throws RangeException if the extents are invalid
     */
    default Buffer buffer(ValueLayout element, long... extents) {
        return buffer(BufferOptions.DEFAULT, element, extents);
    }

    /**
     * Creates a buffer filled with zeros.
     *
     * @param options name and kind of memory
     * @param element element type
     * @param extents one to three, the last contiguous
     * @return a new buffer, to be closed by the caller
     * @throws MemoryExhaustedException if the limit of host memory would be exceeded
     * @throws RangeException if the extents are invalid
     */
    Buffer buffer(BufferOptions options, ValueLayout element, long... extents);

    /**
     * {@return a new stream that is bound to no domain: each action is placed when it is ready. A
     * kernel goes to the domain where it is expected to end first, by measured times of kernels and
     * transfers; a copy goes to its data}
     */
    default Stream stream() {
        return stream(StreamOptions.DEFAULT);
    }

    /**
     * Opens a stream that is bound to no domain.
     *
     * @param options order, failure, transfers
     * @return a new stream, to be closed by the caller
     */
    Stream stream(StreamOptions options);

    /**
     * Returns a stream of this platform by its number.
     *
     * @param id as {@link Stream#id()}
     * @return the open stream with that number, or empty
     */
    Optional<Stream> stream(int id);

    /**
     * Opens a scope. A scope that is opened within a task is nested in that task's scope.
     *
     * @return a new scope, to be closed by the thread that opened it, best by try-with-resources
     */
    Finish finish();

    /**
     * Opens a scope, as {@link #finish()} does.
     *
     * @param options limits for the kernels of the scope
     * @return a new scope, to be closed by the thread that opened it, best by try-with-resources
     */
    Finish finish(FinishOptions options);

    /**
     * Opens a scope, runs a body in the calling thread, and waits for the work that was started in
     * the scope, which cannot be left open in this form. If the body throws, its exception is
     * thrown once all has ended; failures of tasks are suppressed exceptions of it.
     *
     * @param body starts tasks in the scope that it receives
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
     * Runs two tasks, in parallel if a worker is free, and returns when both have ended. Suits
     * divide-and-conquer programs, which need no cut-off with it. The tasks behave as in a scope
     * nested in the caller's: both begin unless it is cancelled, and the failures of both are
     * thrown as {@link Finish#close} does.
     *
     * @param first a task that may run on the calling thread before the second, in parallel with
     *     it, or after it. So neither may depend on the other, and the caller must not hold a lock
     *     that one of them takes
     * @param second the other task
     * @throws ActionFailedException if one failed
     * @throws ActionCancelledException if none failed but one was cancelled
     */
    void forkJoin(Runnable first, Runnable second);

    /**
     * Creates a promise. Tasks wait for it instead of a future or a lock, which would block their
     * workers.
     *
     * @param <T> type of the value
     * @return an open promise; it is cancelled when the program ends
     * @throws ClosedException if the program has ended
     */
    <T> Promise<T> promise();

    /**
     * Returns a kernel of a {@link KernelLibrary} service.
     *
     * @param name its name
     * @return the kernel, or empty if no library has it
     */
    Optional<Kernel> kernel(String name);

    /**
     * Blocks until all of the events have settled or the timeout has passed.
     *
     * @param events the events
     * @param timeout the longest wait
     * @return true if all have settled, in whatever state
     */
    boolean awaitAll(Collection<? extends Event> events, Duration timeout);

    /**
     * Blocks until any of the events has settled or the timeout has passed.
     *
     * @param events the events, not empty
     * @param timeout the longest wait
     * @return those that have settled; empty if the time ran out
     */
    List<Event> awaitAny(Collection<? extends Event> events, Duration timeout);
}
