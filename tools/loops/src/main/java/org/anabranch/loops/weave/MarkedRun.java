package org.anabranch.loops.weave;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.cost.SiteLoops;

/** A run of a marked loop by the program's own code. */
public final class MarkedRun {
    static final MarkedRun UNMEASURED = new MarkedRun(null, null, 0, null);

    private final MarkedSite site;
    private final SiteLoops loops;
    private final long length;
    private final LoopRun begun;
    private final long start = System.nanoTime();

    /**
     * Begins a run.
     *
     * @param begun its report so far, with the time of a proof that did not succeed
     */
    MarkedRun(MarkedSite site, SiteLoops loops, long length, LoopRun begun) {
        this.site = site;
        this.loops = loops;
        this.length = length;
        this.begun = begun;
    }

    /**
     * Ends a run.
     *
     * @param run the run
     */
    public static void end(MarkedRun run) {
        if (run != UNMEASURED) {
            run.end();
        }
    }

    private void end() {
        long nanos = System.nanoTime() - start;
        long lost = begun.times().verdict();
        if (lost > 0) {
            site.costs().wasRefused(length, lost, nanos);
        } else {
            site.costs().ranInOrder(length, nanos);
        }
        loops.end(begun, nanos);
    }
}
