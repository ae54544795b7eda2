package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A scope that waits for all work started inside it, wherever it runs. Tasks may start further
 * tasks in the same scope and open scopes of their own. Within a scope only events order the work;
 * data is transferred for tasks as for the actions of streams.
 *
 * <p>Any thread may start tasks while the scope is open; the scope's tasks may do so until the last
 * of them has ended. Only the thread that opened a scope closes it. Later calls throw {@link
 * ClosedException}.
 */
@ProviderType
public interface Finish extends AutoCloseable {

    /**
     * Starts a task on the host.
     *
     * <p>A body may wait for events ({@link Event#await}), results, scopes and buffers of the
     * platform: meanwhile its worker runs other tasks, or a compensation thread takes its place.
     * Any other blocking call (a future, a lock, input) occupies the worker. If all workers are
     * blocked in this way by tasks that have not begun, they wait for ever. To wait for a value
     * that another task or a thread of the program provides, use a {@link Platform#promise}.
     *
     * @param body the code; a lambda always runs on the host
     */
    void async(Runnable body);

    /**
     * Starts a task on the host, or runs it inline while enough other tasks are ready to be stolen
     * (lazy task creation: Mohr, Kranz and Halstead, 1991). A program of very small tasks therefore
     * needs no cut-off. Cancellation and failures are those of {@link #async(Runnable)}: {@link
     * #close} throws what the task throws.
     *
     * @param body the code. It must not depend on anything that the caller does after this call, or
     *     take a lock that the caller holds (as with HClib's {@code async_nb})
     */
    void asyncOrRun(Runnable body);

    /**
     * Starts a task on the host once the given events are done. If one of them does not end
     * normally, the task is cancelled immediately, without waiting for the others, and {@link
     * #close} reports it.
     *
     * @param after the events to wait for
     * @param body the code
     * @return its completion
     */
    Event async(List<Event> after, Runnable body);

    /**
     * Starts a named task on the host. Errors and listings refer to it by its name.
     *
     * @param name for people
     * @param body the code
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    Event async(String name, Runnable body);

    /**
     * Starts a task on the host that returns a value.
     *
     * @param body the code
     * @param <T> type of the value
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    <T> Result<T> call(Callable<T> body);

    /**
     * Starts a named task that returns a value, on the host. Errors and listings refer to it by its
     * name.
     *
     * @param name for people
     * @param body the code
     * @param <T> type of the value
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    <T> Result<T> call(String name, Callable<T> body);

    /**
     * Starts a kernel in any domain, once, over the elements of its first written operand, as
     * {@link Stream#run(Kernel, Argument...)} does.
     *
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two share bytes
     *     that one of them writes
     * @throws KernelFormatException if no domain has a format of the kernel
     */
    Event async(Kernel kernel, Argument... arguments);

    /**
     * Starts a kernel in one of the domains of a place, once, over the elements of its first
     * written operand, as {@link Stream#run(Kernel, Argument...)} does.
     *
     * @param place the domains where it may run
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two share bytes
     *     that one of them writes
     * @throws KernelFormatException if no domain of the place has a format of the kernel, or a
     *     domain listed in {@link Place#among} has none
     * @throws UnknownDomainException if the place has no domain
     */
    Event async(Place place, Kernel kernel, Argument... arguments);

    /**
     * Runs each index of a 1-D loop once, on the host, in any order and partly in parallel.
     *
     * <p>Accesses of the body to arrays and objects of the program are not checked, not even in
     * checked mode. Where an index uses what another one writes ({@code y[i] = y[i - 1] + 1}), the
     * result is wrong and no error is reported. A kernel with {@linkplain Mapping mapped operands}
     * declares what each index uses, and checked mode rejects it where indices depend on each
     * other. The service {@code org.anabranch.loops.Loops} proves that a plain loop is parallel
     * before it runs it so.
     *
     * @param loop of one dimension
     * @param body the code for one index
     * @throws LoopException if the loop has more dimensions
     */
    void forasync(Loop loop, IndexBody body);

    /**
     * Runs each index pair of a 2-D loop once, on the host. As with a 1-D loop, dependences between
     * indices are not detected.
     *
     * @param loop of two dimensions
     * @param body the code for one index pair
     * @throws LoopException if the loop has another number of dimensions
     */
    void forasync(Loop loop, IndexBody.Two body);

    /**
     * Runs each index triple of a 3-D loop once, on the host. As with a 1-D loop, dependences
     * between indices are not detected.
     *
     * @param loop of three dimensions
     * @param body the code for one index triple
     * @throws LoopException if the loop has another number of dimensions
     */
    void forasync(Loop loop, IndexBody.Three body);

    /**
     * Runs a kernel over a loop. Every domain that has a format of the kernel may take pieces, each
     * with exactly the data that it uses.
     *
     * @param loop the indices
     * @param kernel the code
     * @param arguments for its parameters, in order; mapped operands are transferred piece by piece
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two operands
     *     that are not mapped share bytes that one of them writes (for mapped ones, checked mode
     *     detects that)
     * @throws KernelFormatException if no domain has a format of the kernel
     */
    Event forasync(Loop loop, Kernel kernel, Argument... arguments);

    /**
     * Runs a kernel over a loop in the domains of a place.
     *
     * @param place the domains where it may run
     * @param loop the indices
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two operands
     *     that are not mapped share bytes that one of them writes (for mapped ones, checked mode
     *     detects that)
     * @throws KernelFormatException if no domain of the place has a format of the kernel, or a
     *     domain listed in {@link Place#among} has none
     * @throws UnknownDomainException if the place has no domain
     */
    Event forasync(Place place, Loop loop, Kernel kernel, Argument... arguments);

    /**
     * Cancels each task of this scope, and of scopes opened by its tasks, that has not begun. Tasks
     * that wait for events, and kernels and loops that wait for data, placement or their device,
     * settle immediately; a ready task settles when a worker takes it. Kernels that run on devices
     * are aborted as by {@link Event#cancel}, where the device can do that.
     *
     * <p>The body of a task that runs is not interrupted, unlike that of a subtask in {@link
     * java.util.concurrent.StructuredTaskScope}. But where it waits for the platform, now or later,
     * the wait ends by an {@link ActionCancelledException}: {@link Event#await}, {@link
     * Result#get}, {@link Stream#await} and access to buffers; {@link Stream#close} and {@link
     * #close} of a scope within this one cancel what has not begun and wait for the rest. A body
     * that computes may poll {@link #isCancelled}. {@link #close} waits for bodies that run.
     */
    void cancel();

    /**
     * {@return true if this scope or an enclosing one was cancelled; a long task may poll this and
     * return early}
     */
    boolean isCancelled();

    /**
     * Runs tasks of the scope, waits for all that were started in it, and throws the first failure.
     * Up to 16 further failures are suppressed exceptions of it; its message gives their number.
     * Idempotent. If the waiting thread is interrupted, the tasks that have not begun are
     * cancelled; the thread waits for the others and stays interrupted. If a task leaves a scope
     * open that it opened, that scope accepts no more work once all in it has ended; the enclosing
     * scope waits for that, and throws its failures.
     *
     * @throws ActionFailedException if a task failed
     * @throws ActionCancelledException if none failed but some were cancelled
     * @throws IllegalStateException if called by a task of this very scope, or another thread than
     *     the one that opened it
     */
    @Override
    void close();
}
