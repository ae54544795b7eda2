package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;

import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.List;

/** The translator for instructions that copy and move operands; long and double count as two. */
record StackMoves(OperandStack values) {

    void move(Opcode opcode) {
        switch (opcode) {
            case POP -> take(1);
            case POP2 -> take(2);
            case SWAP -> {
                Expression top = values.pop();
                Expression below = values.pop();
                values.push(top);
                values.push(below);
            }
            case DUP -> duplicate(1, 0);
            case DUP_X1 -> duplicate(1, 1);
            case DUP_X2 -> duplicate(1, 2);
            case DUP2 -> duplicate(2, 0);
            case DUP2_X1 -> duplicate(2, 1);
            case DUP2_X2 -> duplicate(2, 2);
            default -> throw values.refuse("it uses " + opcode);
        }
    }

    private void duplicate(int words, int under) {
        List<Expression> top = new ArrayList<>();
        for (Expression value : take(words)) {
            top.add(value instanceof Expression.Read ? value : values.fix(value));
        }
        List<Expression> below = take(under);
        values.stack.addAll(top);
        values.stack.addAll(below);
        values.stack.addAll(top);
    }

    private List<Expression> take(int words) {
        List<Expression> taken = new ArrayList<>();
        for (int left = words; left > 0; ) {
            Expression value = values.pop();
            taken.addFirst(value);
            left -= value.kind() == Kind.LONG || value.kind() == Kind.DOUBLE ? 2 : 1;
        }
        return taken;
    }
}
