package org.anabranch.loops;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The arrays of the labelled loops, or segments with the same content. */
final class LoopData {
    final Map<String, Object> arrays = new HashMap<>();
    final int[] p;
    final int w;
    private final Arena arena = Arena.ofAuto();

    LoopData(int n, int w, boolean segments, boolean permutation, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        this.w = w;
        for (String name : "a b c d e".split(" ")) {
            arrays.put(name, one(2 * n + 8, random, segments));
        }
        arrays.put("s", one(1, random, segments));
        arrays.put("q", one(Math.max(n, 1), random, segments));
        for (String name : "x y z".split(" ")) {
            arrays.put(name, one(w * w, random, segments));
        }
        for (String name : "l in out".split(" ")) {
            float[][] rows = new float[w][];
            for (int i = 0; i < w; i++) {
                rows[i] = floats(w, random);
            }
            arrays.put(name, segments ? flat(rows) : rows);
        }
        p = new int[n];
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            p[i] = p[j];
            p[j] = i;
        }
        if (!permutation && n > 1) {
            p[n - 1] = p[0];
        }
    }

    private static float[] floats(int n, SplittableRandom random) {
        float[] made = new float[n];
        for (int i = 0; i < n; i++) {
            made[i] = random.nextFloat() + 0.25f;
        }
        return made;
    }

    private Object one(int n, SplittableRandom random, boolean segments) {
        float[] made = floats(n, random);
        return segments ? segment(made) : made;
    }

    private MemorySegment segment(float[] made) {
        MemorySegment segment = arena.allocate(4L * made.length, 4);
        segment.copyFrom(MemorySegment.ofArray(made));
        return segment;
    }

    private MemorySegment flat(float[][] rows) {
        float[] all = new float[rows.length * rows.length];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, all, i * rows.length, rows.length);
        }
        return segment(all);
    }

    /** Returns true if the data with that name has the same bits. */
    boolean isLike(LoopData other, String name) {
        return isLike(arrays.get(name), other.arrays.get(name));
    }

    private static boolean isLike(Object one, Object other) {
        if (one instanceof float[][] rows) {
            float[][] others = (float[][]) other;
            for (int i = 0; i < rows.length; i++) {
                if (!isLike(rows[i], others[i])) {
                    return false;
                }
            }
            return true;
        }
        return memory(one).mismatch(memory(other)) < 0;
    }

    private static MemorySegment memory(Object value) {
        return value instanceof MemorySegment segment
                ? segment
                : MemorySegment.ofArray((float[]) value);
    }
}
