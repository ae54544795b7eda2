package org.anabranch.loops.run;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Verdict;
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
        return switch (site.next(high - low)) {
            case FIND_OUT -> findOut(high - low);
            case IN_ORDER -> {
                long start = System.nanoTime();
                LoopRun ran = inOrder(low, start, LoopSite.UNPROVED);
                site.ranInOrder(high - low, System.nanoTime() - start);
                yield ran;
            }
            case SHARED -> {
                long start = System.nanoTime();
                LoopRun ran = new ProvedCall(loops, site, body, index, low, high).run();
                site.tookShared(high - low, System.nanoTime() - start);
                yield ran;
            }
        };
    }

    /**
     * Runs the loop for a caller that can run it in order itself, unless it would run in order.
     *
     * @param length as the site records it
     * @return as {@link SiteLoops#tryInts}
     */
    LoopRun attempt(long length) {
        if (site.isUnknown()) {
            findOut(length);
            return null;
        }
        long start = System.nanoTime();
        LoopRun begun = new ProvedCall(loops, site, body, index, low, high).attempt();
        if (begun == null) {
            site.tookShared(length, System.nanoTime() - start);
        }
        return begun;
    }

    /**
     * Begins in order, in growing pieces, until it is known that the rest is worth a proof.
     *
     * @param length of the whole loop, as the site records it
     */
    private LoopRun findOut(long length) {
        IterationRunner slice = Slices.of(body);
        long start = System.nanoTime();
        long before = start;
        long at = low;
        long[] done = new long[1];
        for (long size = 1; at < high; size *= 2) {
            long to = high - at > size ? at + size : high;
            slice.run(body, at, to, done);
            long now = System.nanoTime();
            double rest = (double) (now - before) / (to - at) * (high - to);
            at = to;
            before = now;
            if (site.isWorthProof(now - start, rest)) {
                break;
            }
        }
        double part = (double) (at - low) / (high - low);
        site.ranInOrder(Math.max(1, (long) (length * part)), before - start);
        return at == high
                ? inOrder(high, start, "it is shorter than its proof")
                : new ProvedCall(loops, site, body, index, low, at, high).run();
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
