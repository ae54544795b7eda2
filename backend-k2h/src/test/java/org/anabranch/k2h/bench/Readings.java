package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The conclusions under different interpretations of the paper: same prices, same programs, same
 * seeds.
 */
public final class Readings {
    private final List<Long> seeds;

    /**
     * Readings of the paper.
     *
     * @param seeds per reading
     */
    public Readings(List<Long> seeds) {
        this.seeds = List.copyOf(seeds);
    }

    /** {@return a Markdown table, one line per reading} */
    public String table() {
        StringBuilder text =
                new StringBuilder(
                        "| reading | Matmul 256, % hybrid, 5 workers | Matmul 512 | NBody | Series"
                                + " | Matmul 5 / 4 workers | Matmul 12 workers / 8 DSPs |"
                                + " conclusions that fail |\n"
                                + "|---|---|---|---|---|---|---|---|\n");
        for (Reading reading : Reading.values()) {
            row(text, reading);
        }
        return text.toString();
    }

    private void row(StringBuilder text, Reading reading) {
        Figures figures = new Figures(Benchmarks.NAMES, Board.K2H.prices(), seeds, reading);
        Simulation larger = new Simulation(() -> new Matmul(512, 32), Board.K2H.prices(), seeds);
        RuntimeOptions five = RuntimeOptions.hybrid(5);
        List<String> failing =
                new Claims(figures)
                        .key().stream()
                                .filter(claim -> !claim.holds())
                                .map(Claims.Claim::id)
                                .toList();
        text.append("| ")
                .append(
                        List.of(
                                        reading,
                                        figures.hybridSteals("Matmul", five),
                                        Measurement.of(
                                                larger.runs(five.with(reading)),
                                                RunReport::hybridStealPercent),
                                        figures.hybridSteals("NBody", five),
                                        figures.hybridSteals("Series", five),
                                        figures.ratio("Matmul", five, RuntimeOptions.hybrid(4)),
                                        figures.ratio(
                                                "Matmul",
                                                RuntimeOptions.hybrid(12),
                                                RuntimeOptions.dspOnly(8)),
                                        failing.isEmpty() ? "none" : String.join(", ", failing))
                                .stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(" | ")))
                .append(" |\n");
    }
}
