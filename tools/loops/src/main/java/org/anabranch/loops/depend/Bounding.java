package org.anabranch.loops.depend;

import java.util.List;

/**
 * Interval propagation: bounds of each variable of a list of inequalities. Each row narrows each
 * variable, for a few rounds or until nothing changes. The bounds are never too narrow.
 */
final class Bounding {
    private static final int ROUNDS = 6;

    private final Interval[] box;
    private final int variables;
    private boolean changed;

    private Bounding(Interval[] box) {
        this.variables = box.length;
        this.box = box.clone();
    }

    /** Returns the bounds; an interval is empty if no point satisfies the rows. */
    static Interval[] of(List<long[]> rows, int variables) {
        return of(rows, Interval.all(variables));
    }

    /** Returns the bounds within given ones. */
    static Interval[] of(List<long[]> rows, Interval[] within) {
        Bounding bounding = new Bounding(within);
        bounding.changed = true;
        for (int round = 0; round < ROUNDS && bounding.changed; round++) {
            bounding.changed = false;
            for (long[] row : rows) {
                bounding.narrow(row);
            }
        }
        return bounding.box;
    }

    private void narrow(long[] row) {
        for (int v = 0; v < variables; v++) {
            if (row[v] != 0) {
                Interval others = Interval.point(row[variables]);
                for (int w = 0; w < variables && others.boundedAbove(); w++) {
                    if (w != v && row[w] != 0) {
                        others = others.plus(box[w].times(row[w]));
                    }
                }
                if (others.boundedAbove()) {
                    narrow(v, row[v], others.high());
                }
            }
        }
    }

    /** Narrows a variable by {@code factor * x + rest >= 0}. */
    private void narrow(int v, long factor, long rest) {
        Interval old = box[v];
        Interval narrow = old.narrowed(factor, rest);
        if (!narrow.equals(old)) {
            box[v] = narrow;
            changed = true;
        }
    }
}
