package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeElement;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The outer variables that iterations of a marked loop use. A variable that an iteration always
 * sets first, and that is dead after the loop, is private to the iteration. A variable with a
 * constant increment is computed from the iteration's number. Each other variable that an iteration
 * sets is replaced by an array of one element.
 */
final class OuterVariables {
    /** Pseudo-slots for the bound and the step before the loop. */
    static final int BOUND = -1;

    static final int STEP = -2;

    /** The pseudo-slot for the first value of the loop's variable. */
    static final int FIRST = -3;

    /**
     * An outer variable.
     *
     * @param slot its slot in the method
     * @param name of the variable
     * @param type of the variable
     * @param isSet true if an iteration sets it, so that it is replaced by an array of one element
     */
    record Captured(int slot, String name, ClassDesc type, boolean isSet) {
        /** Returns the type of the method's parameter. */
        ClassDesc given() {
            return isSet ? type.arrayType() : type;
        }
    }

    final List<Captured> captured = new ArrayList<>();

    /** The increments of variables that are computed from the iteration's number. */
    final Map<Integer, Long> added = new HashMap<>();

    /** Variables replaced by arrays that an iteration may read before it sets them. */
    final Set<Integer> carriers = new HashSet<>();

    /** The highest slot in use. */
    int highest;

    private final MarkedLoop loop;
    private final List<LocalVariable> variables;
    private final ClassDesc self;

    /**
     * Finds the variables.
     *
     * @param loop the loop
     * @param variables of the method, by the compiler's debug information
     * @param self the class, if slot 0 is its object; else null
     * @throws NotWovenException if one cannot be used outside the method
     */
    OuterVariables(MarkedLoop loop, List<LocalVariable> variables, ClassDesc self) {
        this.loop = loop;
        this.variables = variables;
        this.self = self;
        loop.body().forEach(this::use);
        ClassDesc index = loop.kind.upperBound();
        if (loop.boundMoves) {
            loop.bound.forEach(this::use);
            captured.add(new Captured(BOUND, "bound", index, false));
        }
        if (!loop.stepCode.isEmpty()) {
            captured.add(new Captured(STEP, "step", index, false));
        }
        if (loop.isPlain() && !added.isEmpty()) {
            captured.add(new Captured(FIRST, "first", index, false));
        }
    }

    private void use(CodeElement element) {
        int slot =
                switch (element) {
                    case LoadInstruction load -> load.slot();
                    case StoreInstruction store -> store.slot();
                    case IncrementInstruction set -> set.slot();
                    default -> loop.slot;
                };
        highest = Math.max(highest, slot);
        if (slot != loop.slot && !isInner(slot)) {
            capture(slot);
        }
    }

    private boolean isInner(int slot) {
        return variables.stream()
                .anyMatch(
                        variable ->
                                variable.slot() == slot
                                        && loop.positionOf(variable.startScope()) >= loop.bodyFrom
                                        && loop.positionOf(variable.startScope()) <= loop.bodyTo);
    }

    private void capture(int slot) {
        boolean isSet = loop.isSet(slot);
        boolean carried = isSet && loop.isCarried(slot);
        boolean own = isSet && !carried && !loop.isLive(slot) && !loop.isCaught(slot);
        if (own || captured.stream().anyMatch(one -> one.slot == slot)) {
            return;
        }
        if (slot == 0 && self != null) {
            captured.add(new Captured(0, "this", self, false));
            return;
        }
        LocalVariable variable = variable(slot);
        String name = variable.name().stringValue();
        ClassDesc type = variable.typeSymbol();
        if (isSet) {
            checkSet(slot, name, type);
        }
        Long each = carried && isWhole(type) ? loop.added(slot) : null;
        if (each != null) {
            added.put(slot, each);
            captured.add(new Captured(slot, name, type, false));
        } else if (carried) {
            carriers.add(slot);
        }
        if (each == null || loop.isLive(slot)) {
            captured.add(new Captured(slot, name, type, isSet));
        }
    }

    private LocalVariable variable(int slot) {
        return variables.stream()
                .filter(one -> one.slot() == slot)
                .filter(one -> loop.positionOf(one.startScope()) <= loop.from)
                .filter(one -> loop.positionOf(one.endScope()) >= loop.to)
                .findFirst()
                .orElseThrow(
                        () ->
                                loop.refuse(
                                        "variable "
                                                + slot
                                                + " is not in its debug information"
                                                + " (compile with -g)"));
    }

    private static boolean isWhole(ClassDesc type) {
        return type.equals(CD_int) || type.equals(CD_long);
    }

    private void checkSet(int slot, String name, ClassDesc type) {
        if (!type.isPrimitive()) {
            throw loop.refuse("it sets the variable " + name + ", a reference that is used later");
        }
        if (loop.isCaught(slot)) {
            throw loop.refuse("it sets the variable " + name + ", which a catch reads");
        }
    }

    /** Returns the kind of a captured variable. */
    TypeKind kind(int slot) {
        return captured.stream()
                .filter(one -> one.slot() == slot)
                .map(one -> TypeKind.from(one.type()))
                .findFirst()
                .orElseThrow();
    }
}
