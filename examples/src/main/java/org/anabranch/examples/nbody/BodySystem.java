package org.anabranch.examples.nbody;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * The bodies in buffers, as the kernels use them, and the conserved quantities: energy and
 * momentum.
 *
 * @param n number of bodies
 * @param position 3 x n
 * @param velocity 3 x n
 * @param mass n, times the gravitational constant
 * @param softening length added in quadrature to each distance
 */
record BodySystem(int n, Buffer position, Buffer velocity, Buffer mass, double softening)
        implements AutoCloseable {

    private static BodySystem empty(Platform platform, int n, double softening) {
        return new BodySystem(
                n,
                platform.buffer(BufferOptions.named("position"), JAVA_DOUBLE, 3, n),
                platform.buffer(BufferOptions.named("velocity"), JAVA_DOUBLE, 3, n),
                platform.buffer(BufferOptions.named("mass"), JAVA_DOUBLE, n),
                softening);
    }

    /**
     * Returns the Sun and the four outer planets, without softening; the total momentum is zero.
     */
    static BodySystem outerPlanets(Platform platform) {
        double[][] bodies = OuterPlanets.bodies();
        BodySystem system = empty(platform, bodies.length, 0);
        system.set(bodies);
        return system;
    }

    /**
     * Returns a random cloud in the unit sphere, of total mass 1, near equilibrium; the total
     * momentum is zero.
     */
    static BodySystem cloud(Platform platform, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] bodies = new double[n][];
        for (int i = 0; i < n; i++) {
            double[] place = inUnitSphere(random);
            double[] speed = inUnitSphere(random);
            bodies[i] =
                    new double[] {
                        place[0],
                        place[1],
                        place[2],
                        speed[0],
                        speed[1],
                        speed[2],
                        random.nextDouble(0.5, 1.5) / n
                    };
        }
        rest(bodies);
        BodySystem system = empty(platform, n, 0.05);
        system.set(bodies);
        return system;
    }

    private static double[] inUnitSphere(SplittableRandom random) {
        double[] point = new double[3];
        double square;
        do {
            square = 0;
            for (int axis = 0; axis < 3; axis++) {
                point[axis] = random.nextDouble(-1, 1);
                square += point[axis] * point[axis];
            }
        } while (square > 1);
        return point;
    }

    /** Subtracts the velocity of the centre of mass. */
    private static void rest(double[][] bodies) {
        double total = 0;
        double[] momentum = new double[3];
        for (double[] body : bodies) {
            total += body[6];
            for (int axis = 0; axis < 3; axis++) {
                momentum[axis] += body[3 + axis] * body[6];
            }
        }
        for (double[] body : bodies) {
            for (int axis = 0; axis < 3; axis++) {
                body[3 + axis] -= momentum[axis] / total;
            }
        }
    }

    private void set(double[][] bodies) {
        MemorySegment positions = position.write();
        MemorySegment velocities = velocity.write();
        MemorySegment masses = mass.write();
        for (int i = 0; i < n; i++) {
            for (int axis = 0; axis < 3; axis++) {
                positions.setAtIndex(JAVA_DOUBLE, (long) axis * n + i, bodies[i][axis]);
                velocities.setAtIndex(JAVA_DOUBLE, (long) axis * n + i, bodies[i][3 + axis]);
            }
            masses.setAtIndex(JAVA_DOUBLE, i, bodies[i][6]);
        }
    }

    /** Returns the kinetic plus the potential energy, computed by the workers of the host. */
    double energy(Platform platform) {
        Bodies bodies = Bodies.load(position.read(), mass.read(), n);
        double[][] speed = Bodies.rows(velocity.read(), n);
        double[] parts = new double[n];
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    Loop.of(0, n).tile(16),
                    at -> {
                        int i = (int) at;
                        double square =
                                speed[0][i] * speed[0][i]
                                        + speed[1][i] * speed[1][i]
                                        + speed[2][i] * speed[2][i];
                        parts[i] = bodies.mass()[i] * (square / 2 - potential(bodies, i));
                    });
        }
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    /** Returns the potential energy of body i with the bodies after it. */
    private double potential(Bodies bodies, int i) {
        double sum = 0;
        for (int j = i + 1; j < n; j++) {
            double dx = bodies.x()[i] - bodies.x()[j];
            double dy = bodies.y()[i] - bodies.y()[j];
            double dz = bodies.z()[i] - bodies.z()[j];
            sum +=
                    bodies.mass()[j]
                            / Math.sqrt(dx * dx + dy * dy + dz * dz + softening * softening);
        }
        return sum;
    }

    /** Returns the length of the total momentum, divided by the sum of the lengths of all. */
    double momentum() {
        double[][] speed = Bodies.rows(velocity.read(), n);
        MemorySegment masses = mass.read();
        double[] total = new double[3];
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double weight = masses.getAtIndex(JAVA_DOUBLE, i);
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                total[axis] += weight * speed[axis][i];
                square += speed[axis][i] * speed[axis][i];
            }
            sum += weight * Math.sqrt(square);
        }
        return Math.sqrt(total[0] * total[0] + total[1] * total[1] + total[2] * total[2]) / sum;
    }

    @Override
    public void close() {
        position.close();
        velocity.close();
        mass.close();
    }
}
