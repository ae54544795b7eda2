package org.anabranch.examples.cholesky;

/**
 * Makes a matrix of the entries of a file: sorts them, and refuses doubles and, in a general
 * matrix, what is not symmetric. Complaints name the lines.
 */
final class SymmetricEntries {
    private final MatrixMarketScanner file;
    private final EntryList entries;
    private final int n;

    SymmetricEntries(MatrixMarketScanner file, EntryList entries, int n) {
        this.file = file;
        this.entries = entries;
        this.n = n;
    }

    SymmetricMatrix matrix(boolean symmetric) {
        EntryList lower = new EntryList(entries.size);
        EntryList upper = new EntryList(16);
        for (int i = 0; i < entries.size; i++) {
            int row = entries.rows[i];
            int column = entries.columns[i];
            boolean above = row < column;
            (above && !symmetric ? upper : lower)
                    .add(
                            Math.max(row, column),
                            Math.min(row, column),
                            entries.values[i],
                            entries.lines[i]);
        }
        int[] order = lower.sorted(n);
        refuseDoubles(lower, order);
        if (!symmetric) {
            int[] mirror = upper.sorted(n);
            refuseDoubles(upper, mirror);
            refuseUnsymmetric(lower, order, upper, mirror);
        }
        return compressed(lower, order);
    }

    private void refuseDoubles(EntryList list, int[] order) {
        for (int i = 1; i < order.length; i++) {
            int first = order[i - 1];
            int second = order[i];
            if (list.rows[first] == list.rows[second]
                    && list.columns[first] == list.columns[second]) {
                throw file.at(
                        list.lines[second],
                        "entry "
                                + place(list, second)
                                + " or its mirror image was already given in line "
                                + list.lines[first]);
            }
        }
    }

    /** Merges the two triangles; a missing entry is a zero. */
    private void refuseUnsymmetric(EntryList lower, int[] order, EntryList upper, int[] mirror) {
        int i = 0;
        int j = 0;
        while (i < order.length || j < mirror.length) {
            int compared =
                    i == order.length
                            ? 1
                            : j == mirror.length ? -1 : compare(lower, order[i], upper, mirror[j]);
            double below = compared <= 0 ? lower.values[order[i]] : 0;
            double above = compared >= 0 ? upper.values[mirror[j]] : 0;
            boolean diagonal = compared < 0 && lower.rows[order[i]] == lower.columns[order[i]];
            if (!diagonal && below != above) {
                EntryList list = compared <= 0 ? lower : upper;
                int entry = compared <= 0 ? order[i] : mirror[j];
                throw file.at(
                        list.lines[entry],
                        "the matrix is not symmetric: "
                                + place(list, entry)
                                + " is "
                                + below
                                + ", its mirror image is "
                                + above);
            }
            i += compared <= 0 ? 1 : 0;
            j += compared >= 0 ? 1 : 0;
        }
    }

    private static int compare(EntryList a, int i, EntryList b, int j) {
        int rows = Integer.compare(a.rows[i], b.rows[j]);
        return rows != 0 ? rows : Integer.compare(a.columns[i], b.columns[j]);
    }

    private static String place(EntryList list, int entry) {
        return "(" + (list.rows[entry] + 1) + ", " + (list.columns[entry] + 1) + ")";
    }

    private SymmetricMatrix compressed(EntryList lower, int[] order) {
        int[] starts = new int[n + 1];
        int[] columns = new int[order.length];
        double[] values = new double[order.length];
        for (int i = 0; i < order.length; i++) {
            starts[lower.rows[order[i]] + 1]++;
            columns[i] = lower.columns[order[i]];
            values[i] = lower.values[order[i]];
        }
        for (int row = 0; row < n; row++) {
            starts[row + 1] += starts[row];
        }
        return new SymmetricMatrix(n, starts, columns, values);
    }
}
