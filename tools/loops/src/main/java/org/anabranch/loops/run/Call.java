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
 * @param low first index
 * @param high bound, not included
 */
record Call(LiftedLoops loops, LoopSite site, Serializable body, long low, long high) {
    long count() {
        return high - low;
    }

    /** Runs iterations in order, on the calling thread. */
    void inOrder(long from, long to) {
        Slices.of(body).run(body, from, to, new long[1]);
    }

    /** Runs it in order, unproved, if that is expected to be faster. */
    LoopRun weighed() {
        if (site.next(count()) == LoopSite.Way.SHARED) {
            return shared();
        }
        long start = System.nanoTime();
        LoopRun ran = unproved(low, start, LoopSite.UNPROVED);
        site.ranInOrder(count(), System.nanoTime() - start);
        return ran;
    }

    private LoopRun shared() {
        if (site.beginsInOrder(count()) || !isPrepared()) {
            return beginInOrder(count());
        }
        long start = System.nanoTime();
        ProvedCall proved = new ProvedCall(this, low);
        LoopRun ran = proved.run();
        long nanos = System.nanoTime() - start;
        if (ran.parallel()) {
            site.tookShared(count(), proved.withoutTrial(nanos));
        } else {
            long inOrder = ran.times().kernel();
            site.wasRefused(count(), nanos - inOrder, inOrder);
        }
        return ran;
    }

    /**
     * Runs the loop for a caller that can run it in order itself, unless it would run in order.
     *
     * @param length as the site records it
     * @return as {@link SiteLoops#attempt}
     */
    LoopRun attempt(long length) {
        if (site.beginsInOrder(length) || !isPrepared()) {
            beginInOrder(length);
            return null;
        }
        long start = System.nanoTime();
        ProvedCall proved = new ProvedCall(this, low);
        LoopRun begun = proved.attempt();
        if (begun == null) {
            site.tookShared(length, proved.withoutTrial(System.nanoTime() - start));
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
     *
     * @param length of the whole loop, as the site records it
     */
    private LoopRun beginInOrder(long length) {
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
