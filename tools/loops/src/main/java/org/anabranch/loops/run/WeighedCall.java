package org.anabranch.loops.run;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.cost.GrowingPieces;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.cost.SiteLoops;

import java.io.Serializable;

/** A call of a loop that runs in order, unproved, if that is expected to be faster. */
final class WeighedCall {
    private final LiftedLoops loops;
    private final LoopSite site;
    private final Serializable body;
    private final String index;
    private final long low;
    private final long high;

    WeighedCall(
            LiftedLoops loops,
            LoopSite site,
            Serializable body,
            String index,
            long low,
            long high) {
        this.loops = loops;
        this.site = site;
        this.body = body;
        this.index = index;
        this.low = low;
        this.high = high;
    }

    LoopRun run() {
        if (site.next(high - low) == LoopSite.Way.SHARED) {
            return shared();
        }
        long start = System.nanoTime();
        LoopRun ran = inOrder(low, start, LoopSite.UNPROVED);
        site.ranInOrder(high - low, System.nanoTime() - start);
        return ran;
    }

    private LoopRun shared() {
        if (site.beginsInOrder(high - low)) {
            return beginInOrder(high - low);
        }
        long start = System.nanoTime();
        ProvedCall call = new ProvedCall(loops, site, body, index, low, high);
        LoopRun ran = call.run();
        long nanos = System.nanoTime() - start;
        if (ran.parallel()) {
            site.tookShared(high - low, call.withoutTrial(nanos));
        } else {
            long inOrder = ran.times().kernel();
            site.wasRefused(high - low, nanos - inOrder, inOrder);
        }
        return ran;
    }

    /**
     * Runs the loop for a caller that can run it in order itself, unless it would run in order.
     *
     * @param length as the site records it
     * @return as {@link SiteLoops#tryInts}
     */
    LoopRun attempt(long length) {
        if (site.beginsInOrder(length)) {
            beginInOrder(length);
            return null;
        }
        long start = System.nanoTime();
        ProvedCall call = new ProvedCall(loops, site, body, index, low, high);
        LoopRun begun = call.attempt();
        if (begun == null) {
            site.tookShared(length, call.withoutTrial(System.nanoTime() - start));
        }
        return begun;
    }

    /**
     * Begins in order, in growing pieces, until it is known that the rest is worth a proof.
     *
     * @param length of the whole loop, as the site records it
     */
    private LoopRun beginInOrder(long length) {
        IterationRunner slice = Slices.of(body);
        boolean first = site.name().isEmpty();
        long start = System.nanoTime();
        long[] done = new long[1];
        long at =
                GrowingPieces.run(
                        site,
                        length,
                        low,
                        high,
                        (from, to) -> slice.run(body, from, to, done),
                        System::nanoTime);
        if (at == high) {
            return inOrder(high, start, first ? LiftedLoops.SHORT : LoopSite.UNPROVED);
        }
        LoopRun ran = new ProvedCall(loops, site, body, index, low, at, high).run();
        double rest = (double) (high - at) / (high - low);
        site.sharedRest((long) (length * rest), ran.times().kernel());
        return ran;
    }

    private LoopRun inOrder(long from, long start, String reason) {
        LoopRun ran;
        try {
            if (from < high) {
                Slices.of(body).run(body, from, high, new long[1]);
            }
        } finally {
            String name = site.name().isEmpty() ? body.getClass().getName() : site.name();
            Verdict unasked = LiftedLoops.unasked(reason);
            LoopRun.Times times = new LoopRun.Times(0, 0, System.nanoTime() - start);
            String place = loops.host();
            ran = loops.ran(new LoopRun(name, high - low, false, reason, unasked, place, times));
        }
        return ran;
    }
}
