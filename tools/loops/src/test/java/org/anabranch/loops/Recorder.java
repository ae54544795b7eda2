package org.anabranch.loops;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/** Records who touches which cell, as bodies compiled for it tell; says whether two collide. */
public final class Recorder {
    private static long iteration;
    private static boolean collided;
    private static final Map<Object, Map<Integer, Set<Long>>> READS = new IdentityHashMap<>();
    private static final Map<Object, Map<Integer, Set<Long>>> WRITES = new IdentityHashMap<>();

    private Recorder() {}

    static void begin() {
        READS.clear();
        WRITES.clear();
        collided = false;
    }

    static void iteration(long i) {
        iteration = i;
    }

    static boolean collided() {
        return collided;
    }

    /** An access that will be made; outside the array it is none. */
    public static int at(Object array, int index, boolean write) {
        if (index >= 0 && index < java.lang.reflect.Array.getLength(array)) {
            Set<Long> writers = of(WRITES, array, index);
            Set<Long> readers = of(READS, array, index);
            collided |= writers.stream().anyMatch(other -> other != iteration);
            collided |= write && readers.stream().anyMatch(other -> other != iteration);
            (write ? writers : readers).add(iteration);
        }
        return index;
    }

    private static Set<Long> of(Map<Object, Map<Integer, Set<Long>>> all, Object array, int index) {
        return all.computeIfAbsent(array, key -> new HashMap<>())
                .computeIfAbsent(index, key -> new HashSet<>());
    }
}
