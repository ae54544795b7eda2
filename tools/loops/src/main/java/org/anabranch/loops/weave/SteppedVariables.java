package org.anabranch.loops.weave;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Map;

/**
 * The beginning of an iteration, which computes from its number the variables that are stepped by a
 * constant.
 *
 * @param loop the loop
 * @param outer the variables from outside
 * @param slots those in the method of the iteration
 * @param start the slot of the first value of the variable, if iterations are numbered
 * @param number the slot of the iteration's number, or of the variable itself if it counts up by
 *     one
 */
record SteppedVariables(
        MarkedLoop loop, OuterVariables outer, Map<Integer, Integer> slots, int start, int number) {

    /** Writes the instructions. */
    void write(CodeBuilder code) {
        if (!loop.isPlain()) {
            variable(code);
        }
        outer.added.forEach((slot, each) -> induction(slot, each, code));
    }

    /** Computes the variable of the loop. */
    private void variable(CodeBuilder code) {
        code.loadLocal(loop.kind, start).loadLocal(loop.kind, number);
        if (!loop.stepCode.isEmpty()) {
            code.loadLocal(loop.kind, slots.get(OuterVariables.STEP));
        } else if (loop.kind == TypeKind.LONG) {
            code.loadConstant(loop.step);
        } else {
            code.loadConstant((int) loop.step);
        }
        if (loop.kind == TypeKind.LONG) {
            code.lmul().ladd();
        } else {
            code.imul().iadd();
        }
        code.storeLocal(loop.kind, slots.get(loop.slot));
    }

    /** Computes an induction variable. */
    private void induction(int slot, long each, CodeBuilder code) {
        code.loadLocal(loop.kind, number).conversion(loop.kind, TypeKind.LONG);
        if (loop.isPlain()) {
            code.loadLocal(loop.kind, slots.get(OuterVariables.FIRST))
                    .conversion(loop.kind, TypeKind.LONG);
            code.lsub();
        }
        TypeKind kind = outer.kind(slot);
        code.loadConstant(each).lmul();
        code.loadLocal(kind, slots.get(slot)).conversion(kind, TypeKind.LONG).ladd();
        code.conversion(TypeKind.LONG, kind).storeLocal(kind, slots.get(slot));
    }
}
