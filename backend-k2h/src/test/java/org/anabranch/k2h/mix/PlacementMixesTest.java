package org.anabranch.k2h.mix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.anabranch.events.Event;
import org.anabranch.events.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Streams of no domain on the production scheduler, with devices and links in simulated time,
 * against programs that say by hand which domain does what, in every way of a large set. A program
 * runs three times in an engine: first nothing is known of its kernels.
 */
@Timeout(600)
class PlacementMixesTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");

    /** One program in one mix, in nanoseconds. */
    private record Result(String mix, String program, long first, long later, long byHand) {
        double ratio() {
            return (double) later / byHand;
        }

        @Override
        public String toString() {
            return "%n%-34s %-9s at first %6.2f ms, later %6.2f ms, by hand %6.2f ms: %.2f, %.2f"
                    .formatted(
                            mix,
                            program,
                            first / 1e6,
                            later / 1e6,
                            byHand / 1e6,
                            (double) first / byHand,
                            ratio());
        }
    }

    private static List<TileProgram> programs() {
        List<TileProgram> programs = new ArrayList<>();
        programs.add(TileProgram.product(8));
        programs.add(TileProgram.cholesky(12));
        programs.add(TileProgram.apart(480, "potrf", "trsm", "syrk", "gemm"));
        return programs;
    }

    private static Result result(Mix mix, TileProgram program) throws InterruptedException {
        try (Simulation simulation = new Simulation(mix)) {
            long first = simulation.unbound(program);
            long later = Math.max(simulation.unbound(program), simulation.unbound(program));
            Map<String, ToIntFunction<TileProgram.Task>> ways =
                    Mixes.byColumn(mix.domains(), mix.domains() == 2 ? 11 : 6);
            ways.putAll(Mixes.byKernel(program, mix.domains()));
            long byHand = Long.MAX_VALUE;
            for (ToIntFunction<TileProgram.Task> way : ways.values()) {
                byHand = Math.min(byHand, simulation.fixed(program, way));
            }
            return new Result(mix.name(), program.name(), first, later, byHand);
        }
    }

    /**
     * It is enqueued last, and has the longest way to go; the device takes it over its slow link.
     */
    @Test
    void aChainGoesOnBesideWhatWasThereBefore() throws InterruptedException {
        int count = 200;
        TileProgram program = TileProgram.chainBehind(count, count / 2);
        try (Simulation simulation = new Simulation(Mixes.FAR)) {
            simulation.unbound(program);
            double perMilli = 2 + 1 / 1.6; // by the workers, and by the link with three copies each
            double part = simulation.unbound(program) / (count / perMilli * 1e6);
            assertTrue(part <= 1.1, part + " of the shortest time");
        }
    }

    /** Only what others wait for, done first, makes up for trials and for choices kept small. */
    @Test
    void aFactorIsBetterThanTheBestPlacementByHand() throws InterruptedException {
        TileProgram cholesky = TileProgram.cholesky(12);
        try (Simulation simulation = new Simulation(Mixes.SKILLED)) {
            simulation.unbound(cholesky);
            double time = Math.max(simulation.unbound(cholesky), simulation.unbound(cholesky));
            ToIntFunction<TileProgram.Task> byHand =
                    Mixes.byKernel(cholesky, 3).get("kernels 2010"); // the best of all
            double part = time / simulation.fixed(cholesky, byHand);
            assertTrue(part < 0.97, part + " of the time by hand");
        }
    }

    private static List<Long> times(Mix mix, TileProgram program) throws InterruptedException {
        try (Simulation simulation = new Simulation(mix)) {
            return List.of(simulation.unbound(program), simulation.unbound(program));
        }
    }

    /** First times of kernels, loads and trials included: nothing comes from outside. */
    @Test
    void aSimulationRepeatsItselfToTheNanosecond() throws InterruptedException {
        TileProgram program = TileProgram.cholesky(8);
        for (Mix mix : Mixes.all()) {
            List<Long> first = times(mix, program);
            for (int again = 0; again < (NIGHTLY ? 50 : 3); again++) {
                assertEquals(first, times(mix, program), mix.name());
            }
        }
    }

    /** From the same seed the log tells the same: numbers, lanes and times of every event. */
    @Test
    void issue_24_theLogOfASimulationRepeatsItself() throws InterruptedException {
        TileProgram program = TileProgram.cholesky(6);
        List<List<Event>> told = new ArrayList<>();
        for (int again = 0; again < 3; again++) {
            try (Simulation simulation = new Simulation(Mixes.FAR)) {
                told.add(simulation.told(program));
            }
        }
        long actions = told.getFirst().stream().filter(one -> one.kind() == Kind.RETIRED).count();
        assertTrue(actions >= program.tasks().size(), actions + " actions");
        assertSame(told.get(0), told.get(1));
        assertSame(told.get(0), told.get(2));
    }

    private static void assertSame(List<Event> one, List<Event> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            assertEquals(one.get(i), other.get(i), "event " + i);
        }
        assertEquals(one.size(), other.size());
    }

    @Test
    void unboundStreamsBeatTheBestPlacementByHandOnFourOfFiveMixes() throws InterruptedException {
        assumeTrue(NIGHTLY, "only by night");
        List<Result> all = new ArrayList<>();
        int better = 0;
        double worst = 0;
        for (Mix mix : Mixes.all()) {
            double product = 1;
            for (TileProgram program : programs()) {
                Result result = result(mix, program);
                all.add(result);
                product *= result.ratio();
            }
            double mean = Math.pow(product, 1.0 / programs().size());
            better += mean < 1 ? 1 : 0;
            worst = Math.max(worst, mean);
        }
        String table = all.toString();
        assertTrue(better >= 4, table);
        assertTrue(worst <= 1.1, table);
        for (Result result : all) {
            assertTrue(result.ratio() <= 1.1, "no program suffers for another: " + table);
            assertTrue(result.first() <= 1.25 * result.byHand(), "trials cost little: " + table);
        }
        System.Logger log = System.getLogger(PlacementMixesTest.class.getName());
        log.log(System.Logger.Level.INFO, table);
    }

    @Test
    void aDeviceTenTimesAsFastAsTheHostAndTheHostReachNineTenthsOfTheirSum()
            throws InterruptedException {
        try (Simulation simulation = new Simulation(Mixes.FAST)) {
            TileProgram product = TileProgram.product(8);
            double sum = 2 / 1e6 + 1 / 50e3; // kernels in a nanosecond
            double best = product.tasks().size() / sum;
            for (String time : List.of("at first", "later")) {
                double part = best / simulation.unbound(product);
                assertTrue(part >= 0.9, time + " " + part);
            }
        }
    }
}
