package org.anabranch.loops.weave;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.List;

/**
 * The step of a loop, {@code i += constant}.
 *
 * @param at its first instruction
 * @param size what is added
 */
record LoopStep(int at, long size) {

    /**
     * Reads the step that ends before an element.
     *
     * @param code the method
     * @param end behind the step
     * @param slot of the loop's variable
     * @return the step, or null if there is none
     */
    static LoopStep before(List<CodeElement> code, int end, int slot) {
        int last = previous(code, end);
        if (last >= 0
                && code.get(last) instanceof IncrementInstruction increment
                && increment.slot() == slot) {
            return new LoopStep(last, increment.constant());
        }
        int operator = previous(code, last);
        int constant = previous(code, operator);
        int first = previous(code, constant);
        boolean adds =
                first >= 0
                        && code.get(last) instanceof StoreInstruction store
                        && store.slot() == slot
                        && code.get(first) instanceof LoadInstruction load
                        && load.slot() == slot
                        && code.get(operator) instanceof OperatorInstruction
                        && code.get(constant) instanceof ConstantInstruction number
                        && number.constantValue() instanceof Number;
        if (!adds) {
            return null;
        }
        Number number = (Number) ((ConstantInstruction) code.get(constant)).constantValue();
        return switch (((OperatorInstruction) code.get(operator)).opcode()) {
            case IADD, LADD -> new LoopStep(first, number.longValue());
            case ISUB, LSUB -> new LoopStep(first, -number.longValue());
            default -> null;
        };
    }

    /** The instruction before an element, or -1. */
    private static int previous(List<CodeElement> code, int end) {
        for (int at = end - 1; at >= 0; at--) {
            if (code.get(at) instanceof Instruction) {
                return at;
            }
        }
        return -1;
    }
}
