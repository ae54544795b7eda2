package org.anabranch.examples.nbody;

import static org.anabranch.api.Argument.of;
import static org.anabranch.api.Mapping.whole;
import static org.anabranch.examples.matrix.ColumnMapping.columns;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Piece;
import org.anabranch.examples.fixture.DirectRun;
import org.anabranch.examples.fixture.PlainBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

class GravityKernelsTest {

    private record State(int n, PlainBuffer position, PlainBuffer velocity, PlainBuffer mass) {

        static State planets() {
            double[][] bodies = OuterPlanets.bodies();
            return of(bodies);
        }

        static State of(double[][] bodies) {
            int n = bodies.length;
            State state =
                    new State(
                            n,
                            PlainBuffer.of(JAVA_DOUBLE, 3, n),
                            PlainBuffer.of(JAVA_DOUBLE, 3, n),
                            PlainBuffer.of(JAVA_DOUBLE, n));
            for (int i = 0; i < n; i++) {
                for (int axis = 0; axis < 3; axis++) {
                    state.position
                            .memory()
                            .setAtIndex(JAVA_DOUBLE, (long) axis * n + i, bodies[i][axis]);
                    state.velocity
                            .memory()
                            .setAtIndex(JAVA_DOUBLE, (long) axis * n + i, bodies[i][axis + 3]);
                }
                state.mass.memory().setAtIndex(JAVA_DOUBLE, i, bodies[i][6]);
            }
            return state;
        }

        void advance(long steps) {
            DirectRun.run(
                    GravityKernels.ADVANCE,
                    Piece.of(0, 1, 1),
                    position.all().inOut(),
                    velocity.all().inOut(),
                    mass.all().in(),
                    of(n),
                    of(OuterPlanets.STEP),
                    of(steps));
        }

        private static org.anabranch.api.Argument of(Number value) {
            return org.anabranch.api.Argument.of(value);
        }

        void kick(Piece piece, double dt, double softening2) {
            DirectRun.run(
                    GravityKernels.KICK,
                    piece,
                    velocity.inOut(columns()),
                    position.in(whole()),
                    mass.in(whole()),
                    of(n),
                    of(dt),
                    of(softening2));
        }

        void drift(Piece piece, double dt) {
            DirectRun.run(
                    GravityKernels.DRIFT,
                    piece,
                    position.inOut(columns()),
                    velocity.in(columns()),
                    of(n),
                    of(dt));
        }

        double energy() {
            double[][] x = Bodies.rows(position.memory(), n);
            double[][] v = Bodies.rows(velocity.memory(), n);
            double[] m = mass.memory().toArray(JAVA_DOUBLE);
            double energy = 0;
            for (int i = 0; i < n; i++) {
                energy += m[i] * (v[0][i] * v[0][i] + v[1][i] * v[1][i] + v[2][i] * v[2][i]) / 2;
                for (int j = i + 1; j < n; j++) {
                    energy -=
                            m[i]
                                    * m[j]
                                    / Math.hypot(
                                            Math.hypot(x[0][i] - x[0][j], x[1][i] - x[1][j]),
                                            x[2][i] - x[2][j]);
                }
            }
            return energy;
        }
    }

    @Test
    void energyOfTheOuterPlanetsIsThePublishedOneAtTheStart() {
        assertEquals(OuterPlanets.START_ENERGY, State.planets().energy(), OuterPlanets.TOLERANCE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 500_000})
    void energyOfTheOuterPlanetsIsThePublishedOneAfter(long steps) {
        State state = State.planets();
        state.advance(steps);
        assertEquals(OuterPlanets.energyAfter(steps), state.energy(), OuterPlanets.TOLERANCE);
    }

    @Test
    void kickAndDriftOverPiecesAreTheStepsOfAdvance() {
        State whole = State.planets();
        whole.advance(200);
        State pieces = State.planets();
        for (int step = 0; step < 200; step++) {
            pieces.kick(Piece.of(0, 2, 1), OuterPlanets.STEP, 0);
            pieces.kick(Piece.of(2, 5, 1), OuterPlanets.STEP, 0);
            pieces.drift(Piece.of(3, 5, 1), OuterPlanets.STEP);
            pieces.drift(Piece.of(0, 3, 1), OuterPlanets.STEP);
        }
        assertArrayEquals(
                whole.position.memory().toArray(JAVA_DOUBLE),
                pieces.position.memory().toArray(JAVA_DOUBLE),
                1e-10);
    }

    @Test
    void kickHasTheSameBitsHoweverTheLoopIsSplit() {
        SplittableRandom random = new SplittableRandom(5);
        double[][] bodies = new double[150][];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = random.doubles(7, 0.1, 1).toArray();
        }
        State whole = State.of(bodies);
        whole.kick(Piece.of(0, 150, 1), 0.1, 0.01);
        State split = State.of(bodies);
        for (int low = 0; low < 150; low += 7) {
            split.kick(Piece.of(low, Math.min(150, low + 7), 1), 0.1, 0.01);
        }
        assertEquals(-1, mismatch(whole.velocity.memory(), split.velocity.memory()));
    }

    @Test
    void kickIsTheSumOverAllOtherBodies() {
        SplittableRandom random = new SplittableRandom(6);
        double[][] bodies = new double[70][];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = random.doubles(7, 0.1, 1).toArray();
        }
        State state = State.of(bodies);
        state.kick(Piece.of(0, 70, 1), 0.25, 0.04);
        for (int i = 0; i < 70; i++) {
            double expected = bodies[i][4];
            for (int j = 0; j < 70; j++) {
                double square = 0.04;
                for (int axis = 0; axis < 3; axis++) {
                    square += Math.pow(bodies[j][axis] - bodies[i][axis], 2);
                }
                expected +=
                        0.25 * bodies[j][6] * (bodies[j][1] - bodies[i][1]) / Math.pow(square, 1.5);
            }
            assertEquals(expected, state.velocity.memory().getAtIndex(JAVA_DOUBLE, 70 + i), 1e-9);
        }
    }

    private static long mismatch(MemorySegment a, MemorySegment b) {
        return a.mismatch(b);
    }
}
