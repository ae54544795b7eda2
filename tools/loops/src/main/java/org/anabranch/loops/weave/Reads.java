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
import java.util.function.IntPredicate;

/** The uses of a variable in a method: where its value is read, and what is added to it. */
final class Reads {
    private final List<CodeElement> code;
    private final Map<Label, Integer> labels;
    final List<ExceptionCatch> catches = new ArrayList<>();

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
        return leads(
                start,
                at -> uses(code.get(at), slot) && !(code.get(at) instanceof StoreInstruction),
                at -> code.get(at) instanceof StoreInstruction && uses(code.get(at), slot),
                from,
                to);
    }

    /** Returns true if an instruction loads, stores or increments a variable. */
    private static boolean uses(CodeElement element, int slot) {
        return switch (element) {
            case LoadInstruction load -> load.slot() == slot;
            case StoreInstruction store -> store.slot() == slot;
            case IncrementInstruction increment -> increment.slot() == slot;
            default -> false;
        };
    }

    /** Returns true if an instruction sets a variable. */
    static boolean sets(CodeElement element, int slot) {
        return uses(element, slot) && !(element instanceof LoadInstruction);
    }

    /**
     * Returns the increment of a variable in a part of the code, if it is the same on every path;
     * else null.
     */
    Long added(int variable, int from, int to) {
        long sum = 0;
        for (int at = from; at < to; at++) {
            if (!sets(code.get(at), variable)) {
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
        IntPredicate here = at -> at == instruction;
        return !leads(from, null, here, from, to)
                && !leads(instruction + 1, here, at -> false, from, to);
    }

    /**
     * Returns true if a path leads from one place to a goal.
     *
     * @param goal null for any place behind the code, other than by exceptions
     * @param ends true where a path ends
     * @param from start of the code in which paths are followed
     * @param to end of that code
     */
    private boolean leads(int start, IntPredicate goal, IntPredicate ends, int from, int to) {
        BitSet seen = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            int at = open.pop();
            if (goal == null && at >= to || goal != null && isIn(at, from, to) && goal.test(at)) {
                return true;
            }
            if (!isIn(at, from, to) || seen.get(at)) {
                continue;
            }
            seen.set(at);
            for (int handler : handlers(at)) {
                if (goal != null || isIn(handler, from, to)) {
                    open.push(handler);
                }
            }
            if (!ends.test(at)) {
                FlowGraph.targets(code.get(at)).forEach(target -> open.push(labels.get(target)));
                if (FlowGraph.goesOn(code.get(at))) {
                    open.push(at + 1);
                }
            }
        }
        return false;
    }

    private static boolean isIn(int at, int from, int to) {
        return at >= from && at < to;
    }

    /** Returns the handlers of exceptions that an element throws. */
    List<Integer> handlers(int at) {
        return catches.stream()
                .filter(one -> labels.get(one.tryStart()) <= at && at < labels.get(one.tryEnd()))
                .map(one -> labels.get(one.handler()))
                .toList();
    }
}
