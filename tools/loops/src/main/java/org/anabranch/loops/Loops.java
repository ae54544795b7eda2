package org.anabranch.loops;

import org.anabranch.api.Place;
import org.osgi.annotation.versioning.ProviderType;

import java.util.List;
import java.util.function.Consumer;

/**
 * Runs plain Java loops in parallel where that is proved to give the same bits, memory and
 * exceptions as running them in order, and in order where it is not. The proof is made anew for
 * each call, since it depends on the data: lengths, captured numbers, which arrays are the same.
 *
 * <p>Safe for use by any thread. While a loop runs, no other thread may use what it touches.
 */
@ProviderType
public interface Loops {

    /**
     * Runs the iterations {@code low <= i < high}.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration, written as if they ran one after another
     * @return how it ran
     * @throws RuntimeException what the body throws, at the same iteration and with the same memory
     *     behind it as if run in order
     * @throws NotParallelException in strict mode, before anything has run, if it would run in
     *     order
     */
    LoopRun parallel(long low, long high, LongBody body);

    /**
     * The same with an {@code int} index.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return how it ran
     */
    LoopRun parallelInts(int low, int high, IntBody body);

    /**
     * Says what {@link #parallel} would do, and runs nothing.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return the verdict and what it rests on
     */
    Explanation explain(long low, long high, LongBody body);

    /**
     * The same with an {@code int} index.
     *
     * @param low first index
     * @param high bound, not included
     * @param body one iteration
     * @return the verdict and what it rests on
     */
    Explanation explainInts(int low, int high, IntBody body);

    /**
     * {@return the same, but a loop that would run in order throws {@link NotParallelException}}
     */
    Loops strict();

    /**
     * The same, but sums and products of floating numbers may be computed in tiles of 4096
     * iterations, which are then combined in pairs. Their bits differ from those of running in
     * order, but are the same for every run, machine and number of processors.
     *
     * @return loops that do so
     */
    Loops reassociating();

    /**
     * The same, but a device may compute methods of {@code Math} that Java itself leaves open in
     * their last bits ({@code sin}, {@code exp}, {@code pow} and so on) by its own, if each result
     * is at most so many units in the last place away from Java's, by what OpenCL's standard and
     * {@code Math} promise: 3 to 8, of {@code pow} 17. Without this such loops stay on the host;
     * {@code StrictMath} has the same bits everywhere.
     *
     * @param ulps 0: all bits are Java's
     * @return loops that do so
     * @throws IllegalArgumentException if it is negative
     */
    Loops withinUlps(int ulps);

    /**
     * The same, and somebody is told how each loop ran.
     *
     * @param listener called on the thread that ran the loop, after it; what it throws is lost
     * @return loops that tell it
     */
    Loops telling(Consumer<LoopRun> listener);

    /** {@return how the bodies that ran last did so, each once, the latest last; at most 64} */
    List<LoopRun> recent();

    /**
     * The same, but proved loops run in a place: on one domain as a whole, or shared by all its
     * domains, the host among them if the place has it, as kernels made from their bodies. A piece
     * takes with it what its iterations read, and brings back exactly what they write; what a loop
     * has left on a device is used there by the next one, if the program has not changed it since.
     * Between the calls the program's arrays are its own, and always up to date.
     *
     * <p>Where that cannot be - the body has no exact form there, the domain's arithmetic is not
     * Java's, an iteration throws, what is written cannot be divided, the domain is lost - the loop
     * runs on the host as it would without, and {@link LoopRun#reason} says why.
     *
     * @param place where loops are to run: a domain, a kind of domains, {@linkplain Place#among
     *     some}, or {@link Place#anywhere}
     * @return loops that do so
     */
    Loops on(Place place);

    /** {@return how many loops ran in parallel, of this object and those derived from it} */
    long ranParallel();

    /** {@return how many loops ran in order} */
    long ranInOrder();
}
