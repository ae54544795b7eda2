package org.anabranch.loops.trace;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;

/** The iterations that have accessed each cell of the arrays in doubt; detects conflicts. */
final class AccessedCells {
    /** The largest number of cells. */
    private static final long MOST = 1 << 22;

    /** The mark of a cell that several iterations have read. */
    private static final int SEVERAL = Integer.MIN_VALUE;

    /** For each cell the iteration, from 1, that wrote it; negative if it only read. */
    private final Map<Object, int[]> owners = new IdentityHashMap<>();

    private long size;

    /**
     * Records an access; returns false if it conflicts with another iteration, or there is no room.
     */
    boolean touch(Object array, int at, int iteration, boolean write) {
        int[] owner = owners.get(array);
        if (owner == null) {
            int length = Array.getLength(array);
            size += length;
            if (size > MOST) {
                return false;
            }
            owner = new int[length];
            owners.put(array, owner);
        }
        int before = owner[at];
        boolean own = before == iteration || before == -iteration;
        if (write) {
            owner[at] = iteration;
            return before == 0 || own;
        }
        owner[at] = before == 0 ? -iteration : own || before > 0 ? before : SEVERAL;
        return before <= 0 || own;
    }
}
