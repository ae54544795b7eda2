package org.anabranch.loops.compile;

/** The receiver of the accesses of compiled iterations, in place of memory. */
public interface AccessLog {
    /**
     * Begins an iteration.
     *
     * @param index of the iteration
     * @return the steps that its limited inner loops may take together
     */
    int begin(long index);

    /**
     * Reads an element.
     *
     * @param input position of the array among the inputs
     * @param index of the element
     * @return its raw bits, sign-extended
     */
    long load(int input, int index);

    /**
     * Writes an element.
     *
     * @param input position of the array among the inputs
     * @param index of the element
     * @param bits as {@link #load} returns them
     */
    void store(int input, int index, long bits);

    /** Ends an iteration that has taken all its steps, by an exception. */
    void exhausted();
}
