package org.anabranch.loops.weave;

import org.anabranch.loops.weave.OuterVariables.Captured;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * The places of variables in a method with iterations: slots, and elements of arrays for those that
 * an iteration sets. A range keeps these in slots, too, between its iterations.
 */
final class VariablePlaces {
    private final MarkedLoop loop;
    private final OuterVariables outer;
    private final Map<Integer, Integer> slots = new HashMap<>();

    /** The slots of the arrays for variables that an iteration sets. */
    private final Map<Integer, Integer> cells = new HashMap<>();

    private final boolean isRange;

    /** The slot of the first value of the variable, if iterations are numbered. */
    private final int start;

    /** The slot of the iteration's number, or of the variable itself if it counts up by one. */
    private final int number;

    /** The first slot of the variables of the iteration. */
    private final int inner;

    VariablePlaces(MarkedLoop loop, OuterVariables outer, boolean isRange) {
        this.loop = loop;
        this.outer = outer;
        this.isRange = isRange;
        int next = 0;
        for (Captured one : outer.captured) {
            (one.isSet() ? cells : slots).put(one.slot(), next);
            next += TypeKind.from(one.given()).slotSize();
        }
        int size = loop.kind.slotSize();
        start = next;
        number = loop.isPlain() ? next : next + size;
        int bound = isRange ? size : 0; // behind the number
        slots.put(loop.slot, loop.isPlain() ? next : number + size + bound);
        inner = number + size + bound + (loop.isPlain() ? 0 : size);
    }

    /** Returns the slot of a variable. */
    int slot(int old) {
        return slots.computeIfAbsent(old, key -> inner + key);
    }

    /** Returns the slot of the array for a variable that an iteration sets. */
    int cell(int old) {
        return cells.get(old);
    }

    /** Returns the slot of the iteration's number, or of the variable if it counts up by one. */
    int number() {
        return number;
    }

    /** Returns the first slot that no variable uses. */
    int free() {
        return inner + outer.highest + 2;
    }

    /** Returns true for a variable that iterations set, and that stays in a slot between them. */
    boolean isKept(int slot) {
        return isRange && cells.containsKey(slot);
    }

    private boolean isInArray(int slot) {
        return !isRange && cells.containsKey(slot);
    }

    /** Computes the variables that depend on the iteration's number. */
    void begin(CodeBuilder code) {
        new SteppedVariables(loop, outer, slots, start, number).write(code);
    }

    /** Loads a variable. */
    void load(LoadInstruction load, CodeBuilder code) {
        int slot = load.slot();
        if (outer.carriers.contains(slot) && isInArray(slot)) {
            code.aload(cell(slot)).iconst_0().arrayLoad(outer.kind(slot));
        } else {
            code.loadLocal(load.typeKind(), slot(slot));
        }
    }

    /** Stores a value for later iterations, or for code after the loop, in its array. */
    void store(TypeKind type, int slot, CodeBuilder code) {
        boolean wide = type.slotSize() == 2;
        boolean isInArray = isInArray(slot);
        if (!isInArray || !outer.carriers.contains(slot)) {
            if (isInArray) {
                code.with(StackInstruction.of(wide ? Opcode.DUP2 : Opcode.DUP));
            }
            code.storeLocal(type, slot(slot));
        }
        if (isInArray) {
            code.aload(cell(slot));
            below(wide, code);
            code.iconst_0();
            below(wide, code);
            code.arrayStore(outer.kind(slot));
        }
    }

    /** Adds a constant to a variable. */
    void increment(IncrementInstruction set, CodeBuilder code) {
        int slot = set.slot();
        if (!isInArray(slot)) {
            code.iinc(slot(slot), set.constant());
            return;
        }
        load(LoadInstruction.of(TypeKind.INT, slot), code);
        code.loadConstant(set.constant()).iadd();
        store(TypeKind.INT, slot, code);
    }

    /** Adds the debug information of the parameters: for messages of exceptions. */
    void describe(String variable, CodeBuilder code, Label end) {
        for (Captured one : outer.captured) {
            boolean isArray = one.isSet() && !isRange;
            int at = isArray ? cell(one.slot()) : slot(one.slot());
            ClassDesc type = isArray ? one.given() : one.type();
            code.localVariable(at, one.name(), type, code.startLabel(), end);
        }
        describe(slot(loop.slot), variable, code, end);
        if (!loop.isPlain()) {
            describe(start, variable + "0", code, end);
            describe(number, "number", code, end);
        }
    }

    private void describe(int slot, String name, CodeBuilder code, Label end) {
        code.localVariable(slot, name, loop.kind.upperBound(), code.startLabel(), end);
    }

    /** Moves the top of the stack below the value under it. */
    private static void below(boolean wide, CodeBuilder code) {
        if (wide) {
            code.dup_x2().pop();
        } else {
            code.swap();
        }
    }
}
