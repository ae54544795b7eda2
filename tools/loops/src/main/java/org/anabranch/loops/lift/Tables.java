package org.anabranch.loops.lift;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Static numeric arrays of a class of the platform, which are private to it: their elements are
 * constants in the code of its initializer.
 */
final class Tables {
    private final Deque<Object> stack = new ArrayDeque<>();
    private final Map<String, Object> found = new HashMap<>();

    private Tables() {}

    /**
     * Returns the arrays by field name: those before the first instruction that does anything else.
     */
    static Map<String, Object> of(String internalName) {
        ClassModel type = ClassFiles.of(ClassFiles.load(StrictMath.class, internalName));
        Tables tables = new Tables();
        ClassFiles.initializer(type).ifPresent(tables::follow);
        return tables.found;
    }

    private void follow(CodeModel code) {
        for (CodeElement element : code) {
            if (element instanceof Instruction instruction && !does(instruction)) {
                return;
            }
        }
    }

    private boolean does(Instruction instruction) {
        switch (instruction) {
            case ConstantInstruction constant -> stack.push(constant.constantValue());
            case NewPrimitiveArrayInstruction made -> {
                int length = (int) stack.pop();
                switch (made.typeKind()) {
                    case INT -> stack.push(new int[length]);
                    case DOUBLE -> stack.push(new double[length]);
                    default -> {
                        return false;
                    }
                }
            }
            case ArrayStoreInstruction store -> {
                Object value = stack.pop();
                int index = (int) stack.pop();
                Array.set(stack.pop(), index, value);
            }
            case FieldInstruction field when field.opcode() == Opcode.PUTSTATIC ->
                    found.put(field.name().stringValue(), stack.pop());
            default -> {
                if (instruction.opcode() != Opcode.DUP) {
                    return false;
                }
                stack.push(stack.peek());
            }
        }
        return true;
    }
}
