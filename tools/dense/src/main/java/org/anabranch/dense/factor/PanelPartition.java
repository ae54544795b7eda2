package org.anabranch.dense.factor;

import java.util.ArrayList;
import java.util.List;

/**
 * The partition of the rows and columns of a square matrix: part i has those from {@code starts[i]}
 * to {@code starts[i + 1]}. Not to be modified.
 *
 * @param starts ascending, from 0 to the extent
 */
@SuppressWarnings("ArrayRecordComponent")
public record PanelPartition(int... starts) {
    private static final int GRAIN = 32;
    static final int LEAST = 64;
    private static final int PARTS_LEFT = 6;
    private static final int PARTS = 16;

    /**
     * Returns equal parts.
     *
     * @param n rows
     * @param width of a part; the last one may be narrower
     * @return the partition
     */
    public static PanelPartition equal(int n, int width) {
        List<Integer> starts = new ArrayList<>();
        for (int at = 0; at < n; at += width) {
            starts.add(at);
        }
        return of(starts, n);
    }

    /**
     * Returns parts of decreasing width, a sixth of the rest each. They are wide at first, since a
     * BLAS is faster on them, and narrow at the end, where all workers should have some (as in
     * guided self-scheduling; C. Polychronopoulos and D. Kuck, IEEE Trans. Comp. 36, 1987). A part
     * has at least 64 rows, in multiples of 32, and at most 320, or a sixteenth of a large matrix.
     * The greatest width is measured once, when n is so large that it matters.
     *
     * @param n rows
     * @return the partition
     */
    public static PanelPartition shrinking(int n) {
        int most = Math.max(PanelWidth.SMALL, n / PARTS / GRAIN * GRAIN);
        boolean small = n <= PARTS_LEFT * PanelWidth.SMALL;
        return shrinking(n, small ? most : Math.min(most, PanelWidth.kept()));
    }

    static PanelPartition shrinking(int n, int most) {
        List<Integer> starts = new ArrayList<>();
        int at = 0;
        while (at < n) {
            starts.add(at);
            int width = (n - at + PARTS_LEFT * GRAIN - 1) / (PARTS_LEFT * GRAIN) * GRAIN;
            at += Math.clamp(width, LEAST, most);
        }
        return of(starts, n);
    }

    private static PanelPartition of(List<Integer> starts, int n) {
        starts.add(n);
        return new PanelPartition(starts.stream().mapToInt(Integer::intValue).toArray());
    }

    /** {@return the number of parts} */
    public int count() {
        return starts.length - 1;
    }

    /** {@return the number of rows in all} */
    public int extent() {
        return starts[starts.length - 1];
    }

    int start(int part) {
        return starts[part];
    }

    int width(int part) {
        return starts[part + 1] - starts[part];
    }

    /** {@return the number of rows of the widest part} */
    public int widest() {
        int widest = 0;
        for (int i = 0; i < count(); i++) {
            widest = Math.max(widest, width(i));
        }
        return widest;
    }
}
