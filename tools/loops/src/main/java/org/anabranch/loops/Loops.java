package org.anabranch.loops;

import org.anabranch.api.Place;
import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.function.Consumer;

/**
 * The service that runs plain Java loops: in parallel if the results, memory effects and exceptions
 * are proved identical to sequential execution, and sequentially if not. The proof is made for each
 * call, since it depends on the data: lengths, captured numbers, identity of arrays. It is reused
 * only where all that it rests on is equal.
 *
 * <p>Thread-safe. While a loop runs, no other thread may use the memory that it accesses.
 */
@ProviderType
public interface Loops {

    /**
     * Runs the iterations {@code low <= i < high}.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration, written for sequential execution
     * @return how it ran
     * @throws RuntimeException the exception of the body, at the same iteration and with the same
     *     memory effects as in sequential execution
     * @throws NotParallelException in strict mode, before any iteration has run, if the loop would
     *     run sequentially
     */
    LoopRun parallel(long low, long high, LongBody body);

    /**
     * Runs the iterations {@code low <= i < high} with an {@code int} index.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return how it ran
     */
    LoopRun parallelInts(int low, int high, IntBody body);

    /**
     * Explains what {@link #parallel} would do, without running any iteration.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return the verdict and its basis
     */
    Explanation explain(long low, long high, LongBody body);

    /**
     * Explains what {@link #parallelInts} would do, without running any iteration.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return the verdict and its basis
     */
    Explanation explainInts(int low, int high, IntBody body);

    /**
     * {@return strict loops: a loop that would run sequentially throws {@link
     * NotParallelException}}
     */
    Loops strict();

    /**
     * Permits reassociation: sums and products of floating-point numbers may be computed in tiles
     * of 4096 iterations, which are then combined in pairs. Their bits differ from those of
     * sequential execution, but are the same for every run, machine and number of processors.
     *
     * @return loops with this permission
     */
    Loops reassociating();

    /**
     * Permits a device to use its own versions of {@code Math} methods whose last bits Java leaves
     * open ({@code sin}, {@code exp}, {@code pow} and so on). The sum of the errors that OpenCL's
     * standard and {@code Math} permit must be at most {@code ulps}: 3 to 8, for {@code pow} 17.
     * Without this such loops stay on the host; {@code StrictMath} has the same bits everywhere.
     *
     * @param ulps units in the last place; 0: all bits are Java's
     * @return loops with this permission
     * @throws IllegalArgumentException if it is negative
     */
    Loops withinUlps(int ulps);

    /**
     * Adds a listener, which gets a record of each run.
     *
     * @param listener called after the loop, on the thread that ran it; its exceptions are ignored
     * @return loops with this listener
     */
    Loops telling(Consumer<LoopRun> listener);

    /** {@return the last runs, one for each body, the latest last; at most 64} */
    List<LoopRun> recent();

    /**
     * Runs proved loops in a place, as kernels made from their bodies: on one domain as a whole, or
     * shared by all domains of the place, which may include the host. A piece is sent exactly the
     * data that its iterations read, and exactly the data that they write is copied back. Data that
     * a loop has left on a device is reused by the next loop if the program has not changed it
     * since. Between calls the program's arrays are up to date.
     *
     * <p>If that is not possible, the loop runs on the host as it would without a place, and {@link
     * LoopRun#reason} says why. Reasons are that the body has no exact form there, the domain's
     * arithmetic is not Java's, an iteration throws, the written data cannot be divided, or the
     * domain is lost.
     *
     * @param place where loops are to run: a domain, a kind of domains, {@linkplain Place#among
     *     some}, or {@link Place#anywhere}
     * @return loops for this place
     */
    Loops on(Place place);

    /**
     * Keeps arrays and segments on devices between loops, for programs that run several loops over
     * the same data: within the returned scope such a loop costs its kernel alone. On the host this
     * has neither effect nor cost.
     *
     * <pre>{@code
     * try (Kept kept = loops.keep(a, b)) {
     *     for (int step = 0; step < steps; step++) {
     *         loops.parallelInts(1, n - 1, i -> b[i] = 0.5f * (a[i - 1] + a[i + 1]));
     *         loops.parallelInts(1, n - 1, i -> a[i] = b[i]);
     *     }
     * }   // here a and b are up to date
     * }</pre>
     *
     * @param memory arrays of numbers or booleans, arrays of these, or segments; the program must
     *     not access them until the scope is closed, except as {@link Kept} says
     * @return the scope, to be closed
     * @throws IllegalArgumentException if it is of another type
     */
    Kept keep(Object... memory);

    /**
     * {@return the number of loops of this object, and of those derived from it, that ran in
     * parallel}
     */
    long ranParallel();

    /** {@return the number of loops that ran sequentially} */
    long ranInOrder();
}
