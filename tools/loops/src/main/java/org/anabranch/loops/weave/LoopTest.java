package org.anabranch.loops.weave;

import org.anabranch.loops.ir.Order;

import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.util.ArrayList;
import java.util.List;

/**
 * The test of a loop, {@code i < bound}: its variable as it is, compared with any value.
 *
 * @param bound code that puts the bound on the stack
 * @param branch where its branch is
 * @param order in which index and bound stand if it branches
 */
record LoopTest(List<Instruction> bound, int branch, Order order) {
    private static final int LONGEST = 24;

    /**
     * Reads the test that begins at an instruction.
     *
     * @param code the method
     * @param head where the test loads the variable
     * @param kind of the variable
     * @return the test, or null if there is another one
     */
    static LoopTest read(List<CodeElement> code, int head, TypeKind kind) {
        List<Instruction> bound = new ArrayList<>();
        int depth = 0;
        for (int at = head + 1; at < code.size() && bound.size() <= LONGEST; at++) {
            switch (code.get(at)) {
                case BranchInstruction branch -> {
                    return kind == TypeKind.LONG ? null : ofInts(bound, depth, at, branch.opcode());
                }
                case OperatorInstruction compared when compared.opcode() == Opcode.LCMP -> {
                    boolean closes =
                            depth == 1
                                    && kind == TypeKind.LONG
                                    && code.get(at + 1) instanceof BranchInstruction;
                    return closes ? ofSign(code, bound, at + 1) : null;
                }
                case Instruction part -> {
                    int after = depthAfter(part, depth);
                    if (after < 1) {
                        return null;
                    }
                    depth = after;
                    bound.add(part);
                }
                default -> {}
            }
        }
        return null;
    }

    /** Whether an iteration may change the bound: it is not made of variables and lengths alone. */
    boolean moves() {
        return bound.stream()
                .anyMatch(
                        part ->
                                part instanceof FieldInstruction
                                        || part instanceof InvokeInstruction
                                        || part instanceof ArrayLoadInstruction);
    }

    /** The depth of the stack above the variable, or 0 if the code is no bound. */
    static int depthAfter(Instruction part, int depth) {
        return switch (part) {
            case LoadInstruction load -> depth + 1;
            case ConstantInstruction constant -> depth + 1;
            case ConvertInstruction convert -> depth;
            case ArrayLoadInstruction load -> depth - 1;
            case FieldInstruction field when field.opcode() == Opcode.GETSTATIC -> depth + 1;
            case FieldInstruction field when field.opcode() == Opcode.GETFIELD -> depth;
            case InvokeInstruction call -> {
                int taken = call.typeSymbol().parameterCount();
                int left = depth - taken - (call.opcode() == Opcode.INVOKESTATIC ? 0 : 1);
                yield left < 0 ? 0 : left + 1;
            }
            case OperatorInstruction operator -> {
                String name = operator.opcode().name();
                boolean unary = name.endsWith("NEG") || name.equals("ARRAYLENGTH");
                yield unary ? depth : depth - 1;
            }
            default -> 0;
        };
    }

    private static LoopTest ofInts(List<Instruction> bound, int depth, int at, Opcode opcode) {
        Order order =
                switch (opcode) {
                    case IF_ICMPLT -> Order.LT;
                    case IF_ICMPLE -> Order.LE;
                    case IF_ICMPGT -> Order.GT;
                    case IF_ICMPGE -> Order.GE;
                    default -> null;
                };
        if (order != null) {
            return depth == 1 ? new LoopTest(bound, at, order) : null;
        }
        Order sign = sign(opcode);
        return depth == 0 && sign != null
                ? new LoopTest(List.of(ConstantInstruction.ofIntrinsic(Opcode.ICONST_0)), at, sign)
                : null;
    }

    private static LoopTest ofSign(List<CodeElement> code, List<Instruction> bound, int at) {
        Order sign = sign(((BranchInstruction) code.get(at)).opcode());
        return sign == null ? null : new LoopTest(bound, at, sign);
    }

    private static Order sign(Opcode opcode) {
        return switch (opcode) {
            case IFLT -> Order.LT;
            case IFLE -> Order.LE;
            case IFGT -> Order.GT;
            case IFGE -> Order.GE;
            default -> null;
        };
    }
}
