package org.anabranch.loops;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;

/** Records who touches which cell, as bodies compiled for it tell; says whether two collide. */
public final class Recorder {
    private static final int SEVERAL = -1;

    private static int iteration;
    private static boolean collided;
    private static final Map<Object, Cells> CELLS = new IdentityHashMap<>();

    /** The iteration after which a cell was last read or written, from 1, or several; 0 if none. */
    private record Cells(int[] readers, int[] writers) {}

    private Recorder() {}

    static void begin() {
        CELLS.clear();
        collided = false;
    }

    static void iteration(int i) {
        iteration = i + 1;
    }

    static boolean collided() {
        return collided;
    }

    /** An access that will be made; outside the array it is none. */
    public static int at(Object array, int index, boolean write) {
        int length = Array.getLength(array);
        if (index >= 0 && index < length) {
            Cells cells =
                    CELLS.computeIfAbsent(
                            array, none -> new Cells(new int[length], new int[length]));
            collided |= isOther(cells.writers[index]);
            collided |= write && isOther(cells.readers[index]);
            int[] mine = write ? cells.writers : cells.readers;
            mine[index] = isOther(mine[index]) ? SEVERAL : iteration;
        }
        return index;
    }

    private static boolean isOther(int touched) {
        return touched != 0 && touched != iteration;
    }
}
