package org.anabranch.seeing.graph;

import org.anabranch.api.ProgramException;
import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.Outcome;
import org.anabranch.seeing.model.RunModel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The dependence graph of a run in the language of Graphviz: one node per action up to {@value
 * #MOST} actions, beyond that one node for each kernel in each domain and each link.
 */
public final class DotGraph {
    private static final int MOST = 300;
    private static final double NANOS_OF_MILLI = 1e6;

    private final RunModel run;
    private final Set<Long> path = new HashSet<>();
    private final boolean grouped;
    private final Map<Object, Node> nodes = new LinkedHashMap<>();
    private final Map<List<Node>, Long> edges = new LinkedHashMap<>();

    /** A node: an action or a group. */
    private static final class Node {
        private final int number;
        private final String name;
        private final String place;
        private final boolean transfer;
        private long count;
        private long nanos;
        private long bytes;
        private boolean failed;
        private boolean onPath;

        Node(int number, String name, String place, boolean transfer) {
            this.number = number;
            this.name = name;
            this.place = place;
            this.transfer = transfer;
        }
    }

    /**
     * Prepares a graph.
     *
     * @param run the run
     * @param longest the critical path of the run
     * @throws ProgramException if it would be too large even in groups, or is empty
     */
    public DotGraph(RunModel run, List<ActionRow> longest) {
        this.run = run;
        this.grouped = run.actions().size() > MOST;
        longest.forEach(row -> path.add(row.action()));
        run.actions().forEach(this::add);
        if (nodes.isEmpty()) {
            throw new ProgramException("there is no graph: no action was recorded");
        }
        if (nodes.size() > MOST) {
            throw new ProgramException(
                    ("there is no graph: %s actions of %s kinds are more than a picture can show"
                                    + " (%s); a trace or a report shows them all")
                            .formatted(run.actions().size(), nodes.size(), MOST));
        }
        for (ActionHistory.Wait wait : run.waits()) {
            ActionRow earlier = run.action(wait.earlier());
            ActionRow later = run.action(wait.later());
            if (earlier != null && later != null) {
                List<Node> edge = List.of(nodes.get(key(earlier)), nodes.get(key(later)));
                edges.merge(edge, 1L, Long::sum);
            }
        }
    }

    private Object key(ActionRow row) {
        return grouped ? List.of(row.name(), place(row)) : row.action();
    }

    private String place(ActionRow row) {
        return row.sort() == ActionSort.TRANSFER
                ? run.domainName(row.from()) + " to " + run.domainName(row.to())
                : run.domainName(row.domain());
    }

    private void add(ActionRow row) {
        boolean transfer = row.sort() == ActionSort.TRANSFER;
        Node node =
                nodes.computeIfAbsent(
                        key(row), key -> new Node(nodes.size(), row.name(), place(row), transfer));
        node.count++;
        node.nanos += row.runNanos();
        node.bytes += row.bytes();
        node.failed |= row.outcome() != null && row.outcome() != Outcome.DONE;
        node.onPath |= path.contains(row.action());
    }

    /** {@return true if nodes are groups of actions} */
    public boolean isGrouped() {
        return grouped;
    }

    /** {@return the number of nodes} */
    public int nodes() {
        return nodes.size();
    }

    /** {@return the number of edges} */
    public int edges() {
        return edges.size();
    }

    /** {@return the text for Graphviz} */
    public String text() {
        StringBuilder text = new StringBuilder("digraph run {\n  rankdir=LR;\n");
        text.append(
                "  node [shape=box, style=filled, fillcolor=white, fontname=\"sans-serif\"];\n");
        text.append("  edge [fontname=\"sans-serif\"];\n");
        nodes.values().forEach(node -> node(text, node));
        edges.forEach((edge, count) -> edge(text, edge.getFirst(), edge.getLast(), count));
        return text.append("}\n").toString();
    }

    private void node(StringBuilder text, Node node) {
        List<String> lines = new ArrayList<>(List.of(node.name, node.place));
        lines.add(
                (grouped ? node.count + " times, " : "")
                        + String.format(Locale.ROOT, "%.3f ms", node.nanos / NANOS_OF_MILLI));
        if (node.transfer) {
            lines.add(node.bytes + " bytes");
        }
        text.append("  n").append(node.number).append(" [label=").append(quoted(lines));
        if (node.transfer) {
            text.append(", shape=ellipse, fillcolor=\"#f6d9b8\"");
        }
        if (node.failed) {
            text.append(", fillcolor=\"#f3b8b8\"");
        }
        if (node.onPath) {
            text.append(", penwidth=3");
        }
        text.append("];\n");
    }

    private static void edge(StringBuilder text, Node from, Node to, long count) {
        text.append("  n").append(from.number).append(" -> n").append(to.number);
        boolean both = from.onPath && to.onPath;
        if (count > 1 || both) {
            text.append(" [");
            text.append(count > 1 ? "label=" + count : "");
            text.append(count > 1 && both ? ", " : "").append(both ? "penwidth=3" : "");
            text.append("]");
        }
        text.append(";\n");
    }

    private static String quoted(List<String> lines) {
        Map<Character, String> escapes = new HashMap<>(Map.of('"', "\\\"", '\\', "\\\\"));
        StringBuilder text = new StringBuilder("\"");
        String separator = "";
        for (String line : lines) {
            text.append(separator);
            for (char c : line.toCharArray()) {
                text.append(c < ' ' ? " " : escapes.getOrDefault(c, String.valueOf(c)));
            }
            separator = "\\n";
        }
        return text.append('"').toString();
    }
}
