package org.anabranch.benchmarks.loops;

/** A loop of the table: marked, and as a parallel stream. */
public interface TableLoop {
    /**
     * Makes the data.
     *
     * @param size the number of innermost iterations, about
     */
    void prepare(int size);

    /** Runs the marked loop once. */
    void loop();

    /**
     * Runs the same as a parallel stream, with the same result.
     *
     * @return false if it cannot be one
     */
    default boolean stream() {
        return false;
    }

    /** {@return the memory that the loop has written: an array, or a number} */
    Object result();
}
