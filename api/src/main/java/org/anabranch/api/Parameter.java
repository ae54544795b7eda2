package org.anabranch.api;

import java.util.Objects;

/**
 * A declared parameter of a kernel.
 *
 * @param name for messages
 * @param mode how its memory is accessed, or null for a scalar
 */
public record Parameter(String name, Mode mode) {

    /** Checks for null. */
    public Parameter {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns a memory parameter that is read.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter in(String name) {
        return new Parameter(name, Mode.READ);
    }

    /**
     * Returns a memory parameter of which every byte is written.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter out(String name) {
        return new Parameter(name, Mode.WRITE);
    }

    /**
     * Returns a memory parameter that is read and written.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter inOut(String name) {
        return new Parameter(name, Mode.READ_WRITE);
    }

    /**
     * Returns a scalar parameter.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter scalar(String name) {
        return new Parameter(name, null);
    }

    /** {@return true if this is a scalar} */
    public boolean isScalar() {
        return mode == null;
    }
}
