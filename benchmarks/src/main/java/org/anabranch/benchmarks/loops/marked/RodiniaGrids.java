package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of Rodinia that go over grids and matrices. */
public final class RodiniaGrids {
    private RodiniaGrids() {}

    /** Heats a chip. */
    public static Object hotspot() {
        int side = 512;
        float[] temperature = new float[side * side];
        float[] result = new float[side * side];
        float[] power = new float[side * side];
        for (@Parallel int k = 0; k < power.length; k++) {
            temperature[k] = 320 + 10 * (float) Data.noise(k);
            power[k] = (float) Data.noise(k + power.length) * 0.01f;
        }
        for (int step = 0; step < 100; step++) {
            heat(side, temperature, power, result);
            float[] held = temperature;
            temperature = result;
            result = held;
        }
        return temperature;
    }

    private static void heat(int side, float[] temperature, float[] power, float[] result) {
        for (@Parallel int r = 0; r < side; r++) {
            int north = r == 0 ? 0 : -side;
            int south = r == side - 1 ? 0 : side;
            for (int c = 0; c < side; c++) {
                int k = r * side + c;
                int west = c == 0 ? k : k - 1;
                int east = c == side - 1 ? k : k + 1;
                float t = temperature[k];
                float vertical = temperature[k + north] + temperature[k + south] - 2 * t;
                float horizontal = temperature[west] + temperature[east] - 2 * t;
                result[k] =
                        t
                                + 0.1f * (power[k] + vertical * 0.1f + horizontal * 0.1f)
                                + 0.001f * (80 - t);
            }
        }
    }

    /** Removes speckles from an image. */
    public static Object srad() {
        int side = 512;
        float[] image = new float[side * side];
        float[][] slopes = new float[4][side * side];
        float[] c = new float[side * side];
        int[] before = new int[side];
        int[] after = new int[side];
        for (@Parallel int i = 0; i < side; i++) {
            before[i] = Math.max(0, i - 1);
            after[i] = Math.min(side - 1, i + 1);
        }
        for (@Parallel int k = 0; k < image.length; k++) {
            image[k] = (float) Math.exp(Data.noise(k));
        }
        for (int round = 0; round < 15; round++) {
            float sum = 0;
            float squares = 0;
            for (@Parallel int k = 0; k < image.length; k++) {
                sum += image[k];
                squares += image[k] * image[k];
            }
            float mean = sum / image.length;
            float variance = squares / image.length - mean * mean;
            slopes(image, slopes, c, before, after, variance / (mean * mean));
            smooth(image, slopes, c, after);
        }
        return image;
    }

    private static void slopes(
            float[] image, float[][] slopes, float[] c, int[] before, int[] after, float q0) {
        int side = before.length;
        float[] dn = slopes[0];
        float[] ds = slopes[1];
        float[] dw = slopes[2];
        float[] de = slopes[3];
        for (@Parallel int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                int k = i * side + j;
                float at = image[k];
                dn[k] = image[before[i] * side + j] - at;
                ds[k] = image[after[i] * side + j] - at;
                dw[k] = image[i * side + before[j]] - at;
                de[k] = image[i * side + after[j]] - at;
                float g = (dn[k] * dn[k] + ds[k] * ds[k] + dw[k] * dw[k] + de[k] * de[k]);
                g /= at * at;
                float l = (dn[k] + ds[k] + dw[k] + de[k]) / at;
                float q = (0.5f * g - l * l / 16) / ((1 + 0.25f * l) * (1 + 0.25f * l));
                float value = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
                c[k] = value < 0 ? 0 : value > 1 ? 1 : value;
            }
        }
    }

    private static void smooth(float[] image, float[][] slopes, float[] c, int[] after) {
        int side = after.length;
        float[] dn = slopes[0];
        float[] ds = slopes[1];
        float[] dw = slopes[2];
        float[] de = slopes[3];
        for (@Parallel int i = 0; i < side; i++) {
            for (int j = 0; j < side; j++) {
                int k = i * side + j;
                float south = c[after[i] * side + j];
                float east = c[i * side + after[j]];
                float d = c[k] * dn[k] + south * ds[k] + c[k] * dw[k] + east * de[k];
                image[k] += 0.125f * d;
            }
        }
    }

    /** Finds the cheapest way through a grid, row by row. */
    public static Object pathfinder() {
        int columns = 100_000;
        int rows = 200;
        int[][] wall = new int[rows][columns];
        for (@Parallel int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                wall[i][j] = (int) (Data.noise(i * columns + j) * 10);
            }
        }
        int[] from = wall[0].clone();
        int[] to = new int[columns];
        for (int t = 1; t < rows; t++) {
            int[] row = wall[t];
            for (@Parallel int j = 0; j < columns; j++) {
                int least = from[j];
                if (j > 0) {
                    least = Math.min(least, from[j - 1]);
                }
                if (j < columns - 1) {
                    least = Math.min(least, from[j + 1]);
                }
                to[j] = row[j] + least;
            }
            int[] held = from;
            from = to;
            to = held;
        }
        return from;
    }

    /** Aligns two sequences, diagonal by diagonal. */
    public static Object needle() {
        int n = 2048;
        int[][] score = new int[n + 1][n + 1];
        int[] one = Data.ints(n + 1, 24);
        int[] other = new int[n + 1];
        for (@Parallel int i = 0; i <= n; i++) {
            other[i] = (int) (Data.noise(i) * 24);
            score[i][0] = -10 * i;
            score[0][i] = -10 * i;
        }
        for (int d = 2; d <= 2 * n; d++) {
            int first = Math.max(1, d - n);
            int last = Math.min(n, d - 1);
            for (@Parallel int i = first; i <= last; i++) {
                int j = d - i;
                int match = score[i - 1][j - 1] + (one[i] == other[j] ? 5 : -3);
                int gap = Math.max(score[i - 1][j], score[i][j - 1]) - 10;
                score[i][j] = Math.max(match, gap);
            }
        }
        return score;
    }

    /** Splits a matrix into triangles, flat. */
    public static Object lud() {
        int n = 640;
        float[] a = new float[n * n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i * n + j] = (float) Data.noise(i * n + j) + (i == j ? n : 0);
            }
        }
        for (int k = 0; k < n; k++) {
            for (@Parallel int i = k + 1; i < n; i++) {
                a[i * n + k] /= a[k * n + k];
                float factor = a[i * n + k];
                for (int j = k + 1; j < n; j++) {
                    a[i * n + j] -= factor * a[k * n + j];
                }
            }
        }
        return a;
    }

    /** Lets a fluid flow between cells that know their neighbours. */
    public static Object flow() {
        int cells = 60_000;
        int[] neighbours = new int[4 * cells];
        double[] density = new double[cells];
        double[] energy = new double[cells];
        double[] step = new double[cells];
        double[][] flux = new double[2][cells];
        for (@Parallel int i = 0; i < cells; i++) {
            density[i] = 1 + Data.noise(i);
            energy[i] = 2 + Data.noise(i + cells);
            for (int k = 0; k < 4; k++) {
                neighbours[4 * i + k] = (i + (k < 2 ? 1 + k * 244 : 242 - k)) % cells;
            }
        }
        for (int round = 0; round < 30; round++) {
            for (@Parallel int i = 0; i < cells; i++) {
                step[i] = 0.01 / Math.sqrt(energy[i] / density[i]);
            }
            flux(neighbours, density, energy, flux);
            double[] mass = flux[0];
            double[] heat = flux[1];
            for (@Parallel int i = 0; i < cells; i++) {
                density[i] += step[i] * mass[i];
                energy[i] += step[i] * heat[i];
            }
        }
        return new Object[] {density, energy};
    }

    private static void flux(int[] neighbours, double[] density, double[] energy, double[][] flux) {
        for (@Parallel int i = 0; i < density.length; i++) {
            double mass = 0;
            double heat = 0;
            double speed = Math.sqrt(energy[i] / density[i]);
            for (int k = 0; k < 4; k++) {
                int other = neighbours[4 * i + k];
                double faster = Math.max(speed, Math.sqrt(energy[other] / density[other]));
                mass += faster * (density[other] - density[i]);
                heat += faster * (energy[other] - energy[i]);
            }
            flux[0][i] = mass;
            flux[1][i] = heat;
        }
    }
}
