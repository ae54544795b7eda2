package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Float;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_float;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.anabranch.loops.weave.OuterVariables.Captured;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/**
 * A range of iterations of a marked loop as a method: outer variables are parameters, then the
 * first index and the bound, not included. A variable that iterations set is one of the method's
 * own meanwhile; its array is written at the end, if the value is another one, since slices of a
 * proved loop have the same array, and at most one of them sets it.
 */
final class RangeMethod {
    private final TypeKind kind;
    private final BodyMethod body;
    private final List<Captured> kept;

    private RangeMethod(MarkedLoop loop, List<LocalVariable> variables, OuterVariables outer) {
        kind = loop.kind;
        body = new BodyMethod(loop, variables, outer, true);
        kept = outer.captured.stream().filter(Captured::isSet).toList();
    }

    /**
     * Returns the method, or null if another variable is computed from the iteration's number, or
     * the bound may move.
     *
     * @param loop the loop
     * @param variables of the method that has the loop
     * @param outer the variables from outside
     */
    static RangeMethod of(MarkedLoop loop, List<LocalVariable> variables, OuterVariables outer) {
        return !loop.boundMoves && loop.canStay() && outer.added.isEmpty()
                ? new RangeMethod(loop, variables, outer)
                : null;
    }

    MethodTypeDesc type() {
        MethodTypeDesc one = body.type();
        return one.insertParameterTypes(one.parameterCount(), kind.upperBound());
    }

    /** Writes the method. */
    void write(CodeBuilder code) {
        boolean isLong = kind == TypeKind.LONG;
        int index = body.places.number();
        Label head = code.newLabel();
        Label next = code.newLabel();
        Label end = code.newLabel();
        body.describe(code, end);
        kept.forEach(one -> take(one, code));
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
        code.goto_(head).labelBinding(end);
        kept.forEach(one -> giveBack(one, code));
        code.return_();
        body.behind(code, end);
    }

    /** Returns the slot of a kept variable's first value. */
    private int first(Captured one) {
        return body.places.free() + 2 * kept.indexOf(one);
    }

    /** Takes the value of a kept variable from its array. */
    private void take(Captured one, CodeBuilder code) {
        TypeKind type = TypeKind.from(one.type());
        for (int slot : new int[] {body.places.slot(one.slot()), first(one)}) {
            code.aload(body.places.cell(one.slot())).iconst_0().arrayLoad(type);
            code.storeLocal(type.asLoadable(), slot);
        }
    }

    /** Writes a kept variable to its array, if its bits have changed. */
    private void giveBack(Captured one, CodeBuilder code) {
        TypeKind type = TypeKind.from(one.type());
        TypeKind loaded = type.asLoadable();
        int value = body.places.slot(one.slot());
        Label same = code.newLabel();
        bits(loaded, value, code);
        bits(loaded, first(one), code);
        if (loaded.slotSize() == 2) {
            code.lcmp().ifeq(same);
        } else {
            code.if_icmpeq(same);
        }
        code.aload(body.places.cell(one.slot()))
                .iconst_0()
                .loadLocal(loaded, value)
                .arrayStore(type);
        code.labelBinding(same);
    }

    private static void bits(TypeKind type, int slot, CodeBuilder code) {
        code.loadLocal(type, slot);
        if (type == TypeKind.DOUBLE) {
            MethodTypeDesc taken = MethodTypeDesc.of(CD_long, CD_double);
            code.invokestatic(CD_Double, "doubleToRawLongBits", taken);
        } else if (type == TypeKind.FLOAT) {
            MethodTypeDesc taken = MethodTypeDesc.of(CD_int, CD_float);
            code.invokestatic(CD_Float, "floatToRawIntBits", taken);
        }
    }
}
