package org.anabranch.examples.cholesky;

import java.util.Arrays;

/**
 * Entries of a matrix as they come, with the lines they came from. Grows with what came, not with
 * what was announced.
 */
final class EntryList {
    int[] rows;
    int[] columns;
    double[] values;
    int[] lines;
    int size;

    EntryList(int expected) {
        rows = new int[expected];
        columns = new int[expected];
        values = new double[expected];
        lines = new int[expected];
    }

    /** Adds an entry; indices from 0. */
    void add(int row, int column, double value, long line) {
        if (size == rows.length) {
            int more = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(16, size * 2L));
            rows = Arrays.copyOf(rows, more);
            columns = Arrays.copyOf(columns, more);
            values = Arrays.copyOf(values, more);
            lines = Arrays.copyOf(lines, more);
        }
        rows[size] = row;
        columns[size] = column;
        values[size] = value;
        lines[size++] = (int) Math.min(line, Integer.MAX_VALUE);
    }

    /**
     * The numbers of the entries in order of row, then column, then arrival, by two counting sorts.
     */
    int[] sorted(int n) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        return counted(rows, counted(columns, order, n), n);
    }

    private static int[] counted(int[] keys, int[] order, int n) {
        int[] start = new int[n + 1];
        for (int entry : order) {
            start[keys[entry] + 1]++;
        }
        for (int key = 0; key < n; key++) {
            start[key + 1] += start[key];
        }
        int[] sorted = new int[order.length];
        for (int entry : order) {
            sorted[start[keys[entry]]++] = entry;
        }
        return sorted;
    }
}
