package org.anabranch.examples.nbody;

import java.util.List;

/**
 * The Sun, Jupiter, Saturn, Uranus and Neptune: positions in astronomical units, velocities in
 * units per day, masses in solar masses, as the n-body program of the Computer Language Benchmarks
 * Game gives them (from JPL ephemerides), and the energies that its program reports for steps of
 * 0.01 years. The system is the outer solar system of E. Hairer, C. Lubich, G. Wanner, "Geometric
 * Numerical Integration", section I.2.4, without Pluto.
 */
final class OuterPlanets {
    /** The length of a step in years. */
    static final double STEP = 0.01;

    /**
     * The energy at the start, in solar masses, astronomical units and years, with the
     * gravitational constant in the masses; to nine digits.
     */
    static final double START_ENERGY = -0.169075164;

    /** The tolerance: half a unit of the last published digit, and a little for rounding. */
    static final double TOLERANCE = 0.6e-9;

    private static final double DAYS_PER_YEAR = 365.24;
    private static final double SOLAR_MASS = 4 * Math.PI * Math.PI;

    private static final double[] JUPITER = {
        4.84143144246472090e+00,
        -1.16032004402742839e+00,
        -1.03622044471123109e-01,
        1.66007664274403694e-03,
        7.69901118419740425e-03,
        -6.90460016972063023e-05,
        9.54791938424326609e-04
    };
    private static final double[] SATURN = {
        8.34336671824457987e+00,
        4.12479856412430479e+00,
        -4.03523417114321381e-01,
        -2.76742510726411899e-03,
        4.99852801234917238e-03,
        2.30417297573763929e-05,
        2.85885980666130812e-04
    };
    private static final double[] URANUS = {
        1.28943695621391310e+01,
        -1.51111514016986312e+01,
        -2.23307578892655734e-01,
        2.96460137564761618e-03,
        2.37847173959480950e-03,
        -2.96589568540237556e-05,
        4.36624404335156298e-05
    };
    private static final double[] NEPTUNE = {
        1.53796971148509165e+01,
        -2.59193146099879641e+01,
        1.79258772950371181e-01,
        2.68067772490389322e-03,
        1.62824170038242295e-03,
        -9.51592254519715870e-05,
        5.15138902046611451e-05
    };

    private OuterPlanets() {}

    /**
     * Returns the published energy after some steps.
     *
     * @param steps number of steps
     * @return the energy, or NaN if none is published
     */
    static double energyAfter(long steps) {
        if (steps == 1_000) {
            return -0.169087605;
        }
        if (steps == 500_000) {
            return -0.169096567;
        }
        if (steps == 5_000_000) {
            return -0.169083134;
        }
        return steps == 50_000_000 ? -0.169059907 : Double.NaN;
    }

    /**
     * Returns for each body x, y, z, their velocities per year, and the mass; the Sun moves so that
     * the total momentum is zero.
     */
    static double[][] bodies() {
        double[] sun = new double[7];
        sun[6] = SOLAR_MASS;
        List<double[]> planets =
                List.of(JUPITER.clone(), SATURN.clone(), URANUS.clone(), NEPTUNE.clone());
        for (double[] planet : planets) {
            planet[6] *= SOLAR_MASS;
            for (int axis = 3; axis < 6; axis++) {
                planet[axis] *= DAYS_PER_YEAR;
                sun[axis] -= planet[axis] * planet[6] / SOLAR_MASS;
            }
        }
        return new double[][] {sun, planets.get(0), planets.get(1), planets.get(2), planets.get(3)};
    }
}
