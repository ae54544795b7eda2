package org.anabranch.examples.nbody;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Kernel;
import org.anabranch.api.KernelArguments;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;

import java.lang.foreign.MemorySegment;

/**
 * The kernels: the two halves of a symplectic step, and many whole steps of a small system.
 * Positions and velocities are matrices of 3 x n doubles (x, y, z), masses n doubles; masses
 * include the gravitational constant. The softening s adds s^2 to the square of each distance.
 */
public final class GravityKernels {
    /**
     * Changes the velocity of each body i of a loop by {@code dt} times its acceleration. Operands:
     * columns of the velocities, all positions, all masses. Scalars: n, dt, s^2.
     */
    public static final Kernel KICK =
            Kernel.of(
                            "nbody-kick",
                            Parameter.inOut("velocity"),
                            Parameter.in("position"),
                            Parameter.in("mass"),
                            Parameter.scalar("n"),
                            Parameter.scalar("dt"),
                            Parameter.scalar("softening2"))
                    .java(GravityKernels::kick);

    /**
     * Moves each body i of a loop by {@code dt} times its velocity. Operands: columns of positions
     * and velocities. Scalars: n, dt.
     */
    public static final Kernel DRIFT =
            Kernel.of(
                            "nbody-drift",
                            Parameter.inOut("position"),
                            Parameter.in("velocity"),
                            Parameter.scalar("n"),
                            Parameter.scalar("dt"))
                    .java(GravityKernels::drift);

    /**
     * Does whole steps, kick then drift, of all bodies, without softening. Operands: positions,
     * velocities, masses. Scalars: n, dt, steps.
     */
    public static final Kernel ADVANCE =
            Kernel.of(
                            "nbody-advance",
                            Parameter.inOut("position"),
                            Parameter.inOut("velocity"),
                            Parameter.in("mass"),
                            Parameter.scalar("n"),
                            Parameter.scalar("dt"),
                            Parameter.scalar("steps"))
                    .java(GravityKernels::advance);

    private GravityKernels() {}

    private static void kick(Piece piece, KernelArguments arguments) {
        MemorySegment velocity = arguments.segment(0);
        MemorySegment position = arguments.segment(1);
        MemorySegment mass = arguments.segment(2);
        int n = (int) arguments.longAt(3);
        double dt = arguments.doubleAt(4);
        double softening2 = arguments.doubleAt(5);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            double x = position.getAtIndex(JAVA_DOUBLE, i);
            double y = position.getAtIndex(JAVA_DOUBLE, n + i);
            double z = position.getAtIndex(JAVA_DOUBLE, 2L * n + i);
            double ax = 0;
            double ay = 0;
            double az = 0;
            for (int j = 0; j < n; j++) {
                double dx = position.getAtIndex(JAVA_DOUBLE, j) - x;
                double dy = position.getAtIndex(JAVA_DOUBLE, n + j) - y;
                double dz = position.getAtIndex(JAVA_DOUBLE, 2L * n + j) - z;
                double square = dx * dx + dy * dy + dz * dz + softening2;
                double pull = mass.getAtIndex(JAVA_DOUBLE, j) / (square * Math.sqrt(square));
                double other = j == i ? 0 : pull;
                ax += dx * other;
                ay += dy * other;
                az += dz * other;
            }
            add(velocity, i, dt * ax);
            add(velocity, n + i, dt * ay);
            add(velocity, 2L * n + i, dt * az);
        }
    }

    private static void drift(Piece piece, KernelArguments arguments) {
        MemorySegment position = arguments.segment(0);
        MemorySegment velocity = arguments.segment(1);
        long n = arguments.longAt(2);
        double dt = arguments.doubleAt(3);
        for (long i = piece.low0(); i < piece.high0(); i += piece.stride0()) {
            for (int axis = 0; axis < 3; axis++) {
                long at = axis * n + i;
                add(position, at, dt * velocity.getAtIndex(JAVA_DOUBLE, at));
            }
        }
    }

    private static void advance(Piece piece, KernelArguments arguments) {
        MemorySegment position = arguments.segment(0);
        MemorySegment velocity = arguments.segment(1);
        MemorySegment mass = arguments.segment(2);
        int n = (int) arguments.longAt(3);
        double dt = arguments.doubleAt(4);
        long steps = arguments.longAt(5);
        for (long step = 0; step < steps; step++) {
            for (int i = 0; i < n; i++) {
                for (int j = i + 1; j < n; j++) {
                    attract(position, velocity, mass, n, i, j, dt);
                }
            }
            for (int i = 0; i < n; i++) {
                move(position, velocity, i, dt);
                move(position, velocity, n + i, dt);
                move(position, velocity, 2 * n + i, dt);
            }
        }
    }

    private static void move(MemorySegment position, MemorySegment velocity, int at, double dt) {
        add(position, at, dt * velocity.getAtIndex(JAVA_DOUBLE, at));
    }

    /** Updates the velocities of two bodies by their mutual attraction. */
    private static void attract(
            MemorySegment position,
            MemorySegment velocity,
            MemorySegment mass,
            int n,
            int i,
            int j,
            double dt) {
        double dx = position.getAtIndex(JAVA_DOUBLE, i) - position.getAtIndex(JAVA_DOUBLE, j);
        double dy =
                position.getAtIndex(JAVA_DOUBLE, n + i) - position.getAtIndex(JAVA_DOUBLE, n + j);
        double dz =
                position.getAtIndex(JAVA_DOUBLE, 2 * n + i)
                        - position.getAtIndex(JAVA_DOUBLE, 2 * n + j);
        double square = dx * dx + dy * dy + dz * dz;
        double pull = dt / (square * Math.sqrt(square));
        double mine = mass.getAtIndex(JAVA_DOUBLE, i);
        double other = mass.getAtIndex(JAVA_DOUBLE, j);
        add(velocity, i, -(dx * other * pull));
        add(velocity, n + i, -(dy * other * pull));
        add(velocity, 2 * n + i, -(dz * other * pull));
        add(velocity, j, dx * mine * pull);
        add(velocity, n + j, dy * mine * pull);
        add(velocity, 2 * n + j, dz * mine * pull);
    }

    /** Adds to an element; with 32-bit subscripts a device computes these in vectors. */
    private static void add(MemorySegment to, int at, double change) {
        to.setAtIndex(JAVA_DOUBLE, at, to.getAtIndex(JAVA_DOUBLE, at) + change);
    }

    private static void add(MemorySegment to, long at, double change) {
        to.setAtIndex(JAVA_DOUBLE, at, to.getAtIndex(JAVA_DOUBLE, at) + change);
    }
}
