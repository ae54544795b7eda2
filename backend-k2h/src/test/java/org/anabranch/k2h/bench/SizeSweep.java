package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.policy.HybridPolicy.Kind;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.List;
import java.util.Locale;

/**
 * The dependence on the size of Matmul, which the paper does not give: of the share of hybrid
 * steals, and of the gain of our policy. Also on seeds that were not used for any choice.
 */
public final class SizeSweep {
    private static final List<Integer> SIZES = List.of(256, 512, 1024);
    private static final int TILE = 32;

    /** Seeds that no figure uses. */
    private static final List<Long> OTHERS = List.of(101L, 102L, 103L, 104L, 105L, 106L);

    private SizeSweep() {}

    /**
     * Prints the table.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) {
        System.out.print(table());
    }

    /** {@return a table by size} */
    static String table() {
        StringBuilder text =
                new StringBuilder(
                        "| Matmul, tile 32 | % hybrid, 5 workers, seeds 1 to 6 | 101 to 106"
                                + " | one victim, 1 to 6 | ours, 12 workers / 8 DSPs, 1 to 6"
                                + " | 101 to 106 |\n|---|---|---|---|---|---|\n");
        for (int size : SIZES) {
            RuntimeOptions five = RuntimeOptions.hybrid(5);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %d | %s | %s | %s | %s | %s |%n",
                            size,
                            steals(size, five, Simulation.SIX),
                            steals(size, five, OTHERS),
                            steals(size, five.with(Reading.ONE_VICTIM), Simulation.SIX),
                            gain(size, Simulation.SIX),
                            gain(size, OTHERS)));
        }
        return text.toString();
    }

    private static Simulation simulation(int size, List<Long> seeds) {
        return new Simulation(() -> new Matmul(size, TILE), Board.K2H.prices(), seeds);
    }

    private static Measurement steals(int size, RuntimeOptions options, List<Long> seeds) {
        return Measurement.of(simulation(size, seeds).runs(options), RunReport::hybridStealPercent);
    }

    private static String gain(int size, List<Long> seeds) {
        Simulation simulation = simulation(size, seeds);
        double serial = simulation(size, seeds.subList(0, 1)).serialNanos();
        return speedup(simulation, serial, RuntimeOptions.hybrid(12))
                + " to "
                + speedup(simulation, serial, RuntimeOptions.dspOnly(8));
    }

    private static Measurement speedup(
            Simulation simulation, double serial, RuntimeOptions options) {
        return Measurement.of(
                simulation.runs(options.with(Kind.COST_AWARE)), run -> serial / run.nanos());
    }
}
