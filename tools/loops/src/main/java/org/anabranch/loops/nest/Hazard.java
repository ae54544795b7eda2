package org.anabranch.loops.nest;

/**
 * A place in a body that is not proved free of faults.
 *
 * @param what the possible fault, for people
 * @param line of the source, or 0
 */
public record Hazard(String what, int line) {
    @Override
    public String toString() {
        return what + (line > 0 ? " in line " + line : "");
    }
}
