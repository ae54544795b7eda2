package org.anabranch.seeing.path;

/** The successors of each node, in two arrays. */
final class Adjacency {
    private final int[] begins;
    private final int[] targets;

    Adjacency(int nodes, int[] earlier, int[] later) {
        begins = new int[nodes + 1];
        targets = new int[later.length];
        for (int node : earlier) {
            begins[node + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            begins[node + 1] += begins[node];
        }
        int[] next = begins.clone();
        for (int i = 0; i < later.length; i++) {
            targets[next[earlier[i]]++] = later[i];
        }
    }

    int size() {
        return begins.length - 1;
    }

    int begin(int node) {
        return begins[node];
    }

    int end(int node) {
        return begins[node + 1];
    }

    int target(int index) {
        return targets[index];
    }
}
