package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.CostTable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes all figures, tables and claims into a folder: the one command behind {@code docs/k2h.md}.
 */
public final class FigureReport {
    private FigureReport() {}

    /**
     * Runs everything; takes ten minutes or so.
     *
     * @param arguments the folder
     * @throws IOException if it cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments.length == 0 ? "docs/k2h" : arguments[0]));
    }

    /**
     * Runs everything; takes ten minutes or so.
     *
     * @param folder to write to
     * @throws IOException if it cannot be written
     */
    public static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Figures figures = new Figures(Benchmarks.NAMES, Board.K2H.prices(), Simulation.SIX);
        StringBuilder text =
                new StringBuilder(
                        "# Figures of the Keystone II model\n\n"
                                + "Generated from fixed seeds; see ../k2h.md.\n\n");
        text.append("## Claims\n\n| claim | simulation | holds |\n|---|---|---|\n");
        TileSweep tiles = new TileSweep(Simulation.SIX.subList(0, 3));
        List<Claims.Claim> claims = new ArrayList<>(new Claims(figures).all());
        claims.add(tiles.claim());
        for (Claims.Claim claim : claims) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %s | %s |%n",
                            claim.text(),
                            claim.number(),
                            claim.holds() ? "yes" : "**no**"));
        }
        for (Map.Entry<String, Chart> chart : figures.all().entrySet()) {
            add(text, folder, chart.getKey(), chart.getValue());
        }
        add(text, folder, "tiles", tiles.chart());
        text.append("\n## Readings of the paper\n\n").append(new Readings(Simulation.SIX).table());
        text.append("\n## Sizes of the matrix\n\n").append(SizeSweep.table());
        Sensitivity sensitivity = new Sensitivity(Simulation.SIX);
        add(text, folder, "sensitivity", sensitivity.chart());
        text.append("\n## Which conclusions hold under which prices\n\n")
                .append(sensitivity.table());
        prices(text);
        Files.writeString(folder.resolve("figures.md"), text);
    }

    private static void add(StringBuilder text, Path folder, String name, Chart chart)
            throws IOException {
        Files.writeString(folder.resolve(name + ".svg"), chart.svg());
        text.append(String.format(Locale.ROOT, "%n## %s%n%n![%s](%s.svg)%n%n", name, name, name))
                .append(chart.table());
    }

    private static void prices(StringBuilder text) {
        text.append(
                "\n## Prices in nanoseconds\n\n| what | ARM | DSP | source |\n|---|---|---|---|\n");
        for (CostTable.Row row : Board.K2H.prices().all()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "| %s | %s | %s | %s |%n",
                            row.cost(),
                            row.arm(),
                            row.dsp(),
                            row.source()));
        }
    }
}
