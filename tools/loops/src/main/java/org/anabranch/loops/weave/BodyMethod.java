package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.PseudoInstruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One iteration of a marked loop as a method of its own: what it uses from outside, then i. */
final class BodyMethod {
    /** A variable from outside. */
    record Captured(int slot, String name, ClassDesc type) {}

    private final MarkedLoop loop;
    final List<Captured> captured = new ArrayList<>();
    private final Map<Integer, Integer> slots = new HashMap<>();
    private final Map<Label, Label> labels = new HashMap<>();
    private final List<LocalVariable> variables;

    /** Where the first value of the variable is, if iterations are numbered. */
    private final int start;

    /** Where the number of the iteration is, or the variable itself if it counts up by one. */
    private final int number;

    /**
     * Prepares.
     *
     * @param loop the loop
     * @param variables of the method, by the compiler's debug information
     * @param self the class, if slot 0 is its object; else null
     * @throws NotWovenException if the iteration cannot be taken out
     */
    BodyMethod(MarkedLoop loop, List<LocalVariable> variables, ClassDesc self) {
        this.loop = loop;
        this.variables = variables;
        for (CodeElement element : loop.body()) {
            int slot =
                    element instanceof LoadInstruction load
                            ? load.slot()
                            : element instanceof IncrementInstruction set ? set.slot() : -1;
            if (slot >= 0 && slot != loop.slot && !isInner(slot)) {
                capture(slot, self);
            }
            check(element);
        }
        int next = 0;
        for (Captured one : captured) {
            slots.put(one.slot, next);
            next += TypeKind.from(one.type).slotSize();
        }
        int size = loop.kind.slotSize();
        start = next;
        number = loop.isPlain() ? next : next + size;
        slots.put(loop.slot, loop.isPlain() ? next : next + 2 * size);
    }

    private void check(CodeElement element) {
        if (element instanceof ReturnInstruction) {
            throw loop.refuse("it returns");
        }
        if (element instanceof MonitorInstruction) {
            throw loop.refuse("it is synchronized");
        }
        if (element instanceof StoreInstruction store && !isInner(store.slot())) {
            capture(store.slot(), null);
        }
        targets(element)
                .forEach(
                        target -> {
                            if (!loop.isInside(target)) {
                                throw loop.refuse("it breaks");
                            }
                        });
    }

    private static List<Label> targets(CodeElement element) {
        return switch (element) {
            case BranchInstruction branch -> List.of(branch.target());
            case TableSwitchInstruction table -> targets(table.cases(), table.defaultTarget());
            case LookupSwitchInstruction table -> targets(table.cases(), table.defaultTarget());
            default -> List.of();
        };
    }

    private static List<Label> targets(List<SwitchCase> cases, Label otherwise) {
        List<Label> all = new ArrayList<>(cases.stream().map(SwitchCase::target).toList());
        all.add(otherwise);
        return all;
    }

    private boolean isInner(int slot) {
        return variables.stream()
                .anyMatch(
                        variable ->
                                variable.slot() == slot
                                        && loop.positionOf(variable.startScope()) >= loop.bodyFrom
                                        && loop.positionOf(variable.startScope()) <= loop.bodyTo);
    }

    private void capture(int slot, ClassDesc self) {
        if (captured.stream().anyMatch(one -> one.slot == slot)) {
            return;
        }
        if (slot == 0 && self != null) {
            captured.add(new Captured(0, "this", self));
            return;
        }
        LocalVariable variable =
                variables.stream()
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
        String name = variable.name().stringValue();
        if (loop.isSet(slot)) {
            throw loop.refuse("it sets the variable " + name + ": use an array of one element");
        }
        captured.add(new Captured(slot, name, variable.typeSymbol()));
    }

    MethodTypeDesc type() {
        List<ClassDesc> types = new ArrayList<>(captured.stream().map(Captured::type).toList());
        types.add(index());
        if (!loop.isPlain()) {
            types.add(index());
        }
        return MethodTypeDesc.of(CD_void, types);
    }

    /** The type of the loop's variable. */
    ClassDesc index() {
        return loop.kind == TypeKind.LONG ? CD_long : CD_int;
    }

    private int slot(int old) {
        return slots.computeIfAbsent(old, key -> slots.get(loop.slot) + loop.kind.slotSize() + key);
    }

    /** Makes the variable from the number of the iteration. */
    private void number(CodeBuilder code) {
        code.loadLocal(loop.kind, start).loadLocal(loop.kind, number);
        if (loop.kind == TypeKind.LONG) {
            code.loadConstant(loop.step).lmul().ladd();
        } else {
            code.loadConstant((int) loop.step).imul().iadd();
        }
        code.storeLocal(loop.kind, slots.get(loop.slot));
    }

    /** Writes the method. */
    void write(CodeBuilder code) {
        Label end = code.newLabel();
        for (Captured one : captured) {
            code.localVariable(slots.get(one.slot), one.name, one.type, code.startLabel(), end);
        }
        for (LocalVariable variable : variables) {
            if (variable.slot() == loop.slot && loop.positionOf(variable.endScope()) >= loop.to) {
                String name = variable.name().stringValue();
                describe(name, code, end);
                break;
            }
        }
        if (loop.firstLine() > 0) {
            code.lineNumber(loop.firstLine());
        }
        if (!loop.isPlain()) {
            number(code);
        }
        for (CodeElement element : loop.body()) {
            write(element, code, end);
        }
        code.labelBinding(end).return_();
    }

    private void describe(String name, CodeBuilder code, Label end) {
        code.localVariable(slots.get(loop.slot), name, index(), code.startLabel(), end);
        if (!loop.isPlain()) {
            code.localVariable(start, name + "0", index(), code.startLabel(), end);
            code.localVariable(number, "step", index(), code.startLabel(), end);
        }
    }

    private void write(CodeElement element, CodeBuilder code, Label end) {
        switch (element) {
            case LabelTarget label -> code.labelBinding(label(label.label(), code));
            case LineNumber number -> code.lineNumber(number.line());
            case LoadInstruction load -> code.loadLocal(load.typeKind(), slot(load.slot()));
            case StoreInstruction store -> code.storeLocal(store.typeKind(), slot(store.slot()));
            case IncrementInstruction set -> code.iinc(slot(set.slot()), set.constant());
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
