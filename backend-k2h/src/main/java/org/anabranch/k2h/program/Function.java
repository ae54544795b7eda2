package org.anabranch.k2h.program;

import java.util.Objects;

/**
 * A function of a program, compiled for both sides from one source (K2H-B5), with the same number
 * on both.
 *
 * @param id number, the same in both images
 * @param name for messages
 * @param arm code in the ARM image, or null
 * @param dsp code in the DSP image, or null
 * @param loop true if it is the body of a loop
 */
public record Function(int id, String name, Object arm, Object dsp, boolean loop) {

    /** Checks for null. */
    public Function {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns the code of one side.
     *
     * @param dspSide true for the DSP's
     * @return the code, or null
     */
    public Object code(boolean dspSide) {
        return dspSide ? dsp : arm;
    }

    @Override
    public String toString() {
        return name;
    }
}
