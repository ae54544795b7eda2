package org.anabranch.api;

import java.util.Objects;

/**
 * A declared parameter of a kernel.
 *
 * @param name for messages
 * @param mode how memory is used, or null for a scalar
 */
public record Parameter(String name, Mode mode) {

    /** Checks for null. */
    public Parameter {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Memory that is read.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter in(String name) {
        return new Parameter(name, Mode.READ);
    }

    /**
     * Memory of which every byte is written.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter out(String name) {
        return new Parameter(name, Mode.WRITE);
    }

    /**
     * Memory that is read and written.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter inOut(String name) {
        return new Parameter(name, Mode.READ_WRITE);
    }

    /**
     * A number.
     *
     * @param name for messages
     * @return the parameter
     */
    public static Parameter scalar(String name) {
        return new Parameter(name, null);
    }

    /** {@return whether this is a scalar} */
    public boolean isScalar() {
        return mode == null;
    }
}
