package org.anabranch.loops.weave;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The step of a loop, {@code i += step}.
 *
 * @param at its first instruction
 * @param size the increment; 0 if code computes it
 * @param code that pushes the increment; empty if it is a constant
 */
record LoopStep(int at, long size, List<Instruction> code) {
    private static final int LONGEST = 12;

    /**
     * Reads the step that ends before an element.
     *
     * @param code the method
     * @param end the element after the step
     * @param slot of the variable that is stepped
     * @return the step, or null if there is none
     */
    static LoopStep before(List<CodeElement> code, int end, int slot) {
        int last = previous(code, end);
        if (last >= 0
                && code.get(last) instanceof IncrementInstruction increment
                && increment.slot() == slot) {
            return new LoopStep(last, increment.constant(), List.of());
        }
        int operator = previous(code, last);
        boolean stores =
                operator >= 0
                        && code.get(last) instanceof StoreInstruction store
                        && store.slot() == slot
                        && code.get(operator) instanceof OperatorInstruction;
        return stores ? stored(code, operator, slot) : null;
    }

    private static LoopStep stored(List<CodeElement> code, int operator, int slot) {
        Opcode opcode = ((OperatorInstruction) code.get(operator)).opcode();
        boolean adds = opcode == Opcode.IADD || opcode == Opcode.LADD;
        boolean subtracts = opcode == Opcode.ISUB || opcode == Opcode.LSUB;
        if (!adds && !subtracts) {
            return null;
        }
        Deque<Instruction> added = new ArrayDeque<>();
        int at = previous(code, operator);
        while (at >= 0 && added.size() < LONGEST) {
            if (code.get(at) instanceof LoadInstruction load && load.slot() == slot) {
                return of(at, List.copyOf(added), adds);
            }
            added.addFirst((Instruction) code.get(at));
            at = previous(code, at);
        }
        return null;
    }

    private static LoopStep of(int at, List<Instruction> added, boolean adds) {
        if (added.size() == 1
                && added.getFirst() instanceof ConstantInstruction constant
                && constant.constantValue() instanceof Number number) {
            return new LoopStep(at, adds ? number.longValue() : -number.longValue(), List.of());
        }
        int depth = 0;
        for (Instruction part : added) {
            depth = isSimple(part) ? LoopTest.depthAfter(part, depth) : 0;
            if (depth < 1) {
                return null;
            }
        }
        return depth == 1 && adds ? new LoopStep(at, 0, added) : null;
    }

    /** Returns true if an instruction throws nothing and always gives the same result. */
    private static boolean isSimple(Instruction part) {
        String name = part.opcode().name();
        return part instanceof LoadInstruction
                || part instanceof ConstantInstruction
                || part instanceof ConvertInstruction
                || part instanceof OperatorInstruction
                        && !name.endsWith("DIV")
                        && !name.endsWith("REM")
                        && !name.equals("ARRAYLENGTH");
    }

    /** Returns the instruction before an element, or -1. */
    static int previous(List<CodeElement> code, int end) {
        for (int at = end - 1; at >= 0; at--) {
            if (code.get(at) instanceof Instruction) {
                return at;
            }
        }
        return -1;
    }
}
