package org.anabranch.api;

import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * A scope that waits for everything started inside it, wherever it runs. Tasks may start tasks in
 * the same scope, and scopes of their own. Within a scope nothing is ordered but by events; tasks
 * are given their data like actions of streams.
 *
 * <p>Any thread may start tasks as long as the scope is open; tasks of the scope may do so until
 * the last of them has ended. Only the thread that opened a scope closes it. {@link
 * ClosedException} is thrown by whatever comes later.
 */
@ProviderType
public interface Finish extends AutoCloseable {

    /**
     * Starts a task on the host.
     *
     * <p>A body may wait for events ({@link Event#await}), results, scopes and buffers of the
     * platform: its worker runs other tasks meanwhile, or lets another thread do so. Any other wait
     * (a future, a lock, input) keeps the worker; bodies that wait in such a way for tasks that
     * have not begun can use up all workers and wait for ever. To wait for what another task or a
     * thread of the program gives, take a {@link Platform#promise}.
     *
     * @param body what to do; a lambda never leaves the host
     */
    void async(Runnable body);

    /**
     * Starts a task on the host, or runs it here and now while enough others wait to be taken by
     * idle workers (lazy task creation: Mohr, Kranz and Halstead, 1991). So a program of very small
     * tasks needs no cut-off. Cancellation and failures are those of {@link #async(Runnable)}: what
     * the task throws, {@link #close} throws.
     *
     * @param body what to do; it needs nothing that its starter does after this call, and its
     *     starter holds no lock that it takes (HClib: {@code async_nb})
     */
    void asyncOrRun(Runnable body);

    /**
     * Starts a task on the host once the given events are done. If one does not end well, the task
     * is cancelled and the scope says so.
     *
     * @param after what to wait for
     * @param body what to do
     * @return its completion
     */
    Event async(List<Event> after, Runnable body);

    /**
     * Starts a task on the host that has a name, by which errors and listings call it.
     *
     * @param name for people
     * @param body what to do
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    Event async(String name, Runnable body);

    /**
     * Starts a task on the host that returns a value.
     *
     * @param body what to do
     * @param <T> type of the value
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    <T> Result<T> call(Callable<T> body);

    /**
     * Starts a task on the host that returns a value and has a name, by which errors and listings
     * call it.
     *
     * @param name for people
     * @param body what to do
     * @param <T> type of the value
     * @return its completion; a failure is thrown both there and by {@link #close}
     */
    <T> Result<T> call(String name, Callable<T> body);

    /**
     * Starts a kernel anywhere.
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
     * Starts a kernel in a place and only there.
     *
     * @param place where it may run
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two share bytes
     *     that one of them writes
     * @throws KernelFormatException if no domain of the place has a format of the kernel, or of
     *     those that were named ({@link Place#among}) one has none
     * @throws UnknownDomainException if the place has no domain
     */
    Event async(Place place, Kernel kernel, Argument... arguments);

    /**
     * Runs every index of a 1-D loop once, on the host, in any order and some at the same time.
     *
     * <p>What a body does to arrays and objects of the program is not looked at, in checked mode
     * neither: where an index uses what another one writes ({@code y[i] = y[i - 1] + 1}), the
     * result is wrong and nobody says so. A kernel with {@linkplain Mapping mapped operands} says
     * what each index uses, and checked mode refuses it where indices depend on each other; the
     * service {@code org.anabranch.loops.Loops} proves plain loops before it runs them in parallel.
     *
     * @param loop of one dimension
     * @param body what to do
     * @throws LoopException if the loop has more dimensions
     */
    void forasync(Loop loop, IndexBody body);

    /**
     * Runs every index pair of a 2-D loop once, on the host. As of a 1-D loop, nobody looks whether
     * one uses what another one writes.
     *
     * @param loop of two dimensions
     * @param body what to do
     * @throws LoopException if the loop has another number of dimensions
     */
    void forasync(Loop loop, IndexBody.Two body);

    /**
     * Runs every index triple of a 3-D loop once, on the host. As of a 1-D loop, nobody looks
     * whether one uses what another one writes.
     *
     * @param loop of three dimensions
     * @param body what to do
     * @throws LoopException if the loop has another number of dimensions
     */
    void forasync(Loop loop, IndexBody.Three body);

    /**
     * Runs a kernel over a loop; pieces go to every domain that has a format of it, each with
     * exactly its data.
     *
     * @param loop the indices
     * @param kernel the code
     * @param arguments for its parameters, in order; mapped operands move with the pieces
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two that are not
     *     mapped share bytes that one of them writes (of mapped ones checked mode sees it)
     * @throws KernelFormatException if no domain has a format of the kernel
     */
    Event forasync(Loop loop, Kernel kernel, Argument... arguments);

    /**
     * Runs a kernel over a loop in a place and only there.
     *
     * @param place where it may run
     * @param loop the indices
     * @param kernel the code
     * @param arguments for its parameters, in order
     * @return its completion
     * @throws KernelArgumentException if arguments do not match the parameters, or two that are not
     *     mapped share bytes that one of them writes (of mapped ones checked mode sees it)
     * @throws KernelFormatException if no domain of the place has a format of the kernel, or of
     *     those that were named ({@link Place#among}) one has none
     * @throws UnknownDomainException if the place has no domain
     */
    Event forasync(Place place, Loop loop, Kernel kernel, Argument... arguments);

    /**
     * Cancels every task of this scope, and of scopes opened by its tasks, that has not begun.
     * Kernels among them that run on devices are ended as by {@link Event#cancel}, where the device
     * can do that.
     */
    void cancel();

    /**
     * {@return whether this scope or one around it was cancelled; a long task may ask and return
     * early}
     */
    boolean isCancelled();

    /**
     * Helps, waits for every task started inside, and throws the first failure. The others are
     * suppressed by it, up to 16, and counted in its message. Idempotent. An interrupt of the
     * waiting thread cancels what has not begun; the rest is waited for, and the thread stays
     * interrupted. A scope that the task which opened it leaves open takes no more once all in it
     * has ended; the scope around it waits for that, and throws what failed there.
     *
     * @throws ActionFailedException if a task failed
     * @throws ActionCancelledException if none failed but some were cancelled
     * @throws IllegalStateException if called by a task of this very scope, or another thread than
     *     the one that opened it
     */
    @Override
    void close();
}
