package org.anabranch.loops;

/**
 * The record of one run of a loop.
 *
 * @param name class and method of its body
 * @param iterations number of iterations
 * @param parallel true if they ran in parallel
 * @param reason why not, or the basis of the proof
 * @param verdict the verdict for this call
 */
public record LoopRun(
        String name, long iterations, boolean parallel, String reason, Verdict verdict) {
    @Override
    public String toString() {
        return name + " ran " + (parallel ? "in parallel" : "in order") + ": " + reason;
    }
}
