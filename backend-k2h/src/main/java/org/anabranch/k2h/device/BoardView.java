package org.anabranch.k2h.device;

import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.SharedBoard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The observable state of a board in use, as text and as data.
 *
 * @param device the board
 */
record BoardView(K2hDevice device) {
    private static final int SIDE_BY_SIDE = 6;

    private SharedBoard board() {
        return device.runtime().board();
    }

    private List<MemoryCpu> cpus() {
        return device.runtime().cpus();
    }

    /** Returns the queues by their purpose. */
    private Map<String, HardwareQueue> all() {
        Map<String, HardwareQueue> queues = new LinkedHashMap<>();
        queues.put("SQ1, tasks from ARM", board().sq1());
        queues.put("SQ2, ends from ARM", board().sq2());
        queues.put("SQ3, ends from DSP", board().sq3());
        for (int i = 0; i < board().dspTasks().size(); i++) {
            queues.put("DSP " + i, board().dspTasks().get(i));
            queues.put("DSP " + i + ", pinned", board().dspOnlyTasks().get(i));
        }
        return queues;
    }

    String queues() {
        StringBuilder text = new StringBuilder(device + "\n");
        row(text, "pool", "free " + board().pool().free() + " of " + board().pool().total());
        all().forEach((name, queue) -> row(text, name, queue + ": " + queue.length()));
        return text.toString();
    }

    Map<String, Object> queueData() {
        Map<String, Object> data = named();
        data.put("freeDescriptors", board().pool().free());
        data.put("descriptors", board().pool().total());
        List<Object> rows = new ArrayList<>();
        all().forEach(
                        (name, queue) -> {
                            Map<String, Object> row = new LinkedHashMap<>();
                            row.put("for", name);
                            row.put("queue", queue.toString());
                            row.put("length", queue.length());
                            rows.add(row);
                        });
        data.put("queues", rows);
        return data;
    }

    private String state(MemoryCpu cpu) {
        return !cpu.core().isDsp()
                ? "serves"
                : board().free().isFree(cpu.core().number()) ? "free" : "busy";
    }

    String cores() {
        StringBuilder text = new StringBuilder(device + "\n");
        for (MemoryCpu cpu : cpus()) {
            String tasks = state(cpu) + ", " + cpu.statistics().tasks + " tasks";
            row(text, cpu.core().toString(), tasks);
        }
        return text.toString();
    }

    Map<String, Object> coreData() {
        Map<String, Object> data = named();
        List<Object> rows = new ArrayList<>();
        for (MemoryCpu cpu : cpus()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("core", cpu.core().toString());
            row.put("state", state(cpu));
            row.put("tasks", cpu.statistics().tasks);
            rows.add(row);
        }
        data.put("cores", rows);
        return data;
    }

    /**
     * Returns a row per count and a column per core; as many cores side by side as fit 80 columns.
     */
    String stats() {
        StringBuilder text = new StringBuilder(device + "\n");
        List<MemoryCpu> all = cpus();
        for (int from = 0; from < all.size(); from += SIDE_BY_SIDE) {
            text.append(from == 0 ? "" : "\n");
            addStats(text, all.subList(from, Math.min(all.size(), from + SIDE_BY_SIDE)));
        }
        return text.toString();
    }

    private static void addStats(StringBuilder text, List<MemoryCpu> cpus) {
        StringBuilder titles = new StringBuilder();
        cpus.forEach(cpu -> titles.append(column(cpu.core().toString())));
        row(text, "", titles.toString());
        for (String count : cpus.getFirst().statistics().byName().keySet()) {
            StringBuilder cells = new StringBuilder();
            cpus.forEach(cpu -> cells.append(column(cpu.statistics().byName().get(count))));
            row(text, count, cells.toString());
        }
    }

    Map<String, Object> statData() {
        Map<String, Object> data = named();
        Map<String, Object> cores = new LinkedHashMap<>();
        cpus().forEach(cpu -> cores.put(cpu.core().toString(), cpu.statistics().byName()));
        data.put("cores", cores);
        return data;
    }

    private Map<String, Object> named() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("board", device.toString());
        return data;
    }

    private static String column(Object cell) {
        return String.format(Locale.ROOT, "%8s", cell);
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "  %-20s %s", name, value).stripTrailing())
                .append('\n');
    }
}
