package org.anabranch.scheduler.finish;

/**
 * The policy that decides how much of a loop a domain takes at a time. It knows the costs of
 * pieces, including transfers, so it keeps a device from delaying work that the host would finish
 * sooner.
 */
public interface ChunkPolicy {
    /**
     * Aims at pieces long enough to hide the cost of handing them over, and short enough to end
     * together.
     */
    ChunkPolicy BY_MEASURED_SPEED =
            new ChunkPolicy() {
                @Override
                public long tiles(LoopShare taker, long left, int slots, double fastest) {
                    long fair = Math.max(1, left / (2L * slots));
                    if (!taker.isMeasured()) {
                        return Math.max(1, Math.min(fair, left / (4L * slots)));
                    }
                    boolean lateForAll = taker.nanosPerTile() > left * fastest;
                    if (lateForAll && taker.domain().load() == 0 && !taker.domain().isHost()) {
                        return 0;
                    }
                    return Math.max(
                            1,
                            Math.min(fair, (long) (LoopTuning.PIECE_NANOS / taker.nanosPerTile())));
                }
            };

    /**
     * Decides the size of the next piece.
     *
     * @param taker the domain that would take it
     * @param left tiles that are not taken
     * @param slots pieces that all domains together work on at a time
     * @param fastest the best known time per tile of the whole of a domain, in nanoseconds;
     *     infinite if none is known
     * @return tiles to take, 0 to leave them to others
     */
    long tiles(LoopShare taker, long left, int slots, double fastest);
}
