package org.anabranch.loops.nest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Arrays of numbers and arrays of arrays of numbers that share no memory, with the rows that they
 * had when that was found. As long as they have these rows, no row need be looked up again.
 */
public final class DistinctRows {
    /** The rows of each array of arrays. */
    private final Map<Object, RowSet> rows = new IdentityHashMap<>();

    /** The arrays of numbers. */
    private final Set<Object> plain = Collections.newSetFromMap(new IdentityHashMap<>());

    private DistinctRows() {}

    /**
     * Finds out if arrays share no memory.
     *
     * @param arrays of numbers, and arrays of such arrays; the same one may be there twice
     * @return null if two of them, or of their rows, are one, or if some are arrays of other
     *     objects
     */
    static DistinctRows of(List<Object> arrays) {
        DistinctRows found = new DistinctRows();
        for (Object array : arrays) {
            if (!(array instanceof Object[] outer)) {
                found.plain.add(array);
            } else if (RowSet.isPossible(outer)) {
                found.rows.put(outer, RowSet.of(outer));
            } else {
                return null;
            }
        }
        return found.areDistinct() ? found : null;
    }

    private boolean areDistinct() {
        List<RowSet> before = new ArrayList<>();
        for (RowSet set : rows.values()) {
            if (set.repeats()
                    || before.stream().anyMatch(set::meets)
                    || plain.stream().anyMatch(set::contains)) {
                return false;
            }
            before.add(set);
        }
        return true;
    }

    /**
     * Returns true if arrays are among those found, with the same rows.
     *
     * @param arrays the arrays
     * @return false if one of them, or of its rows, is another one
     */
    public boolean hold(List<Object> arrays) {
        for (Object array : arrays) {
            RowSet set = rows.get(array);
            boolean holds = set == null ? plain.contains(array) : set.isOf((Object[]) array);
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if there are arrays of arrays. */
    boolean haveRows() {
        return !rows.isEmpty();
    }

    /** Returns the lengths of an array of arrays, null for an array of numbers. */
    AliasAnalysis.Rows lengths(Object array) {
        RowSet set = rows.get(array);
        return set == null ? null : set.lengths();
    }
}
