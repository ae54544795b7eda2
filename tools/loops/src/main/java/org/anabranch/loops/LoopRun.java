package org.anabranch.loops;

/**
 * How a loop ran.
 *
 * @param name class and method of its body
 * @param iterations how many it has
 * @param parallel whether they ran in parallel
 * @param reason why not, or on what the proof rests
 * @param verdict the verdict for this call
 */
public record LoopRun(
        String name, long iterations, boolean parallel, String reason, Verdict verdict) {
    @Override
    public String toString() {
        return name + " ran " + (parallel ? "in parallel" : "in order") + ": " + reason;
    }
}
