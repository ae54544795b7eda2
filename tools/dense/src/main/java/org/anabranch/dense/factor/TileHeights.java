package org.anabranch.dense.factor;

import org.anabranch.api.Domain;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.List;

/**
 * The heights of tiles: as many rows of a panel, or of the columns that it updates, per action as
 * leave several actions for each worker, since a BLAS is faster on higher tiles.
 *
 * @param workers number of workers
 * @param least the smallest height, if there are that many rows
 * @param most the largest height
 */
record TileHeights(int workers, int least, int most) {
    private static final int LEAST = 128;
    private static final int MOST = 5120;

    /** The number of actions of a step for each worker, so that they end at about the same time. */
    private static final int ROUNDS = 2;

    /** The granularity: all parts except the last are multiples of this. */
    private static final int GRAIN = 32;

    /** An interval of rows of the matrix. */
    record Rows(int first, int count) {}

    /**
     * Returns the heights for the domain of a stream; a stream without one counts as one worker.
     */
    static TileHeights on(Stream stream) {
        return stream.domain().map(TileHeights::on).orElse(new TileHeights(1, LEAST, MOST));
    }

    static TileHeights on(Domain domain) {
        return new TileHeights(domain.processors().count(), LEAST, MOST);
    }

    /** Divides a panel, for which other actions may be waiting, among all workers. */
    List<Rows> ofPanel(int from, int to) {
        return cut(from, to, Math.min(most, (to - from) / workers));
    }

    /**
     * Divides one of several columns of tiles that a panel updates.
     *
     * @param from first row
     * @param to row after the last
     * @param all number of rows of all these columns together
     */
    List<Rows> ofUpdate(int from, int to, double all) {
        return cut(from, to, (int) Math.min(most, all / (ROUNDS * workers)));
    }

    private List<Rows> cut(int from, int to, int height) {
        List<Rows> parts = new ArrayList<>();
        int rows = to - from;
        int count = Math.ceilDiv(rows, Math.max(least, height));
        for (int part = 0, at = from; at < to; part++) {
            int end = from + (int) ((part + 1L) * rows / count);
            int next = part == count - 1 ? to : Math.max(at + 1, end / GRAIN * GRAIN);
            parts.add(new Rows(at, Math.min(next, to) - at));
            at = next;
        }
        return parts;
    }
}
