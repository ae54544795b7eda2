package org.anabranch.loops;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The data of the labelled loops: the same for the same size. */
final class LabelledData {
    private static final String[] NAMES = {
        "float[] a",
        "float[] b",
        "float[] c",
        "float[] d",
        "float[] e",
        "double[] x",
        "double[] y",
        "double[] z",
        "float[] cell",
        "double[] cells",
        "int[] at",
        "float[] aliasA",
        "int[] missing",
        "float[][] A",
        "float[][] B",
        "float[][] C",
        "double[][] D",
        "double[][] E",
        "double[][] F",
        "double[] M",
        "double[] N",
        "double[] O",
        "double[] cube",
        "double[] box",
        "float[] flat",
        "float[] flatF",
        "int[] F32",
        "int[] p",
        "int[] q",
        "int[] rows",
        "int[] g",
        "int[] h",
        "boolean[] seen",
        "boolean[] mask",
        "int[] sizes",
        "int[] north",
        "int[] key",
        "byte[] bytes",
        "byte[] out",
        "short[] shorts",
        "char[] chars",
        "long[] longs"
    };

    private static final Map<List<Integer>, Object[]> MADE = new HashMap<>();

    final int n;
    final int w;
    final Object[] arrays = new Object[NAMES.length];
    private final Random random = new Random(5);

    private LabelledData(int n, int w) {
        this.n = n;
        this.w = w;
    }

    /** Data of its own; the random numbers are made once for each size. */
    static LabelledData of(int n, int w) {
        LabelledData data = new LabelledData(n, w);
        Object[] content = MADE.computeIfAbsent(List.of(n, w), size -> data.made());
        Arrays.setAll(data.arrays, k -> copy(content[k]));
        data.arrays[11] = data.arrays[0];
        return data;
    }

    private Object[] made() {
        Object[] made = new Object[NAMES.length];
        for (int k = 0; k < NAMES.length; k++) {
            String[] parts = NAMES[k].split(" ");
            made[k] = make(parts[0], parts[1]);
        }
        return made;
    }

    private static Object copy(Object array) {
        if (array == null) {
            return null;
        }
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().componentType(), length);
        if (array instanceof Object[] rows) {
            Arrays.setAll((Object[]) copy, i -> copy(rows[i]));
        } else {
            System.arraycopy(array, 0, copy, 0, length);
        }
        return copy;
    }

    /** Declares a variable for each, from an array {@code data}. */
    static String declarations() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < NAMES.length; k++) {
            String type = NAMES[k].split(" ")[0];
            text.append(NAMES[k] + " = (" + type + ") data[" + k + "];\n");
        }
        return text.toString();
    }

    private Object make(String type, String name) {
        return switch (name) {
            case "aliasA", "missing" -> null;
            case "p" -> permutation();
            case "rows" -> offsets();
            case "north" -> {
                int[] north = new int[w];
                Arrays.setAll(north, i -> Math.max(0, i - 1));
                yield north;
            }
            case "cell", "cells", "at" -> numbers(type, 16);
            case "sizes" -> new int[16];
            case "cube", "box" -> numbers(type, w * w * w);
            default -> numbers(type, Math.max(8 * n + 32, (w + 2) * (w + 2)));
        };
    }

    private int[] permutation() {
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        for (int i = n - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int held = order[i];
            order[i] = order[other];
            order[other] = held;
        }
        return order;
    }

    private int[] offsets() {
        int[] rows = new int[n + 1];
        for (int i = 0; i < n; i++) {
            rows[i + 1] = rows[i] + random.nextInt(5);
        }
        return rows;
    }

    private Object numbers(String type, int count) {
        return switch (type) {
            case "float[]" -> floats(count);
            case "double[]" -> random.doubles(count, -2, 2).toArray();
            case "int[]" -> random.ints(count, 0, Math.min(n, 16)).toArray();
            case "long[]" -> random.longs(count).toArray();
            case "boolean[]" -> new boolean[count];
            case "byte[]" -> {
                byte[] bytes = new byte[count];
                random.nextBytes(bytes);
                yield bytes;
            }
            case "short[]" -> new short[count];
            case "char[]" -> new char[count];
            case "float[][]" -> {
                float[][] rows = new float[w][];
                Arrays.setAll(rows, i -> floats(w));
                yield rows;
            }
            default -> {
                double[][] rows = new double[w][];
                Arrays.setAll(rows, i -> random.doubles(w, 1, 2).toArray());
                yield rows;
            }
        };
    }

    private float[] floats(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(-100, 100) / 64f;
        }
        return values;
    }

    /** Returns true if every bit is the same. */
    boolean isLike(LabelledData other) {
        return Arrays.deepEquals(arrays, other.arrays);
    }

    /** Every bit, as text. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < arrays.length; k++) {
            text.append(NAMES[k]).append(Arrays.deepToString(new Object[] {arrays[k]}));
        }
        return text.toString();
    }
}
