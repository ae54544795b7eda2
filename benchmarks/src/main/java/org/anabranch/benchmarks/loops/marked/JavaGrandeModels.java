package org.anabranch.benchmarks.loops.marked;

import org.anabranch.loops.Parallel;

/** Programs in the shape of the applications of Java Grande. */
public final class JavaGrandeModels {
    private JavaGrandeModels() {}

    private static final class Particle {
        double x;
        double y;
        double z;
        double vx;
        double vy;
        double vz;
        double fx;
        double fy;
        double fz;

        void move(double side) {
            x = wrap(x + vx + fx, side);
            y = wrap(y + vy + fy, side);
            z = wrap(z + vz + fz, side);
            vx += fx;
            vy += fy;
            vz += fz;
            fx = 0;
            fy = 0;
            fz = 0;
        }

        private static double wrap(double at, double side) {
            return at < 0 ? at + side : at >= side ? at - side : at;
        }

        /** Adds the force between two, and returns their energy. */
        double force(Particle other, double side) {
            double dx = near(x - other.x, side);
            double dy = near(y - other.y, side);
            double dz = near(z - other.z, side);
            double square = dx * dx + dy * dy + dz * dz;
            if (square > 9) {
                return 0;
            }
            double inverse = 1 / (square + 0.1);
            double cube = inverse * inverse * inverse;
            double f = 1e-5 * cube * (cube - 0.5) * inverse;
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
            other.fx -= f * dx;
            other.fy -= f * dy;
            other.fz -= f * dz;
            return cube * (cube - 1);
        }

        private static double near(double d, double side) {
            return d < -side / 2 ? d + side : d > side / 2 ? d - side : d;
        }
    }

    /** Moves particles that are objects and attract each other in pairs. */
    public static Object moldyn() {
        int count = 2_000;
        double side = 14;
        Particle[] all = new Particle[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Particle();
        }
        for (@Parallel int i = 0; i < count; i++) {
            all[i].x = Data.noise(i) * side;
            all[i].y = Data.noise(i + count) * side;
            all[i].z = Data.noise(i + 2 * count) * side;
        }
        double[] energy = new double[15];
        for (int step = 0; step < energy.length; step++) {
            for (@Parallel int i = 0; i < count; i++) {
                all[i].move(side);
            }
            double sum = 0;
            for (@Parallel int i = 0; i < count; i++) {
                for (int j = i + 1; j < count; j++) {
                    sum += all[i].force(all[j], side);
                }
            }
            energy[step] = sum;
        }
        return energy;
    }

    private record Scene(double[] x, double[] y, double[] z, double[] radius, double[] shine) {

        Scene(int count) {
            this(
                    new double[count],
                    new double[count],
                    new double[count],
                    new double[count],
                    new double[count]);
        }

        /** Returns the distance to a sphere along a ray, or infinity. */
        double hit(int s, double[] from, double[] to) {
            double dx = x[s] - from[0];
            double dy = y[s] - from[1];
            double dz = z[s] - from[2];
            double along = dx * to[0] + dy * to[1] + dz * to[2];
            double rest = radius[s] * radius[s] + along * along - dx * dx - dy * dy - dz * dz;
            double distance = rest < 0 ? -1 : along - Math.sqrt(rest);
            return distance > 1e-6 ? distance : Double.POSITIVE_INFINITY;
        }

        /** Follows a ray from sphere to sphere, and returns its light. */
        double follow(double[] from, double[] to) {
            double light = 0;
            double rest = 1;
            for (int depth = 0; depth < 4; depth++) {
                int nearest = -1;
                double least = Double.POSITIVE_INFINITY;
                for (int s = 0; s < x.length; s++) {
                    double distance = hit(s, from, to);
                    if (distance < least) {
                        least = distance;
                        nearest = s;
                    }
                }
                if (nearest < 0) {
                    return light + rest * 0.2 * (1 + to[1]);
                }
                light += rest * (1 - shine[nearest]) * (1 + reflect(nearest, least, from, to));
                rest *= shine[nearest];
            }
            return light;
        }

        private double reflect(int s, double distance, double[] from, double[] to) {
            for (int k = 0; k < 3; k++) {
                from[k] += distance * to[k];
            }
            double nx = (from[0] - x[s]) / radius[s];
            double ny = (from[1] - y[s]) / radius[s];
            double nz = (from[2] - z[s]) / radius[s];
            double twice = 2 * (nx * to[0] + ny * to[1] + nz * to[2]);
            to[0] -= twice * nx;
            to[1] -= twice * ny;
            to[2] -= twice * nz;
            return ny;
        }
    }

    /** Draws reflecting spheres, by rows. */
    public static Object raytracer() {
        int side = 300;
        Scene scene = new Scene(64);
        for (@Parallel int s = 0; s < 64; s++) {
            scene.x[s] = s % 4 * 3 - 4.5;
            scene.y[s] = s / 4 % 4 * 3 - 4.5;
            scene.z[s] = s / 16 * 3 + 8;
            scene.radius[s] = 0.8 + 0.4 * Data.noise(s);
            scene.shine[s] = 0.3 + 0.5 * Data.noise(s + 64);
        }
        int[][] pixels = new int[side][side];
        for (@Parallel int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                double dx = (column - side / 2) / (double) side;
                double dy = (row - side / 2) / (double) side;
                double length = Math.sqrt(dx * dx + dy * dy + 1);
                double[] from = {0, 0, -2};
                double[] to = {dx / length, dy / length, 1 / length};
                pixels[row][column] = (int) (255 * scene.follow(from, to));
            }
        }
        return pixels;
    }

    /** Lets a gas flow over a grid: pressure, waves, and averages of neighbours. */
    public static Object euler() {
        int n = 400;
        double[][] density = new double[n][n];
        double[][] speed = new double[n][n];
        double[][] pressure = new double[n][n];
        double[][] next = new double[n][n];
        for (@Parallel int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                density[i][j] = 1 + 0.1 * Data.noise(i * n + j);
                speed[i][j] = 0.5 * Data.noise(j * n + i);
            }
        }
        for (int step = 0; step < 40; step++) {
            double[][] now = density;
            for (@Parallel int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    double energy = 0.5 * now[i][j] * speed[i][j] * speed[i][j];
                    pressure[i][j] = 0.4 * (2.5 * now[i][j] - energy);
                }
            }
            advance(now, speed, pressure, next);
            density = next;
            next = now;
        }
        return new Object[] {density, speed};
    }

    private static void advance(
            double[][] now, double[][] speed, double[][] pressure, double[][] next) {
        int n = now.length;
        for (@Parallel int i = 0; i < n; i++) {
            int up = Math.max(0, i - 1);
            int down = Math.min(n - 1, i + 1);
            for (int j = 0; j < n; j++) {
                int left = Math.max(0, j - 1);
                int right = Math.min(n - 1, j + 1);
                double mean = 0.25 * (now[up][j] + now[down][j] + now[i][left] + now[i][right]);
                double flux = now[i][right] * speed[i][right] - now[i][left] * speed[i][left];
                next[i][j] = mean - 0.05 * flux;
            }
        }
        for (@Parallel int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                double push = pressure[i][j + 1] - pressure[i][j - 1];
                speed[i][j] = 0.99 * speed[i][j] - 0.05 * push / next[i][j];
            }
        }
    }
}
