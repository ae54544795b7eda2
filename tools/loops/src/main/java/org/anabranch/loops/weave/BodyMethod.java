package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.lift.FlowGraph;
import org.anabranch.loops.weave.OuterVariables.Captured;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One iteration of a marked loop as a method: outer variables are parameters, then the index. */
final class BodyMethod {
    private static final ClassDesc CHANGED = ClassDesc.of(BoundChangedException.class.getName());

    private final MarkedLoop loop;
    private final Map<Integer, Integer> slots = new HashMap<>();

    /** The slots of the arrays for variables that an iteration sets. */
    private final Map<Integer, Integer> cells = new HashMap<>();

    /** True if the method has many iterations, and keeps those variables between them. */
    private final boolean isRange;

    private final Map<Label, Label> labels = new HashMap<>();
    private final List<LocalVariable> variables;
    final OuterVariables outer;

    /** The slot of the first value of the variable, if iterations are numbered. */
    private final int start;

    /** The slot of the iteration's number, or of the variable itself if it counts up by one. */
    final int number;

    /** The first slot of the variables of the iteration. */
    private final int inner;

    /**
     * Creates the method.
     *
     * @param loop the loop
     * @param variables of the method, by the compiler's debug information
     * @param self the class, if slot 0 is its object; else null
     * @throws NotWovenException if the iteration cannot be extracted
     */
    BodyMethod(MarkedLoop loop, List<LocalVariable> variables, ClassDesc self) {
        this(loop, variables, new OuterVariables(loop, variables, self), false);
        loop.body().forEach(this::check);
    }

    /**
     * Creates the method, or that of a range, which has the bound after the index.
     *
     * @param isRange true if it is that of a range
     */
    BodyMethod(
            MarkedLoop loop, List<LocalVariable> variables, OuterVariables outer, boolean isRange) {
        this.isRange = isRange;
        this.loop = loop;
        this.variables = variables;
        this.outer = outer;
        int next = 0;
        for (Captured one : outer.captured) {
            (one.isSet() ? cells : slots).put(one.slot(), next);
            next += TypeKind.from(one.given()).slotSize();
        }
        int size = loop.kind.slotSize();
        start = next;
        number = loop.isPlain() ? next : next + size;
        slots.put(loop.slot, loop.isPlain() ? next : next + 2 * size);
        inner = slots.get(loop.slot) + (isRange ? 2 * size : size);
    }

    private void check(CodeElement element) {
        if (element instanceof ReturnInstruction) {
            throw loop.refuse("it returns");
        }
        for (Label target : FlowGraph.targets(element)) {
            if (!loop.isInside(target)) {
                throw loop.refuse("it breaks");
            }
        }
    }

    MethodTypeDesc type() {
        List<ClassDesc> types =
                new ArrayList<>(outer.captured.stream().map(Captured::given).toList());
        types.add(loop.kind.upperBound());
        if (!loop.isPlain()) {
            types.add(loop.kind.upperBound());
        }
        return MethodTypeDesc.of(CD_void, types);
    }

    /** Returns the slot of a variable. */
    int slot(int old) {
        return slots.computeIfAbsent(old, key -> inner + key);
    }

    /** Returns the slot of the array for a variable that an iteration sets. */
    int cell(int old) {
        return cells.get(old);
    }

    /** Returns the first slot that no variable of the iteration uses. */
    int free() {
        return inner + outer.highest + 2;
    }

    private boolean isInArray(int slot) {
        return !isRange && cells.containsKey(slot);
    }

    /** Writes the method. */
    void write(CodeBuilder code) {
        Label end = code.newLabel();
        describe(code, end);
        iteration(code, end);
        code.labelBinding(end);
        if (loop.boundMoves) {
            compareBounds(code, end);
        }
        code.return_();
        behind(code, end);
    }

    /** Writes the copies of handlers behind the loop. */
    void behind(CodeBuilder code, Label end) {
        for (Map.Entry<Label, List<CodeElement>> handler : loop.handlers.behind.entrySet()) {
            code.labelBinding(label(handler.getKey(), code));
            handler.getValue().forEach(element -> write(element, code, end));
        }
    }

    /** Adds the debug information of the variables from outside, for messages of exceptions. */
    void describe(CodeBuilder code, Label end) {
        for (Captured one : outer.captured) {
            boolean isArray = isInArray(one.slot());
            int at = isArray ? cell(one.slot()) : slot(one.slot());
            ClassDesc type = isArray ? one.given() : one.type();
            code.localVariable(at, one.name(), type, code.startLabel(), end);
        }
        for (LocalVariable variable : variables) {
            if (variable.slot() == loop.slot && loop.positionOf(variable.endScope()) >= loop.to) {
                String name = variable.name().stringValue();
                describe(name, code, end);
                break;
            }
        }
    }

    /**
     * Writes the instructions of the iteration.
     *
     * @param end the end of the iteration, which the caller binds
     */
    void iteration(CodeBuilder code, Label end) {
        if (loop.firstLine() > 0) {
            code.lineNumber(loop.firstLine());
        }
        new SteppedVariables(loop, outer, slots, start, number).write(code);
        loop.handlers.declare(code, old -> target(old, code, end));
        for (CodeElement element : loop.body()) {
            write(element, code, end);
        }
        variables.stream()
                .filter(loop::isInner)
                .filter(one -> !isRange || !cells.containsKey(one.slot()))
                .forEach(inner -> describe(inner, code, end));
    }

    /** Ends the loop elsewhere if an iteration has changed the bound. */
    private void compareBounds(CodeBuilder code, Label end) {
        int now = slot(outer.highest) + 2;
        loop.bound.forEach(part -> write(part, code, end));
        code.storeLocal(loop.kind, now);
        code.loadLocal(loop.kind, now).loadLocal(loop.kind, slots.get(OuterVariables.BOUND));
        Label same = code.newLabel();
        if (loop.kind == TypeKind.LONG) {
            code.lcmp().ifeq(same);
        } else {
            code.if_icmpeq(same);
        }
        code.new_(CHANGED).dup();
        code.loadLocal(loop.kind, number).conversion(loop.kind, TypeKind.LONG);
        code.loadLocal(loop.kind, now).conversion(loop.kind, TypeKind.LONG);
        code.invokespecial(CHANGED, "<init>", MethodTypeDesc.of(CD_void, CD_long, CD_long));
        code.athrow().labelBinding(same);
    }

    /** Adds the debug information of a variable of the iteration, for messages. */
    private void describe(LocalVariable inner, CodeBuilder code, Label end) {
        boolean inside = loop.positionOf(inner.endScope()) < loop.bodyTo;
        code.localVariable(
                slot(inner.slot()),
                inner.name().stringValue(),
                inner.typeSymbol(),
                label(inner.startScope(), code),
                inside ? label(inner.endScope(), code) : end);
    }

    private void describe(String name, CodeBuilder code, Label end) {
        code.localVariable(
                slots.get(loop.slot), name, loop.kind.upperBound(), code.startLabel(), end);
        if (!loop.isPlain()) {
            code.localVariable(start, name + "0", loop.kind.upperBound(), code.startLabel(), end);
            code.localVariable(number, "number", loop.kind.upperBound(), code.startLabel(), end);
        }
    }

    private void write(CodeElement element, CodeBuilder code, Label end) {
        switch (element) {
            case LabelTarget label -> code.labelBinding(label(label.label(), code));
            case LineNumber number -> code.lineNumber(number.line());
            case LoadInstruction load -> load(load, code);
            case StoreInstruction store -> store(store.typeKind(), store.slot(), code);
            case IncrementInstruction set -> increment(set, code);
            case BranchInstruction branch ->
                    code.branch(branch.opcode(), target(branch.target(), code, end));
            case TableSwitchInstruction table ->
                    code.tableswitch(
                            table.lowValue(),
                            table.highValue(),
                            target(table.defaultTarget(), code, end),
                            cases(table.cases(), code, end));
            case LookupSwitchInstruction table ->
                    code.lookupswitch(
                            target(table.defaultTarget(), code, end),
                            cases(table.cases(), code, end));
            case Instruction instruction -> code.with(instruction);
            case PseudoInstruction debug -> {}
            default -> {}
        }
    }

    private void load(LoadInstruction load, CodeBuilder code) {
        int slot = load.slot();
        if (outer.carriers.contains(slot) && isInArray(slot)) {
            code.aload(cell(slot)).iconst_0().arrayLoad(outer.kind(slot));
        } else {
            code.loadLocal(load.typeKind(), slot(slot));
        }
    }

    /** Stores a value for later iterations, or for code after the loop, in its array. */
    private void store(TypeKind type, int slot, CodeBuilder code) {
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

    /** Moves the top of the stack below the value under it. */
    private static void below(boolean wide, CodeBuilder code) {
        if (wide) {
            code.dup_x2().pop();
        } else {
            code.swap();
        }
    }

    private void increment(IncrementInstruction set, CodeBuilder code) {
        int slot = set.slot();
        if (!isInArray(slot)) {
            code.iinc(slot(slot), set.constant());
            return;
        }
        load(LoadInstruction.of(TypeKind.INT, slot), code);
        code.loadConstant(set.constant()).iadd();
        store(TypeKind.INT, slot, code);
    }

    private List<SwitchCase> cases(List<SwitchCase> cases, CodeBuilder code, Label end) {
        return cases.stream()
                .map(one -> SwitchCase.of(one.caseValue(), target(one.target(), code, end)))
                .toList();
    }

    private Label label(Label old, CodeBuilder code) {
        return labels.computeIfAbsent(old, key -> code.newLabel());
    }

    private Label target(Label old, CodeBuilder code, Label end) {
        return loop.ends(old) ? end : label(old, code);
    }
}
