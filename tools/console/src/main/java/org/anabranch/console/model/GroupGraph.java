package org.anabranch.console.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The dependence graph, with actions grouped by name and domain: at most {@value #MOST_GROUPS}
 * groups and ten times as many edges; those beyond are counted.
 */
final class GroupGraph {
    static final int MOST_GROUPS = 60;

    /** The graph as the page draws it, and the number of runs and edges that are not in it. */
    public record Picture(List<Node> nodes, List<Edge> edges, long left) {}

    /** A group with its position. */
    public record Node(String name, String domain, long n, long nanos, int layer, int column) {}

    /** The number of waits of one group for another, by their indices. */
    public record Edge(int from, int to, long n) {}

    private record Arrow(int from, int to) {}

    private static final class Group {
        final int index;
        final String name;
        final String domain;
        long count;
        long nanos;

        Group(int index, String name, String domain) {
            this.index = index;
            this.name = name;
            this.domain = domain;
        }
    }

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<Arrow, Long> arrows = new HashMap<>();
    private long left;

    private Group group(String name, String domain) {
        String key = name + '\n' + domain;
        Group known = groups.get(key);
        if (known == null && groups.size() < MOST_GROUPS) {
            known = new Group(groups.size(), name, domain);
            groups.put(key, known);
        }
        return known;
    }

    void ran(String name, String domain, long nanos) {
        Group group = group(name, domain);
        if (group == null) {
            left++;
        } else {
            group.count++;
            group.nanos += nanos;
        }
    }

    void waited(String early, String earlyDomain, String late, String lateDomain) {
        Group from = group(early, earlyDomain);
        Group to = group(late, lateDomain);
        if (from == null || to == null) {
            left++;
        } else if (arrows.size() < 10 * MOST_GROUPS
                || arrows.containsKey(new Arrow(from.index, to.index))) {
            arrows.merge(new Arrow(from.index, to.index), 1L, Long::sum);
        } else {
            left++;
        }
    }

    /** Computes layers by the longest path, ignoring edges that would close a cycle. */
    private int[] layers() {
        int[] layer = new int[groups.size()];
        List<Arrow> ordered = new ArrayList<>(arrows.keySet());
        ordered.sort(Comparator.comparingInt(Arrow::from).thenComparingInt(Arrow::to));
        // groups are numbered by first appearance, so most edges lead to higher numbers
        for (int round = 0; round < groups.size(); round++) {
            boolean changed = false;
            for (Arrow arrow : ordered) {
                if (arrow.from < arrow.to && layer[arrow.to] <= layer[arrow.from]) {
                    layer[arrow.to] = layer[arrow.from] + 1;
                    changed = true;
                }
            }
            if (!changed) {
                break;
            }
        }
        return layer;
    }

    Picture row() {
        int[] layer = layers();
        Map<Integer, Integer> used = new HashMap<>();
        List<Node> nodes = new ArrayList<>();
        for (Group group : groups.values()) {
            int row = layer[group.index];
            int column = used.merge(row, 1, Integer::sum) - 1;
            nodes.add(new Node(group.name, group.domain, group.count, group.nanos, row, column));
        }
        List<Edge> edges = new ArrayList<>();
        arrows.forEach((arrow, count) -> edges.add(new Edge(arrow.from, arrow.to, count)));
        return new Picture(nodes, edges, left);
    }
}
