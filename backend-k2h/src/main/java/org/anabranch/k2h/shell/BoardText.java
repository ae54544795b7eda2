package org.anabranch.k2h.shell;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.CacheShape;
import org.anabranch.k2h.board.Cores;
import org.anabranch.k2h.board.CostTable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text and data forms of boards. */
final class BoardText {
    private static final int KIB = 1024;

    private BoardText() {}

    static String table(List<Board> boards) {
        return boards.stream().map(BoardText::lines).collect(Collectors.joining("\n"));
    }

    private static String lines(Board board) {
        return String.format(
                Locale.ROOT,
                "%-10s %s%n%10s ARM: %s%n%10s DSP: %s%n%10s %d KiB of MSMC, %d descriptors",
                board.name(),
                board.description(),
                "",
                cores(board.arm()),
                "",
                cores(board.dsp()),
                "",
                board.msmcBytes() / KIB,
                board.queues().descriptors());
    }

    private static String cores(Cores cores) {
        CacheShape cache = cores.cache();
        return String.format(
                Locale.ROOT,
                "%d of %.2f GHz, cache of %d KiB, lines of %d bytes, %d ways",
                cores.count(),
                cores.gigahertz(),
                cache.bytes() / KIB,
                cache.lineBytes(),
                cache.ways());
    }

    static Map<String, Object> data(Board board) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("name", board.name());
        data.put("description", board.description());
        data.put("arms", board.arm().count());
        data.put("dsps", board.dsp().count());
        data.put("msmcBytes", board.msmcBytes());
        data.put("ddrBytes", board.ddrBytes());
        data.put("descriptors", board.queues().descriptors());
        Map<String, Object> prices = new LinkedHashMap<>();
        for (CostTable.Row row : board.prices().all()) {
            prices.put(row.cost().name(), List.of(row.arm(), row.dsp(), row.source()));
        }
        data.put("nanoseconds", prices);
        return data;
    }
}
