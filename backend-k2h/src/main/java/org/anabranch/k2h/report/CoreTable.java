package org.anabranch.k2h.report;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.Timeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table of the use of each core in a run, and of its energy.
 *
 * @param report of a run with times
 * @param board that has the power figures
 */
public record CoreTable(RunReport report, Board board) {
    /** {@return a line per core, and one for the board} */
    public String text() {
        Timeline timeline = report.timeline();
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        "%-8s %7s %7s %7s %7s %9s %11s%n",
                        "core", "task %", "search%", "flush %", "idle %", "tasks", "mJ"));
        for (Core core : timeline.cores()) {
            text.append(String.format("%-8s", core));
            for (CoreState state : CoreState.values()) {
                text.append(
                        String.format(Locale.ROOT, " %7.1f", 100 * timeline.share(core, state)));
            }
            text.append(
                    String.format(
                            Locale.ROOT,
                            " %9d %11.3f%n",
                            report.cores().get(core.index()).tasks,
                            1e3 * timeline.joules(board, core)));
        }
        double joules = timeline.joules(board);
        return text.append(
                        String.format(
                                Locale.ROOT,
                                "board: %.3f mJ, %.2f W on average, by the watts of %s",
                                1e3 * joules,
                                report.nanos() > 0 ? joules / report.nanos() * 1e9 : 0,
                                board.name()))
                .toString();
    }

    /** {@return the table as data} */
    public Map<String, Object> data() {
        Timeline timeline = report.timeline();
        List<Object> rows = new ArrayList<>();
        for (Core core : timeline.cores()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("core", core.toString());
            for (CoreState state : CoreState.values()) {
                row.put(state.name().toLowerCase(Locale.ROOT), timeline.share(core, state));
            }
            row.put("tasks", report.cores().get(core.index()).tasks);
            row.put("joules", timeline.joules(board, core));
            rows.add(row);
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("cores", rows);
        data.put("joules", timeline.joules(board));
        return data;
    }
}
