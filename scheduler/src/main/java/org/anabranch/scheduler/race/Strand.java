package org.anabranch.scheduler.race;

/**
 * A strand of program order: the program's threads together, a task, an index of a loop, a
 * callback. Used under the detector's lock.
 */
final class Strand {
    /** The detector that made it. */
    final Object of;

    /** The scope that what is opened here is nested in, or null. */
    final ScopeOrder scope;

    /** True if it has ended; later acts in its name are those of a thread of the program. */
    boolean over;

    private CausalPast past;

    Strand(Object of, CausalPast past, ScopeOrder scope) {
        this.of = of;
        this.past = past;
        this.scope = scope;
    }

    CausalPast past() {
        return past;
    }

    /** Joins the past of a wait. */
    void join(CausalPast more) {
        past = past.union(more);
    }
}
