package org.anabranch.loops.nest;

/**
 * A place in a body that is not proved free of faults.
 *
 * @param what the possible fault, for people
 * @param line of the source, or 0
 * @param touch the id of the {@link Touch} that may be outside; negative for any other fault
 */
public record Hazard(String what, int line, int touch) {
    @Override
    public String toString() {
        return what + (line > 0 ? " in line " + line : "");
    }
}
