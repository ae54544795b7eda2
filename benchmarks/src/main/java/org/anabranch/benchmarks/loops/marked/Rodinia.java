package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of Rodinia that go through tables, graphs and samples. */
public final class Rodinia {
    private Rodinia() {}

    /** Clusters points until few change their cluster. */
    public static Object kmeans() {
        int points = 60_000;
        int features = 16;
        float[][] feature = new float[points][features];
        float[][] centres = new float[8][features];
        int[] membership = new int[points];
        for (@Parallel int i = 0; i < points; i++) {
            for (int j = 0; j < features; j++) {
                feature[i][j] = (float) Data.noise(i * features + j);
            }
            membership[i] = -1;
        }
        for (@Parallel int i = 0; i < centres.length; i++) {
            for (int j = 0; j < features; j++) {
                centres[i][j] = feature[i][j];
            }
        }
        int changed = points;
        for (int round = 0; round < 20 && changed > points / 1000; round++) {
            changed = assign(feature, centres, membership);
            average(feature, centres, membership);
        }
        return new Object[] {centres, membership};
    }

    private static int assign(float[][] feature, float[][] centres, int[] membership) {
        int changed = 0;
        for (@Parallel int i = 0; i < feature.length; i++) {
            int nearest = nearest(feature[i], centres);
            if (nearest != membership[i]) {
                changed++;
                membership[i] = nearest;
            }
        }
        return changed;
    }

    private static int nearest(float[] point, float[][] centres) {
        int index = 0;
        float least = Float.MAX_VALUE;
        for (int c = 0; c < centres.length; c++) {
            float distance = 0;
            for (int j = 0; j < point.length; j++) {
                float d = point[j] - centres[c][j];
                distance += d * d;
            }
            if (distance < least) {
                least = distance;
                index = c;
            }
        }
        return index;
    }

    private static void average(float[][] feature, float[][] centres, int[] membership) {
        int features = feature[0].length;
        int[] sizes = new int[centres.length];
        float[][] sums = new float[centres.length][features];
        for (@Parallel int i = 0; i < feature.length; i++) {
            int c = membership[i];
            sizes[c]++;
            for (int j = 0; j < features; j++) {
                sums[c][j] += feature[i][j];
            }
        }
        for (@Parallel int c = 0; c < centres.length; c++) {
            for (int j = 0; j < features; j++) {
                if (sizes[c] > 0) {
                    centres[c][j] = sums[c][j] / sizes[c];
                }
            }
        }
    }

    /** Walks a random graph in breadth, by masks. */
    public static Object bfs() {
        int count = 500_000;
        int degree = 6;
        int[] edges = new int[count * degree];
        boolean[] mask = new boolean[count];
        boolean[] updating = new boolean[count];
        boolean[] visited = new boolean[count];
        int[] cost = new int[count];
        for (@Parallel int e = 0; e < edges.length; e++) {
            edges[e] = (int) (Data.noise(e) * count);
        }
        for (@Parallel int i = 0; i < count; i++) {
            cost[i] = -1;
        }
        mask[0] = true;
        visited[0] = true;
        cost[0] = 0;
        do {
            for (@Parallel int i = 0; i < count; i++) {
                if (mask[i]) {
                    mask[i] = false;
                    for (int e = i * degree; e < (i + 1) * degree; e++) {
                        int to = edges[e];
                        if (!visited[to]) {
                            cost[to] = cost[i] + 1;
                            updating[to] = true;
                        }
                    }
                }
            }
        } while (update(mask, updating, visited));
        return cost;
    }

    private static boolean update(boolean[] mask, boolean[] updating, boolean[] visited) {
        boolean goesOn = false;
        for (@Parallel int i = 0; i < mask.length; i++) {
            if (updating[i]) {
                mask[i] = true;
                visited[i] = true;
                goesOn = true;
                updating[i] = false;
            }
        }
        return goesOn;
    }

    /** Trains a net of one hidden layer. */
    public static Object backprop() {
        int in = 65_536;
        int hidden = 16;
        float[] input = new float[in + 1];
        float[] units = new float[hidden + 1];
        float[][] weights = new float[in + 1][hidden + 1];
        float[][] before = new float[in + 1][hidden + 1];
        for (@Parallel int k = 0; k <= in; k++) {
            input[k] = (float) Data.noise(k);
            for (int j = 0; j <= hidden; j++) {
                weights[k][j] = (float) Data.noise(k + j * in) - 0.5f;
            }
        }
        for (int epoch = 0; epoch < 10; epoch++) {
            for (@Parallel int j = 1; j <= hidden; j++) {
                float sum = 0;
                for (int k = 0; k <= in; k++) {
                    sum += weights[k][j] * input[k];
                }
                units[j] = 1 / (1 + Math.abs(sum));
            }
            adjust(input, units, weights, before);
        }
        return new Object[] {units, weights};
    }

    private static void adjust(float[] input, float[] units, float[][] weights, float[][] before) {
        for (@Parallel int j = 1; j < units.length; j++) {
            float delta = units[j] * (1 - units[j]) * (0.5f - units[j]);
            for (int k = 0; k < input.length; k++) {
                float change = 0.3f * delta * input[k] + 0.3f * before[k][j];
                weights[k][j] += change;
                before[k][j] = change;
            }
        }
    }

    /** Finds the ten places next to one. */
    public static Object nearest() {
        int count = 1_000_000;
        float[] north = new float[count];
        float[] east = new float[count];
        float[] distance = new float[count];
        for (@Parallel int i = 0; i < count; i++) {
            north[i] = (float) Data.noise(i) * 90;
            east[i] = (float) Data.noise(i + count) * 180;
        }
        for (@Parallel int i = 0; i < count; i++) {
            float dx = north[i] - 30;
            float dy = east[i] - 90;
            distance[i] = (float) Math.sqrt(dx * dx + dy * dy);
        }
        int[] found = new int[10];
        for (int k = 0; k < found.length; k++) {
            float least = Float.MAX_VALUE;
            int at = 0;
            for (@Parallel int i = 0; i < count; i++) {
                if (distance[i] < least) {
                    least = distance[i];
                    at = i;
                }
            }
            found[k] = at;
            distance[at] = Float.MAX_VALUE;
        }
        return found;
    }

    /** Follows an object by weighted samples. */
    public static Object particles() {
        int count = 8_000;
        double[] x = new double[count];
        double[] weight = new double[count];
        double[] upTo = new double[count];
        double[] moved = new double[count];
        double[] path = new double[12];
        for (@Parallel int i = 0; i < count; i++) {
            x[i] = Data.noise(i);
        }
        for (int frame = 0; frame < path.length; frame++) {
            double seen = 0.5 + frame * 0.01;
            int salt = frame * count;
            for (@Parallel int i = 0; i < count; i++) {
                x[i] += 0.01 + (Data.noise(i + salt) - 0.5) * 0.1;
                double off = x[i] - seen;
                weight[i] = Math.exp(-20 * off * off);
            }
            double sum = 0;
            for (@Parallel int i = 0; i < count; i++) {
                sum += weight[i];
                upTo[i] = sum;
            }
            path[frame] = resample(x, upTo, moved, sum);
        }
        return path;
    }

    private static double resample(double[] x, double[] upTo, double[] moved, double sum) {
        int count = x.length;
        for (@Parallel int i = 0; i < count; i++) {
            double wanted = (i + 0.5) / count * sum;
            int at = 0;
            while (at < count - 1 && upTo[at] < wanted) {
                at++;
            }
            moved[i] = x[at];
        }
        double mean = 0;
        for (@Parallel int i = 0; i < count; i++) {
            x[i] = moved[i];
            mean += moved[i] / count;
        }
        return mean;
    }
}
