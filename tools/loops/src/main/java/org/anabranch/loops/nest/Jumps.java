package org.anabranch.loops.nest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The jumps that an analysis has met, with the states in which they are taken. */
final class Jumps {
    /** The states at jumps to each label. */
    private final Map<Integer, List<State>> states = new HashMap<>();

    /** The number of jumps out of statements that have not ended, including those to a label. */
    private int count;

    private final Map<Integer, Integer> to = new HashMap<>();

    /** A copy, to which they are reset when a loop is analysed again. */
    record Mark(Map<Integer, List<State>> states, int count, Map<Integer, Integer> to) {}

    /** Adds a jump to the end of a statement. */
    void add(int label, State state) {
        add(label);
        states.computeIfAbsent(label, key -> new ArrayList<>()).add(state.copy());
    }

    /** Adds a jump to the start of a loop. */
    void add(int label) {
        count++;
        to.merge(label, 1, Integer::sum);
    }

    /** Removes and returns the states of jumps to a label. */
    List<State> take(int label) {
        List<State> taken = states.remove(label);
        return taken == null ? List.of() : taken;
    }

    /** Puts states back that were taken. */
    void put(int label, List<State> taken) {
        if (!taken.isEmpty()) {
            states.put(label, taken);
        }
    }

    /** Returns the number of jumps to a label whose states have not been taken. */
    int waiting(int label) {
        return states.getOrDefault(label, List.of()).size();
    }

    int count() {
        return count;
    }

    int to(int label) {
        return to.getOrDefault(label, 0);
    }

    /** Returns the number of jumps that do not lead to a label. */
    int elsewhere(int label) {
        return count - to(label);
    }

    /** Returns the number of jumps since a mark that do not lead to a label. */
    int elsewhere(int label, Mark since) {
        return elsewhere(label) - since.count + since.to.getOrDefault(label, 0);
    }

    /**
     * Forgets jumps to a label, whose statement has ended: they leave none of those around it.
     *
     * @param before the number of such jumps before the statement
     */
    void arrived(int label, int before) {
        count -= to(label) - before;
        to.put(label, before);
    }

    Mark mark() {
        Map<Integer, List<State>> copy = new HashMap<>();
        states.forEach((label, list) -> copy.put(label, new ArrayList<>(list)));
        return new Mark(copy, count, new HashMap<>(to));
    }

    void reset(Mark mark) {
        states.clear();
        mark.states.forEach((label, list) -> states.put(label, new ArrayList<>(list)));
        count = mark.count;
        to.clear();
        to.putAll(mark.to);
    }
}
