package org.anabranch.loops;

import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;

/** Records who touches which cell, as bodies compiled for it tell; says whether two collide. */
public final class Recorder {
    private static final int SEVERAL = -1;

    private static int iteration;
    private static boolean collided;
    private static Object written;
    private static int place;
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

    /**
     * An access that will be made; outside the array it is none. A write has only been made when
     * {@link #done} is called: what is to be written may throw.
     */
    public static int at(Object array, int index, boolean write) {
        if (write) {
            written = array;
            place = index;
        } else if (index >= 0 && index < Array.getLength(array)) {
            Cells cells = cells(array);
            collided |= isOther(cells.writers[index]);
            note(cells.readers, index);
        }
        return index;
    }

    /** The last write has been made. */
    public static void done() {
        Cells cells = cells(written);
        collided |= isOther(cells.writers[place]) || isOther(cells.readers[place]);
        note(cells.writers, place);
    }

    private static Cells cells(Object array) {
        int length = Array.getLength(array);
        return CELLS.computeIfAbsent(array, none -> new Cells(new int[length], new int[length]));
    }

    private static void note(int[] mine, int index) {
        mine[index] = isOther(mine[index]) ? SEVERAL : iteration;
    }

    private static boolean isOther(int touched) {
        return touched != 0 && touched != iteration;
    }
}
