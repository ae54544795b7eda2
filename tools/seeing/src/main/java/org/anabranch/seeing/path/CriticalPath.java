package org.anabranch.seeing.path;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The critical path: the longest path through dependent actions, weighted by their durations. No
 * run with these dependences can be shorter, with any number of lanes. Computed from longest
 * distances from the beginning and to the end, in topological order (Kelley and Walker, 1959).
 */
public final class CriticalPath {
    private final long[] weights;
    private final long[] until;
    private final long[] from;
    private final List<Integer> nodes;
    private final long length;

    private CriticalPath(long[] weights, long[] until, long[] from, List<Integer> nodes) {
        this.weights = weights;
        this.until = until;
        this.from = from;
        this.nodes = List.copyOf(nodes);
        this.length = nodes.isEmpty() ? 0 : until[nodes.getLast()];
    }

    /**
     * Computes the path.
     *
     * @param weights duration of each action; not negative
     * @param earlier for each dependence, the index of the action waited for
     * @param later for each dependence, the index of the action that waits
     * @return the path
     * @throws IllegalArgumentException if dependences form a cycle
     */
    public static CriticalPath of(long[] weights, int[] earlier, int[] later) {
        Adjacency after = new Adjacency(weights.length, earlier, later);
        int[] order = order(after, later);
        long[] until = new long[weights.length];
        long[] before = new long[weights.length];
        int[] previous = new int[weights.length];
        java.util.Arrays.fill(previous, -1);
        for (int node : order) {
            until[node] = before[node] + weights[node];
            for (int i = after.begin(node); i < after.end(node); i++) {
                int next = after.target(i);
                if (previous[next] < 0 || until[node] > before[next]) {
                    before[next] = until[node];
                    previous[next] = node;
                }
            }
        }
        long[] from = new long[weights.length];
        for (int k = order.length - 1; k >= 0; k--) {
            int node = order[k];
            long most = 0;
            for (int i = after.begin(node); i < after.end(node); i++) {
                most = Math.max(most, from[after.target(i)]);
            }
            from[node] = most + weights[node];
        }
        return new CriticalPath(weights.clone(), until, from, nodes(until, previous));
    }

    private static int[] order(Adjacency after, int[] later) {
        int count = after.size();
        int[] waits = new int[count];
        for (int node : later) {
            waits[node]++;
        }
        int[] order = new int[count];
        int known = 0;
        for (int node = 0; node < count; node++) {
            if (waits[node] == 0) {
                order[known++] = node;
            }
        }
        for (int k = 0; k < known; k++) {
            for (int i = after.begin(order[k]); i < after.end(order[k]); i++) {
                if (--waits[after.target(i)] == 0) {
                    order[known++] = after.target(i);
                }
            }
        }
        if (known < count) {
            throw new IllegalArgumentException(
                    count - known + " actions wait for each other in a circle");
        }
        return order;
    }

    private static List<Integer> nodes(long[] until, int[] previous) {
        int last = -1;
        for (int node = 0; node < until.length; node++) {
            if (last < 0 || until[node] > until[last]) {
                last = node;
            }
        }
        List<Integer> path = new ArrayList<>();
        for (int node = last; node >= 0; node = previous[node]) {
            path.add(node);
        }
        Collections.reverse(path);
        return path;
    }

    /** {@return the sum of the durations of its actions} */
    public long length() {
        return length;
    }

    /** {@return the path, from the first action to the last} */
    public List<Integer> nodes() {
        return nodes;
    }

    /**
     * {@return by how much longer an action could have taken without lengthening the critical path}
     *
     * @param node its index
     */
    public long slack(int node) {
        return length - (until[node] - weights[node]) - from[node];
    }
}
