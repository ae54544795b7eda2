package org.anabranch.loops.nest;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Arrays and arrays of arrays that were found to share no memory, with the rows that they had then.
 * As long as they have these rows, no row need be looked up again.
 */
public final class DistinctRows {
    private static final Object[] NONE = {};

    /** The rows or objects of each array, none for an array of numbers. */
    private final Map<Object, Object[]> rows = new IdentityHashMap<>();

    private final Map<Object, AliasAnalysis.Rows> lengths = new IdentityHashMap<>();

    /**
     * Notes which rows arrays have now.
     *
     * @param arrays that share no memory
     * @param known the lengths of those that are arrays of arrays
     * @return null if one of them has more than two dimensions
     */
    static DistinctRows of(List<Object> arrays, Map<Object, AliasAnalysis.Rows> known) {
        DistinctRows noted = new DistinctRows();
        for (Object array : arrays) {
            AliasAnalysis.Rows found = known.get(array);
            boolean isNested = found != null;
            if (isNested && array.getClass().componentType().componentType().isArray()) {
                return null;
            }
            noted.rows.put(array, array instanceof Object[] outer ? outer.clone() : NONE);
            noted.lengths.put(array, found);
        }
        return noted;
    }

    /**
     * Returns true if arrays are among those noted, with the same rows.
     *
     * @param arrays the arrays
     * @return false if one of them, or of its rows, is another one
     */
    public boolean hold(List<Object> arrays) {
        for (Object array : arrays) {
            Object[] before = rows.get(array);
            if (before == null) {
                return false;
            }
            if (array instanceof Object[] now) {
                for (int row = 0; row < before.length; row++) {
                    if (now[row] != before[row]) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Returns the lengths of an array of arrays, null for an array of numbers. */
    AliasAnalysis.Rows lengths(Object array) {
        return lengths.get(array);
    }
}
