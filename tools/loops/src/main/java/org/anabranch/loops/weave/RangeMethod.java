package org.anabranch.loops.weave;

import org.anabranch.loops.weave.OuterVariables.Captured;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A range of iterations of a marked loop as a method: outer variables are parameters, then the
 * first index and the bound, not included.
 */
final class RangeMethod {
    private final TypeKind kind;
    private final BodyMethod body;

    private RangeMethod(MarkedLoop loop, List<LocalVariable> variables, OuterVariables outer) {
        kind = loop.kind;
        body = new BodyMethod(loop, variables, outer, kind.slotSize());
    }

    /**
     * Returns the method, or null if the program's loop keeps values between iterations in
     * variables, or does not count by one to a bound that stays.
     *
     * @param loop the loop
     * @param variables of the method that has the loop
     * @param outer the variables from outside
     */
    static RangeMethod of(MarkedLoop loop, List<LocalVariable> variables, OuterVariables outer) {
        boolean keeps = !outer.added.isEmpty() || outer.captured.stream().anyMatch(Captured::isSet);
        boolean counts = loop.isPlain() && !loop.inclusive && !loop.boundMoves;
        return counts && loop.canStay() && !keeps ? new RangeMethod(loop, variables, outer) : null;
    }

    MethodTypeDesc type() {
        MethodTypeDesc one = body.type();
        return one.insertParameterTypes(one.parameterCount(), kind.upperBound());
    }

    /** Writes the method. */
    void write(CodeBuilder code) {
        boolean isLong = kind == TypeKind.LONG;
        int index = body.number;
        Label head = code.newLabel();
        Label next = code.newLabel();
        Label end = code.newLabel();
        body.describe(code, end);
        code.labelBinding(head);
        code.loadLocal(kind, index).loadLocal(kind, index + kind.slotSize());
        if (isLong) {
            code.lcmp().ifge(end);
        } else {
            code.if_icmpge(end);
        }
        body.iteration(code, next);
        code.labelBinding(next);
        if (isLong) {
            code.lload(index).lconst_1().ladd().lstore(index);
        } else {
            code.iinc(index, 1);
        }
        code.goto_(head).labelBinding(end).return_();
        body.behind(code, end);
    }
}
