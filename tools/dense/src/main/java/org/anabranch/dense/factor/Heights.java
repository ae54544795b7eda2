package org.anabranch.dense.factor;

import org.anabranch.api.Domain;
import org.anabranch.api.Stream;

import java.util.ArrayList;
import java.util.List;

/**
 * How many rows of a panel, or of what it updates, are one action: as many as leave several actions
 * for each worker, since a BLAS is the faster the higher a tile is.
 *
 * @param workers that take actions
 * @param least rows that an action has, where there are so many
 * @param most rows that an action has
 */
record Heights(int workers, int least, int most) {
    private static final int LEAST = 128;
    private static final int MOST = 5120;

    /** Actions of a step for each worker, so that they end at about the same time. */
    private static final int ROUNDS = 2;

    /** Equal parts are multiples of so many rows, but for the last one. */
    private static final int GRAIN = 32;

    /** Some rows of the matrix. */
    record Rows(int first, int count) {}

    /** What suits the domain of a stream; one without is taken for one worker's. */
    static Heights on(Stream stream) {
        return stream.domain().map(Heights::on).orElse(new Heights(1, LEAST, MOST));
    }

    static Heights on(Domain domain) {
        return new Heights(domain.processors().count(), LEAST, MOST);
    }

    /** A panel, for which others may be waiting: cut for all workers. */
    List<Rows> ofPanel(int from, int to) {
        return cut(from, to, Math.min(most, (to - from) / workers));
    }

    /**
     * One of many columns of tiles that a panel updates.
     *
     * @param from first row
     * @param to behind the last row
     * @param all rows of all of these columns together
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
