package org.anabranch.loops.weave;

import org.anabranch.loops.lift.FlowGraph;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The code of a loop that steps several variables, {@code i++, k += 2}, with the loop's own step
 * moved after the others, which then belong to the iteration.
 *
 * @param code the whole method
 * @param labels positions of its labels
 */
record LoopSteps(List<CodeElement> code, Map<Label, Integer> labels) {
    private static final int MOST = 8;

    /**
     * Recognises such steps.
     *
     * @param code the method
     * @param labels positions of its labels
     * @param end the element after the steps
     * @param slot of the loop's variable
     * @return the reordered code, or null if the variable is not stepped there
     */
    static LoopSteps before(List<CodeElement> code, Map<Label, Integer> labels, int end, int slot) {
        int at = end;
        for (int count = 0; count < MOST; count++) {
            int last = LoopStep.previous(code, at);
            Integer stepped = last < 0 ? null : stepped(code.get(last));
            LoopStep step = stepped == null ? null : LoopStep.before(code, at, stepped);
            if (step == null
                    || hasTarget(code, labels, step.at() + 1, LoopStep.previous(code, end))) {
                return null;
            }
            if (stepped == slot) {
                return moved(code, step.at(), last + 1, end);
            }
            if (step.code().stream()
                    .anyMatch(p -> p instanceof LoadInstruction load && load.slot() == slot)) {
                return null;
            }
            at = step.at();
        }
        return null;
    }

    private static Integer stepped(CodeElement last) {
        return switch (last) {
            case IncrementInstruction increment -> increment.slot();
            case StoreInstruction store -> store.slot();
            default -> null;
        };
    }

    /** Returns true if a jump leads into the interval. */
    private static boolean hasTarget(
            List<CodeElement> code, Map<Label, Integer> labels, int from, int to) {
        return code.stream()
                .flatMap(element -> FlowGraph.targets(element).stream())
                .map(labels::get)
                .anyMatch(at -> at >= from && at <= to);
    }

    private static LoopSteps moved(List<CodeElement> code, int from, int to, int end) {
        List<CodeElement> other = new ArrayList<>(code);
        List<CodeElement> step = List.copyOf(other.subList(from, to));
        other.subList(from, to).clear();
        other.addAll(LoopStep.previous(other, end - step.size()) + 1, step);
        Map<Label, Integer> labels = new HashMap<>();
        for (int i = 0; i < other.size(); i++) {
            if (other.get(i) instanceof LabelTarget label) {
                labels.put(label.label(), i);
            }
        }
        return new LoopSteps(other, labels);
    }
}
