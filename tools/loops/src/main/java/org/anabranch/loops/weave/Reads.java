package org.anabranch.loops.weave;

import org.anabranch.loops.lift.FlowGraph;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** The uses of a variable in a method: where its value is read, and what is added to it. */
final class Reads {
    private final List<CodeElement> code;
    private final Map<Label, Integer> labels;
    private final List<ExceptionCatch> catches = new ArrayList<>();

    Reads(List<CodeElement> code, Map<Label, Integer> labels) {
        this.code = code;
        this.labels = labels;
        for (CodeElement element : code) {
            if (element instanceof ExceptionCatch one) {
                catches.add(one);
            }
        }
    }

    /**
     * Returns true if the value is read.
     *
     * @param slot of the variable
     * @param start where it holds the value
     * @param from start of the code to consider
     * @param to end of that code
     * @return true if a path in that code leads from the start to a load without a store before it
     */
    boolean any(int slot, int start, int from, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (at < from || at >= to || seen.get(at)) {
                continue;
            }
            seen.set(at);
            CodeElement element = code.get(at);
            handlers(at).forEach(open::push);
            if (element instanceof LoadInstruction load && load.slot() == slot
                    || element instanceof IncrementInstruction set && set.slot() == slot) {
                return true;
            }
            if (element instanceof StoreInstruction store && store.slot() == slot) {
                continue;
            }
            FlowGraph.targets(element).forEach(target -> open.push(labels.get(target)));
            if (FlowGraph.goesOn(element)) {
                open.push(at + 1);
            }
        }
        return false;
    }

    /**
     * Returns the increment of a variable in a part of the code, if it is the same on every path;
     * else null.
     */
    Long added(int variable, int from, int to) {
        long sum = 0;
        for (int at = from; at < to; at++) {
            boolean sets =
                    code.get(at) instanceof StoreInstruction store && store.slot() == variable
                            || code.get(at) instanceof IncrementInstruction set
                                    && set.slot() == variable;
            if (!sets) {
                continue;
            }
            LoopStep found = LoopStep.before(code, at + 1, variable);
            if (found == null
                    || !found.code().isEmpty()
                    || found.at() < from
                    || !isOnce(at, from, to)) {
                return null;
            }
            sum += found.size();
        }
        return sum;
    }

    /**
     * Returns true if an instruction runs exactly once, on every path through a part of the code.
     */
    private boolean isOnce(int instruction, int from, int to) {
        return !leads(from, to, instruction, from, to)
                && !leads(instruction + 1, instruction, to, from, to);
    }

    /**
     * Returns true if a path inside a part leads from one place to a goal, avoiding another place.
     */
    private boolean leads(int start, int goal, int avoided, int from, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (at == goal || at >= to && goal == to) {
                return true;
            }
            if (at < from || at >= to || at == avoided || seen.get(at)) {
                continue;
            }
            seen.set(at);
            FlowGraph.targets(code.get(at)).forEach(target -> open.push(labels.get(target)));
            if (FlowGraph.goesOn(code.get(at))) {
                open.push(at + 1);
            }
        }
        return false;
    }

    /** Returns the handlers of exceptions that an element throws. */
    List<Integer> handlers(int at) {
        return catches.stream()
                .filter(one -> labels.get(one.tryStart()) <= at && at < labels.get(one.tryEnd()))
                .map(one -> labels.get(one.handler()))
                .toList();
    }

    /** Returns true if exceptions thrown between two places are caught between them. */
    boolean catchesWithin(int from, int to) {
        return catches.stream()
                .anyMatch(
                        one ->
                                labels.get(one.tryStart()) >= from
                                                && labels.get(one.tryStart()) < to
                                        || labels.get(one.handler()) >= from
                                                && labels.get(one.handler()) < to);
    }
}
