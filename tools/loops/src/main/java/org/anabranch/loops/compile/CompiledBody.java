package org.anabranch.loops.compile;

/** Iterations of a lifted body over memory that each run is given. Safe for use by any thread. */
public interface CompiledBody {

    /**
     * Runs iterations in order.
     *
     * @param memory for each input of the body its array or segment, or null if it is a number;
     *     then the cells of the fields that the body writes, arrays of one element, in the order of
     *     {@link BodyCompiler#fields}; then, as {@link Changes} say, for each input its marks, for
     *     each field its marks, and for each input the memory that loads read from: {@code
     *     boolean[]}, null where there are none
     * @param numbers for each input of the body its bits, if it is a number; then, for those whose
     *     memory is flat, two numbers for each input: the length of the array and of each row
     * @param low first index
     * @param high bound, not included
     * @param done element 0 is set to the index behind the last iteration that ended well
     */
    void run(Object[] memory, long[] numbers, long low, long high, long[] done);
}
