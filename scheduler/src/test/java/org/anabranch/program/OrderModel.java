package org.anabranch.program;

import org.anabranch.api.Mode;
import org.anabranch.api.Region;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Happens-before by brute force: a graph of everything that a program did, searched for each pair,
 * with the rules for order written down once more, one by one, from the documentation of streams,
 * events and scopes.
 */
final class OrderModel {
    /** The bytes that a vertex uses. */
    record Bytes(int buffer, BitSet bytes, Mode mode) {
        static Bytes of(int buffer, Region region, Mode mode) {
            BitSet bytes = new BitSet();
            for (long slice = 0; slice < region.depth(); slice++) {
                for (long row = 0; row < region.height(); row++) {
                    int from = (int) region.rowOffset(row, slice);
                    bytes.set(from, from + (int) region.width());
                }
            }
            return new Bytes(buffer, bytes, mode);
        }

        boolean conflicts(Bytes other) {
            return buffer == other.buffer
                    && (mode.writes() || other.mode.writes())
                    && (mode != Mode.REDUCE || other.mode != Mode.REDUCE)
                    && bytes.intersects(other.bytes);
        }
    }

    /** A vertex of the order: an action, or a step of the program. */
    static final class Vertex {
        final int stream;
        final char kind;
        final List<Bytes> uses;
        final List<Vertex> before = new ArrayList<>();

        Vertex(int stream, char kind, List<Bytes> uses) {
            this.stream = stream;
            this.kind = kind;
            this.uses = uses;
        }

        boolean conflicts(Vertex other) {
            return uses.stream().anyMatch(one -> other.uses.stream().anyMatch(one::conflicts));
        }
    }

    /** Accesses of data. */
    static final char ACCESS = 'a';

    /** Waits for ranges. */
    static final char WAIT = 'w';

    /** Transfers. */
    static final char HINT = 'h';

    /** Waits for everything later. */
    static final char GATE = 'g';

    /** Points in the program, marks, ends of tasks. */
    static final char POINT = 'p';

    final List<Vertex> all = new ArrayList<>();

    Vertex add(Vertex vertex) {
        all.add(vertex);
        return vertex;
    }

    /** Everything of a stream so far. */
    List<Vertex> of(int stream) {
        return all.stream().filter(one -> one.stream == stream).toList();
    }

    static boolean reaches(Vertex from, Vertex to) {
        java.util.Set<Vertex> seen =
                java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
        Deque<Vertex> open = new ArrayDeque<>(to.before);
        while (!open.isEmpty()) {
            Vertex at = open.pop();
            if (at == from) {
                return true;
            }
            if (seen.add(at)) {
                open.addAll(at.before);
            }
        }
        return false;
    }

    /** Returns true if a vertex that is not added yet races with one that is. */
    boolean races(Vertex vertex) {
        return vertex.kind == ACCESS
                && all.stream()
                        .anyMatch(
                                one ->
                                        one.kind == ACCESS
                                                && one.conflicts(vertex)
                                                && !reaches(one, vertex));
    }
}
