package org.anabranch.loops.weave;

import org.anabranch.loops.cost.SiteLoops;

/** A run of a marked loop by the program's own code. */
public final class MarkedRun {
    static final MarkedRun UNMEASURED = new MarkedRun(null, null, 0, 0, 0);

    private final MarkedSite site;
    private final SiteLoops loops;
    private final long length;
    private final long lost;
    private final long start;

    /**
     * Begins a run.
     *
     * @param lost nanoseconds of a proof that did not succeed, or 0
     */
    MarkedRun(MarkedSite site, SiteLoops loops, long length, long lost, long start) {
        this.site = site;
        this.loops = loops;
        this.length = length;
        this.lost = lost;
        this.start = start;
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
        if (lost > 0) {
            site.costs.tookShared(length, lost + nanos);
        } else {
            site.costs.ranInOrder(length, nanos);
            loops.inOrder(site.name, length, nanos, "a proof is not expected to pay");
        }
    }
}
