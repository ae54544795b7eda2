package org.anabranch.loops.compile;

/**
 * The iterations of a lifted body as compiled code, over memory that each call passes. Thread-safe.
 */
public interface CompiledBody {

    /**
     * Runs iterations in order.
     *
     * @param memory first, for each input of the body, its array or segment, or null if it is a
     *     number. Then the cells of the fields that the body writes, arrays of one element, in the
     *     order of {@link FieldCell#in}. Then, according to {@link Changes}, {@code boolean[]} or
     *     null: the marks of each input and of each field; then for each input the memory that
     *     loads read from, or null; then the {@link AccessLog}, if accesses are logged
     * @param numbers for each input of the body its bits, if it is a number; then, for flat memory,
     *     two numbers for each input: the length of the array and of each row
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to the index after the last iteration that completed normally
     */
    void run(Object[] memory, long[] numbers, long low, long high, long[] done);
}
