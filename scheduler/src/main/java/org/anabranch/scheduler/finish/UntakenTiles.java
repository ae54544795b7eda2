package org.anabranch.scheduler.finish;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.Piece;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.kernel.Invocation;
import org.anabranch.scheduler.kernel.Placement;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The tiles of a shared loop that no domain has taken: one interval. Devices take from its low end,
 * the host from its high end, each as much as the policy permits, until they meet (the sharing of
 * Japonica). A domain that is added while the loop runs joins, one that is removed takes no more.
 * Guarded by the loop.
 */
final class UntakenTiles {
    private final Placement placement;
    private final Invocation what;
    private final Map<ExecutingDomain, LoopShare> shares = new IdentityHashMap<>();
    private long low;
    private long high;
    private int knownDomains = -1;

    /** Is given what a domain takes. */
    @FunctionalInterface
    interface Taker {
        /** Takes so many tiles from a number on. */
        void take(LoopShare share, long from, long tiles);
    }

    UntakenTiles(Placement placement, Invocation what) {
        this.placement = placement;
        this.what = what;
        this.high = what.loop().tiles();
    }

    boolean isEmpty() {
        return low >= high;
    }

    /** Removes and returns the rest, so that it is not taken. */
    Iterable<Piece> drop() {
        long from = low;
        low = high;
        return what.loop().pieces(from, high);
    }

    /** Every domain takes as many pieces as it wants; one of them takes at least one. */
    void share(Taker taker) {
        if (low < high) {
            join();
            for (LoopShare share : shares.values()) {
                fill(share, taker);
            }
        }
        if (low < high && shares.values().stream().allMatch(share -> share.busy == 0)) {
            fillAtLeastOne(taker);
        }
    }

    private void join() {
        int now = what.machine().domains().changes();
        if (now != knownDomains) {
            knownDomains = now;
            for (ExecutingDomain domain : placement.sharers(what)) {
                shares.computeIfAbsent(domain, LoopShare::new);
            }
        }
    }

    private void fill(LoopShare share, Taker taker) {
        while (low < high
                && share.busy < share.slots
                && share.domain().state() == Domain.State.ACTIVE) {
            long tiles = ChunkPolicy.BY_MEASURED_SPEED.tiles(share, high - low, slots(), fastest());
            if (tiles == 0) {
                return;
            }
            take(share, Math.min(tiles, high - low), taker);
        }
    }

    /**
     * Gives a piece to the first domain that still accepts work, if no domain wanted one and none
     * is at work.
     */
    private void fillAtLeastOne(Taker taker) {
        LoopShare share =
                shares.values().stream()
                        .filter(candidate -> candidate.domain().state() == Domain.State.ACTIVE)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new DomainClosedException(
                                                "no domain is left for the rest of the loop of"
                                                        + " kernel "
                                                        + what.kernel().name()));
        take(share, 1, taker);
    }

    private int slots() {
        return shares.values().stream().mapToInt(share -> share.slots).sum();
    }

    private double fastest() {
        return shares.values().stream()
                .mapToDouble(LoopShare::combinedNanosPerTile)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private void take(LoopShare share, long tiles, Taker taker) {
        long from = share.domain().isHost() ? high - tiles : low;
        if (share.domain().isHost()) {
            high = from;
        } else {
            low = from + tiles;
        }
        taker.take(share, from, tiles);
    }
}
