package org.anabranch.examples.nbody;

import static org.anabranch.api.Argument.of;
import static org.anabranch.api.Mapping.whole;
import static org.anabranch.examples.matrix.ColumnMapping.columns;

import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The job that simulates the outer planets, or a random cloud of bodies, with symplectic steps, and
 * checks the conserved quantities. Five bodies are too little work for several processors: the
 * planets' steps are a few actions of one stream. The cloud's are loops over bodies, on all given
 * domains.
 */
@Component
public final class GravitySimulation implements Job {
    private static final long STEPS_PER_ACTION = 100_000;
    private static final int FLOPS_PER_PAIR = 20;
    private static final double CLOUD_STEP = 1.0 / 1024;
    private static final double MOST_DRIFT = 1e-3;
    private static final double MOST_MOMENTUM = 1e-10;
    private static final long SEED = 1994;
    private static final Duration LOOK = Duration.ofMillis(500);

    @Override
    public String name() {
        return "nbody";
    }

    @Override
    public String usage() {
        return "nbody [--steps S]: the Sun and the outer planets for S steps of 0.01 years (default"
                + " 500000); nbody --bodies N [--steps S] [--tile T]: a random cloud of N bodies"
                + " for S steps (default 20), T bodies per tile (default 64)";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given = Arguments.of(this, arguments, 0, "steps", "bodies", "tile");
        if (!given.has("bodies")) {
            if (given.has("tile")) {
                throw given.complaint("--tile needs --bodies");
            }
            long steps = given.number("steps", 500_000, 1, 1_000_000_000);
            return planets(platform, domains.getFirst(), steps, progress);
        }
        int n = (int) given.number("bodies", 0, 2, 1 << 24);
        long steps = given.number("steps", 20, 1, 1_000_000_000);
        long tile = given.number("tile", 64, 1, 1 << 24);
        return cloud(platform, Place.among(domains), n, steps, tile, progress);
    }

    private static Report planets(
            Platform platform, Domain domain, long steps, PrintWriter progress) {
        try (BodySystem system = BodySystem.outerPlanets(platform)) {
            double before = system.energy(platform);
            Stopwatch watch = new Stopwatch(progress);
            advance(system, domain, steps, watch);
            system.position().read();
            double seconds = watch.seconds();
            double after = system.energy(platform);
            double published = OuterPlanets.energyAfter(steps);
            boolean right =
                    Math.abs(before - OuterPlanets.START_ENERGY) < OuterPlanets.TOLERANCE
                            && (Double.isNaN(published)
                                    ? Math.abs(after / before - 1) < MOST_DRIFT
                                    : Math.abs(after - published) < OuterPlanets.TOLERANCE)
                            && system.momentum() < MOST_MOMENTUM;
            String words =
                    String.format(
                            Locale.ROOT,
                            "energy %.9f (published %.9f) before, %.9f (%s) after %d steps;"
                                    + " momentum %.2g of its parts",
                            before,
                            OuterPlanets.START_ENERGY,
                            after,
                            Double.isNaN(published)
                                    ? "may drift by 1/1000"
                                    : String.format(Locale.ROOT, "published %.9f", published),
                            steps,
                            system.momentum());
            double pairs = system.n() * (system.n() - 1) / 2.0;
            Map<String, Object> figures =
                    Map.of("bodies", system.n(), "steps", steps, "energy", after);
            return new Report(right, words, seconds, FLOPS_PER_PAIR * pairs * steps, figures);
        }
    }

    private static void advance(BodySystem system, Domain domain, long steps, Stopwatch watch) {
        List<Event> events = new ArrayList<>();
        try (Stream stream = domain.stream()) {
            for (long done = 0; done < steps; done += STEPS_PER_ACTION) {
                events.add(
                        stream.run(
                                GravityKernels.ADVANCE,
                                system.position().all().inOut(),
                                system.velocity().all().inOut(),
                                system.mass().all().in(),
                                of(system.n()),
                                of(OuterPlanets.STEP),
                                of(Math.min(STEPS_PER_ACTION, steps - done))));
            }
            for (int i = 0; i < events.size(); i++) {
                watch.step("steps", i * STEPS_PER_ACTION, steps);
                while (!events.get(i).await(LOOK)) {
                    watch.step("steps", i * STEPS_PER_ACTION, steps);
                }
            }
        }
    }

    private static Report cloud(
            Platform platform, Place place, int n, long steps, long tile, PrintWriter progress) {
        try (BodySystem system = BodySystem.cloud(platform, n, SEED)) {
            double before = system.energy(platform);
            progress.println(n + " bodies, " + steps + " steps");
            Stopwatch watch = new Stopwatch(progress);
            leapfrog(platform, place, system, Loop.of(0, n).tile(tile), steps, watch);
            system.position().read();
            double seconds = watch.seconds();
            double after = system.energy(platform);
            double drift = Math.abs(after / before - 1);
            double momentum = system.momentum();
            String words =
                    String.format(
                            Locale.ROOT,
                            "energy %.9f before, %.9f after: drift %.2g (allowed %.2g); momentum"
                                    + " %.2g of its parts (allowed %.2g)",
                            before,
                            after,
                            drift,
                            MOST_DRIFT,
                            momentum,
                            MOST_MOMENTUM);
            boolean right = drift < MOST_DRIFT && momentum < MOST_MOMENTUM;
            double pairs = (double) n * (n - 1) * (steps + 1);
            Map<String, Object> figures =
                    Map.of("bodies", n, "steps", steps, "tile", tile, "energy", after);
            return new Report(right, words, seconds, FLOPS_PER_PAIR * pairs, figures);
        }
    }

    /**
     * Runs half a kick, then drift and kick in turn, the last kick a half: positions and velocities
     * are of the same time at both ends.
     */
    static void leapfrog(
            Platform platform,
            Place place,
            BodySystem system,
            Loop loop,
            long steps,
            Stopwatch watch) {
        watch.step("steps", 0, steps);
        kick(platform, place, system, loop, CLOUD_STEP / 2);
        for (long step = 1; step <= steps; step++) {
            try (Finish finish = platform.finish()) {
                finish.forasync(
                        place,
                        loop,
                        GravityKernels.DRIFT,
                        system.position().inOut(columns()),
                        system.velocity().in(columns()),
                        of(system.n()),
                        of(CLOUD_STEP));
            }
            kick(platform, place, system, loop, step < steps ? CLOUD_STEP : CLOUD_STEP / 2);
            watch.step("steps", step, steps);
        }
    }

    private static void kick(
            Platform platform, Place place, BodySystem system, Loop loop, double dt) {
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    place,
                    loop,
                    GravityKernels.KICK,
                    system.velocity().inOut(columns()),
                    system.position().in(whole()),
                    system.mass().in(whole()),
                    of(system.n()),
                    of(dt),
                    of(system.softening() * system.softening()));
        }
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new GravitySimulation(), arguments);
    }
}
