package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A large Matmul with coarser and coarser tasks under the paper's policy. The matrix is large
 * enough that coarse tasks are still many. That a coarse task itself becomes slow, for its tiles do
 * not fit into L1, is not modelled.
 */
public final class TileSweep {
    private static final int SIZE = 2048;
    private static final List<Integer> TILES = List.of(64, 128);

    private final List<Measurement> hybrid = new ArrayList<>();
    private final List<Measurement> dsps = new ArrayList<>();

    /**
     * Runs all tiles.
     *
     * @param seeds per tile
     */
    public TileSweep(List<Long> seeds) {
        double base = simulation(TILES.getFirst(), seeds.subList(0, 1)).serialNanos();
        for (int tile : TILES) {
            Simulation simulation = simulation(tile, seeds);
            hybrid.add(
                    Measurement.of(
                            simulation.runs(RuntimeOptions.hybrid(12)), r -> base / r.nanos()));
            dsps.add(
                    Measurement.of(
                            simulation.runs(RuntimeOptions.dspOnly(8)), r -> base / r.nanos()));
        }
    }

    private static Simulation simulation(int tile, List<Long> seeds) {
        return new Simulation(() -> new Matmul(SIZE, tile), Board.K2H.prices(), seeds);
    }

    /** {@return hybrid-12 and DSP-8 by tile} */
    public Chart chart() {
        Chart chart =
                new Chart(
                        "Matmul " + SIZE + " by tile, PAPER: coarser tasks",
                        "tile",
                        "speedup over serial elision",
                        TILES.stream().map(String::valueOf).toList());
        chart.add("hybrid, 12 workers", hybrid);
        chart.add("8 DSPs", dsps);
        return chart;
    }

    /** {@return the claim that fine tasks lose and coarse ones win} */
    public Claims.Claim claim() {
        StringBuilder numbers = new StringBuilder();
        for (int i = 0; i < TILES.size(); i++) {
            numbers.append(
                    String.format(
                            Locale.ROOT,
                            "%stile %d: %s to %s",
                            i == 0 ? "" : "; ",
                            TILES.get(i),
                            hybrid.get(i),
                            dsps.get(i)));
        }
        boolean fineLoses = hybrid.getFirst().mean() <= dsps.getFirst().mean();
        boolean coarseWins = hybrid.getLast().mean() > dsps.getLast().mean();
        return new Claims.Claim(
                "tiles",
                "text: coarser Matmul tasks let 12 workers beat 8 DSPs (n = " + SIZE + ")",
                numbers.toString(),
                fineLoses && coarseWins);
    }
}
