package org.anabranch.loops.run;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.cost.GrowingPieces;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.cost.SiteLoops;

import java.io.Serializable;

/**
 * A call of a loop, with the choice to run it in order, unproved, if that is expected to be faster.
 *
 * @param loops that run it
 * @param site the loop in the program
 * @param body one iteration, an {@code IntBody} or a {@code LongBody}
 * @param length the number of iterations, or a multiple of it, as the site records it
 * @param low first index
 * @param high bound, not included
 */
record Call(LiftedLoops loops, LoopSite site, Serializable body, long length, long low, long high) {
    long count() {
        return high - low;
    }

    /** Runs iterations in order, on the calling thread. */
    void inOrder(long from, long to) {
        Slices.of(body).run(body, from, to, new long[1]);
    }

    /** Runs it in order, unproved, if that is expected to be faster. */
    LoopRun weighed() {
        if (site.next(length) == LoopSite.Way.SHARED) {
            return shared();
        }
        long start = System.nanoTime();
        LoopRun ran = unproved(low, start, LoopSite.UNPROVED);
        site.ranInOrder(length, System.nanoTime() - start);
        return ran;
    }

    private LoopRun shared() {
        if (site.beginsInOrder(length) || !isPrepared()) {
            return beginInOrder();
        }
        long start = System.nanoTime();
        ProvedCall proved = new ProvedCall(this, low);
        LoopRun ran = proved.run();
        long nanos = System.nanoTime() - start;
        if (ran.parallel()) {
            tookShared(proved, nanos);
        } else {
            long inOrder = ran.times().kernel();
            site.wasRefused(length, nanos - inOrder, inOrder);
        }
        return ran;
    }

    private void tookShared(ProvedCall proved, long nanos) {
        if (!proved.wasWarmUp()) {
            site.tookShared(length, proved.withoutTrial(nanos));
        }
    }

    /**
     * Runs the loop for a caller that can run it in order itself, unless it would run in order.
     *
     * @return as {@link SiteLoops#attempt}
     */
    LoopRun attempt() {
        if (site.beginsInOrder(length) || !isPrepared()) {
            beginInOrder();
            return null;
        }
        long start = System.nanoTime();
        ProvedCall proved = new ProvedCall(this, low);
        LoopRun begun = proved.attempt();
        if (begun == null) {
            tookShared(proved, System.nanoTime() - start);
        }
        return begun;
    }

    /** Returns true if its first proof is prepared; if not, begins to prepare it. */
    private boolean isPrepared() {
        return site.isPrepared() || loops.preparation.isReady(site, body, low, high);
    }

    /**
     * Begins in order, in growing pieces, until it is known that the rest is worth a proof, and
     * that is prepared.
     */
    private LoopRun beginInOrder() {
        Slices slices = Slices.of(body);
        boolean first = !site.isPrepared();
        long start = System.nanoTime();
        long[] done = new long[1];
        GrowingPieces.Piece piece = (from, to) -> slices.run(body, from, to, done);
        long at =
                GrowingPieces.run(
                        site, length, low, high, piece, this::isPrepared, System::nanoTime);
        if (at == high) {
            return unproved(high, start, first ? LiftedLoops.SHORT : LoopSite.UNPROVED);
        }
        LoopRun ran = new ProvedCall(this, at).run();
        double rest = (double) (high - at) / (high - low);
        site.sharedRest((long) (length * rest), ran.times().kernel());
        return ran;
    }

    private LoopRun unproved(long from, long start, String reason) {
        LoopRun ran;
        try {
            if (from < high) {
                inOrder(from, high);
            }
        } finally {
            String known = site.name();
            String name = known.isEmpty() ? body.getClass().getName() : known;
            Verdict unasked = LiftedLoops.unasked(reason);
            LoopRun.Times times = new LoopRun.Times(0, 0, System.nanoTime() - start);
            String place = loops.host();
            ran = new LoopRun(name, count(), false, reason, unasked, place, times);
            loops.ran(ran);
        }
        return ran;
    }
}
