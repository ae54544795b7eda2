package org.anabranch.loops.weave;

import org.anabranch.loops.ir.ComparisonOperator;

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
import java.lang.classfile.instruction.StoreInstruction;
import java.util.ArrayList;
import java.util.List;

/**
 * The test of a loop, {@code i < bound} or {@code bound > i}: its variable, unchanged, compared
 * with any value.
 *
 * @param bound code that pushes the bound
 * @param branch position of its branch
 * @param order of index and bound if it branches
 * @param kind of the index, int or long
 */
record LoopTest(List<Instruction> bound, int branch, ComparisonOperator order, TypeKind kind) {
    private static final int LONGEST = 24;
    private static final int LONGEST_BEGIN = 64;

    /**
     * Reads the test that begins at an instruction.
     *
     * @param code the method
     * @param head position of the test
     * @param slot of the variable
     * @return the test, or null if it is of another form
     */
    static LoopTest read(List<CodeElement> code, int head, int slot) {
        if (code.get(head) instanceof LoadInstruction load && load.slot() == slot) {
            return read(code, head + 1, 0, load.typeKind());
        }
        List<Instruction> bound = new ArrayList<>();
        int depth = 0;
        for (int at = head; at < code.size() && bound.size() <= LONGEST; at++) {
            if (code.get(at) instanceof LoadInstruction load && load.slot() == slot) {
                LoopTest test = depth == 1 ? read(code, at + 1, 1, load.typeKind()) : null;
                return test == null
                        ? null
                        : new LoopTest(bound, test.branch, test.order.mirrored(), test.kind);
            }
            if (code.get(at) instanceof Instruction part) {
                depth = depthAfter(part, depth);
                bound.add(part);
                if (depth < 1) {
                    return null;
                }
            }
        }
        return null;
    }

    /**
     * Reads the rest of a test after the variable, with the bound below it or above it on the
     * stack.
     */
    private static LoopTest read(List<CodeElement> code, int from, int below, TypeKind kind) {
        if (kind != TypeKind.INT && kind != TypeKind.LONG) {
            return null;
        }
        List<Instruction> bound = new ArrayList<>();
        int depth = below;
        for (int at = from; at < code.size() && bound.size() <= LONGEST; at++) {
            switch (code.get(at)) {
                case BranchInstruction branch -> {
                    return kind == TypeKind.LONG
                            ? null
                            : ofInts(bound, depth, at, branch.opcode(), below);
                }
                case OperatorInstruction compared when compared.opcode() == Opcode.LCMP -> {
                    boolean closes =
                            depth == 1
                                    && kind == TypeKind.LONG
                                    && code.get(at + 1) instanceof BranchInstruction;
                    return closes ? ofSign(code, bound, at + 1) : null;
                }
                case Instruction part -> {
                    int after = below > 0 ? 0 : depthAfter(part, depth);
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

    /**
     * Returns the start of a loop: after the initialization of variables declared beside its own.
     */
    static int begin(List<CodeElement> code, int declared, int slot) {
        int at = declared;
        for (int i = at; i < code.size() && i <= declared + LONGEST_BEGIN; i++) {
            boolean jumps = code.get(i) instanceof BranchInstruction;
            if (i == at && (jumps || read(code, at, slot) != null)) {
                return at;
            }
            if (jumps) {
                return declared;
            }
            if (code.get(i) instanceof StoreInstruction) {
                at = i + 1;
                while (at < code.size() && !(code.get(at) instanceof Instruction)) {
                    at++;
                }
            }
        }
        return declared;
    }

    /**
     * Returns true if an iteration may change the bound, which consists of more than variables and
     * lengths.
     */
    boolean moves() {
        return bound.stream()
                .anyMatch(
                        part ->
                                part instanceof FieldInstruction
                                        || part instanceof InvokeInstruction
                                        || part instanceof ArrayLoadInstruction);
    }

    /** Returns the depth of the stack above the variable, or 0 if the code is no bound. */
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

    private static LoopTest ofInts(
            List<Instruction> bound, int depth, int at, Opcode opcode, int below) {
        ComparisonOperator order = order(opcode, "IF_ICMP");
        if (order != null) {
            return depth == 1 ? new LoopTest(bound, at, order, TypeKind.INT) : null;
        }
        ComparisonOperator sign = order(opcode, "IF");
        List<Instruction> zero = List.of(ConstantInstruction.ofIntrinsic(Opcode.ICONST_0));
        return depth == 0 && below == 0 && sign != null
                ? new LoopTest(zero, at, sign, TypeKind.INT)
                : null;
    }

    private static LoopTest ofSign(List<CodeElement> code, List<Instruction> bound, int at) {
        ComparisonOperator sign = order(((BranchInstruction) code.get(at)).opcode(), "IF");
        return sign == null ? null : new LoopTest(bound, at, sign, TypeKind.LONG);
    }

    /** Returns the order that a branch of some kind tests: less or greater; null for any other. */
    private static ComparisonOperator order(Opcode opcode, String kind) {
        return switch (opcode.name().replaceFirst("^" + kind, "")) {
            case "LT" -> ComparisonOperator.LT;
            case "LE" -> ComparisonOperator.LE;
            case "GT" -> ComparisonOperator.GT;
            case "GE" -> ComparisonOperator.GE;
            default -> null;
        };
    }
}
