package org.anabranch.examples.series;

import static org.anabranch.api.Argument.of;
import static org.anabranch.examples.matrix.ColumnMapping.columns;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Job;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.examples.job.PlainMain;
import org.anabranch.examples.job.Stopwatch;
import org.anabranch.examples.series.SeriesCheck.Rule;
import org.anabranch.spi.support.Arguments;
import org.osgi.service.component.annotations.Component;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * The job that computes the first Fourier coefficients of (x + 1)^x on [0, 2] and verifies them.
 */
@Component
public final class FourierSeries implements Job {
    private static final int FEW = 4;

    @Override
    public String name() {
        return "series";
    }

    @Override
    public String usage() {
        return "series [N] [--rule full|jgf] [--tile T]: the first N pairs (default 10000) of"
                + " Fourier coefficients of (x+1)^x on [0,2] by the full trapezium rule, or by"
                + " Java Grande's that leaves out the last point; T per tile (default 8)";
    }

    @Override
    public Report run(
            Platform platform, List<Domain> domains, List<String> arguments, PrintWriter progress) {
        Arguments given = Arguments.of(this, arguments, 1, "rule", "tile");
        int n = (int) given.number(0, "N", 10_000, 1, 1 << 28);
        Rule rule = given.choice("rule", "full", "jgf").equals("full") ? Rule.FULL : Rule.JGF;
        long tile = given.number("tile", 8, 1, 1 << 28);
        Place place = Place.among(domains);
        try (Buffer coefficients = platform.buffer(JAVA_DOUBLE, 2, n);
                Buffer few = platform.buffer(JAVA_DOUBLE, 2, FEW)) {
            progress.println(n + " pairs by " + rule.words());
            Stopwatch watch = new Stopwatch(progress);
            compute(platform, place, rule, coefficients, tile);
            double seconds = watch.seconds();
            compute(platform, place, rule.other(), few, 1);
            SeriesCheck check = SeriesCheck.of(rule, coefficients.read(), n);
            SeriesCheck other = SeriesCheck.of(rule.other(), few.read(), FEW);
            return new Report(
                    check.agreed() && other.agreed(),
                    check.words() + "; " + other.words(),
                    seconds,
                    0,
                    Map.of(
                            "pairs",
                            n,
                            "rule",
                            rule.name(),
                            "tile",
                            tile,
                            "pairsPerSecond",
                            n / seconds));
        }
    }

    private static void compute(
            Platform platform, Place place, Rule rule, Buffer coefficients, long tile) {
        long n = coefficients.shape().columns();
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    place,
                    Loop.of(0, n).tile(tile),
                    FourierKernel.SERIES,
                    coefficients.out(columns()),
                    of(n),
                    of(Rule.INTERVALS),
                    of(rule.points()));
        }
    }

    /**
     * Runs outside OSGi.
     *
     * @param arguments as for {@link #usage}, and {@code --domains} with a list of domains
     */
    public static void main(String... arguments) {
        PlainMain.run(new FourierSeries(), arguments);
    }
}
