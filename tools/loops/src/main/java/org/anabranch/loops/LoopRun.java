package org.anabranch.loops;

/**
 * The record of one run of a loop.
 *
 * @param name class and method of its body
 * @param iterations number of iterations
 * @param parallel true if they ran in parallel
 * @param reason why not, or the basis of the proof
 * @param verdict the verdict for this call
 * @param place where it ran: a domain, or several separated by commas
 * @param times durations of its parts
 */
public record LoopRun(
        String name,
        long iterations,
        boolean parallel,
        String reason,
        Verdict verdict,
        String place,
        Times times) {
    /**
     * The durations of the parts of a run, in nanoseconds.
     *
     * @param verdict the analysis and the planning
     * @param copies saving and copying memory
     * @param kernel the iterations, with starting them and combining their results; on devices with
     *     the transfers
     */
    public record Times(long verdict, long copies, long kernel) {
        /** The times of a run that was not measured. */
        public static final Times NONE = new Times(0, 0, 0);

        /** {@return the duration of the run} */
        public long total() {
            return verdict + copies + kernel;
        }
    }

    @Override
    public String toString() {
        return name + " ran " + (parallel ? "in parallel" : "in order") + ": " + reason;
    }
}
