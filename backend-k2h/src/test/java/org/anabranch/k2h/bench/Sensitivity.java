package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.CostTable;
import org.anabranch.k2h.policy.HybridPolicy.Kind;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sensitivity of the conclusions to each price, halved and doubled. */
public final class Sensitivity {
    private final Map<String, List<Claims.Claim>> judged = new LinkedHashMap<>();
    private final List<Map<String, Measurement>> ratios = new ArrayList<>();

    /**
     * Runs all variations.
     *
     * @param seeds per variation
     */
    public Sensitivity(List<Long> seeds) {
        vary("as is", Board.K2H.prices(), seeds);
        for (Cost cost : Cost.values()) {
            vary(cost + " x 1/2", Board.K2H.prices().scaled(cost, 0.5), seeds);
            vary(cost + " x 2", Board.K2H.prices().scaled(cost, 2), seeds);
        }
    }

    private void vary(String name, CostTable table, List<Long> seeds) {
        Figures figures = new Figures(Benchmarks.NAMES, table, seeds);
        judged.put(name, new Claims(figures).key());
        Map<String, Measurement> row = new LinkedHashMap<>();
        for (Kind policy : Kind.values()) {
            row.put(
                    policy + " 5 / 4 workers",
                    ratio(figures, RuntimeOptions.hybrid(5), RuntimeOptions.hybrid(4), policy));
            row.put(
                    policy + " 12 workers / 8 DSPs",
                    ratio(figures, RuntimeOptions.hybrid(12), RuntimeOptions.dspOnly(8), policy));
        }
        ratios.add(row);
    }

    private static Measurement ratio(
            Figures figures, RuntimeOptions one, RuntimeOptions other, Kind policy) {
        double above = figures.speedup("Matmul", one.with(policy)).mean();
        double below = figures.speedup("Matmul", other.with(policy)).mean();
        return new Measurement(above / below, 0);
    }

    /** {@return the ratios of Matmul that the conclusions are about, by variation} */
    public Chart chart() {
        Chart chart =
                new Chart(
                        "Matmul under other prices",
                        "price",
                        "ratio of speedups",
                        List.copyOf(judged.keySet()));
        for (String line : ratios.getFirst().keySet()) {
            chart.add(line, ratios.stream().map(row -> row.get(line)).toList());
        }
        return chart;
    }

    /**
     * {@return which claims hold under which prices, as a Markdown table; only variations under
     * which not all do}
     */
    public String table() {
        List<Claims.Claim> first = judged.values().iterator().next();
        StringBuilder text = new StringBuilder("| price |");
        first.forEach(claim -> text.append(' ').append(claim.id()).append(" |"));
        text.append("\n|---|").append("---|".repeat(first.size())).append('\n');
        judged.forEach(
                (name, claims) -> {
                    text.append("| ").append(name).append(" |");
                    claims.forEach(claim -> text.append(claim.holds() ? " yes |" : " **no** |"));
                    text.append('\n');
                });
        return text.toString();
    }
}
