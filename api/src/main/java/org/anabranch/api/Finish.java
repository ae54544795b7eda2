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
 *
 * <p><b>Context of a task.</b> Whichever thread runs a task, and whatever that thread waits for
 * meanwhile, the task finds the context of its scope: the context class loader and the scoped
 * values of {@link FinishOptions}, normal priority, no interrupt, and no handler of uncaught
 * exceptions. What it changes of these is undone when it ends. Kernels and callbacks on threads of
 * the platform have the class loader of the scheduler.
 *
 * <p><b>Limit.</b> Each task that waits in its body keeps a stack and a thread. The setting {@code
 * blockedWorkers} of {@code org.anabranch.scheduler} limits their number; a further wait, or a
 * deeply nested scope, throws {@link WorkersExhaustedException}. Threads that stand in for blocked
 * workers take none of the carriers of the program's virtual threads.
 *
 * <table class="striped">
 * <caption>Comparison with {@link java.util.concurrent.StructuredTaskScope} (JDK 25)</caption>
 * <thead>
 * <tr><th scope="col">Subject<th scope="col">StructuredTaskScope<th scope="col">Finish
 * </thead>
 * <tbody>
 * <tr><th scope="row">fork<td>by the owner only; one thread per subtask
 *     <td>by any thread while the scope is open; tasks are scheduled on workers by work stealing
 * <tr><th scope="row">join<td>{@code join}, once, by the owner; parks
 *     <td>{@link #close}; the thread of a worker runs tasks of the scope meanwhile
 * <tr><th scope="row">close<td>cancels, then waits<td>waits for all, and throws the first failure
 * <tr><th scope="row">cancellation<td>by the joiner; interrupts the threads of subtasks
 *     <td>by {@link #cancel}: tasks that have not begun do not begin, waits for the platform end;
 *     bodies that compute are not interrupted
 * <tr><th scope="row">failure policy<td>a {@code Joiner}: the first failure, by default, cancels
 *     <td>one policy: the others go on; the failures that follow are suppressed by the first
 * <tr><th scope="row">results<td>{@code Subtask.get} after {@code join}
 *     <td>{@link Result#get} at any time, which waits; a task may start after events
 * <tr><th scope="row">timeout<td>{@code withTimeout}, of the scope
 *     <td>of kernels, by {@link FinishOptions#limitedTo}; of a wait, by {@link Event#await}
 * <tr><th scope="row">nesting<td>scopes are closed in reverse order, else a violation is thrown
 *     <td>closing an outer scope waits for inner ones that were left open, as do the end of a task
 *     (through the scope around it) and the end of a kernel; a scope of a thread that has ended is
 *     closed by the platform, with a warning
 * <tr><th scope="row">scoped values<td>inherited from the owner
 *     <td>passed by {@link FinishOptions#with}, and inherited by inner scopes; those that the opener
 *     has bound without passing them may or may not be seen by its scope's tasks, since a task may
 *     run on the opener's stack; a task that a worker runs for the sake of {@link Event#await} in
 *     another scope does not see those of the waiting code
 * <tr><th scope="row">class loader<td>that of the thread factory, or of the owner
 *     <td>that of the thread that opened the outermost scope, or {@link FinishOptions#in}; what a
 *     task sets on its thread is not inherited by the scopes that it opens
 * <tr><th scope="row">observability<td>each scope is a container of threads in a thread dump
 *     <td>a dump lists workers and compensation threads with the frames of the bodies on them, not
 *     scopes; those are in the listings of the platform ({@link Monitor}, event log)
 * <tr><th scope="row">thread confinement<td>fork, join and close by the owner only
 *     <td>close by the opener only
 * </tbody>
 * </table>
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
     * #close} throws what the task throws. A task that runs inline finds the priority that its
     * caller's thread has.
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
     * scope waits for that, and throws its failures. A kernel that leaves a scope open ends with
     * that scope, and fails if it fails. If a thread of the program ends without closing its scope,
     * the platform closes it once all in it has ended, and logs a warning.
     *
     * @throws ActionFailedException if a task failed
     * @throws ActionCancelledException if none failed but some were cancelled
     * @throws IllegalStateException if called by a task of this very scope, or another thread than
     *     the one that opened it
     */
    @Override
    void close();
}
