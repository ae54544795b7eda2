package org.anabranch.loops.weave;

import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.anabranch.loops.lift.FlowGraph;
import org.anabranch.loops.weave.OuterVariables.Captured;

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

/** One iteration of a marked loop as a method: outer variables are parameters, then the index. */
final class BodyMethod {
    private static final ClassDesc CHANGED = ClassDesc.of(BoundChangedException.class.getName());

    private final MarkedLoop loop;
    private final Map<Label, Label> labels = new HashMap<>();
    private final List<LocalVariable> variables;
    final OuterVariables outer;
    final VariablePlaces places;

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
        this.loop = loop;
        this.variables = variables;
        this.outer = outer;
        this.places = new VariablePlaces(loop, outer, isRange);
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

    /** Adds the debug information of the variables from outside, for messages of exceptions. */
    void describe(CodeBuilder code, Label end) {
        variables.stream()
                .filter(one -> one.slot() == loop.slot)
                .filter(one -> loop.positionOf(one.endScope()) >= loop.to)
                .findFirst()
                .ifPresent(one -> places.describe(one.name().stringValue(), code, end));
    }

    /** Writes the copies of handlers behind the loop. */
    void behind(CodeBuilder code, Label end) {
        for (Map.Entry<Label, List<CodeElement>> handler : loop.handlers.behind.entrySet()) {
            code.labelBinding(label(handler.getKey(), code));
            handler.getValue().forEach(element -> write(element, code, end));
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
        places.begin(code);
        loop.handlers.declare(code, old -> target(old, code, end));
        for (CodeElement element : loop.body()) {
            write(element, code, end);
        }
        variables.stream()
                .filter(loop::isInner)
                .filter(one -> !places.isKept(one.slot()))
                .forEach(inner -> describe(inner, code, end));
    }

    /** Ends the loop elsewhere if an iteration has changed the bound. */
    private void compareBounds(CodeBuilder code, Label end) {
        int now = places.free();
        loop.bound.forEach(part -> write(part, code, end));
        code.storeLocal(loop.kind, now);
        code.loadLocal(loop.kind, now).loadLocal(loop.kind, places.slot(OuterVariables.BOUND));
        Label same = code.newLabel();
        if (loop.kind == TypeKind.LONG) {
            code.lcmp().ifeq(same);
        } else {
            code.if_icmpeq(same);
        }
        code.new_(CHANGED).dup();
        code.loadLocal(loop.kind, places.number()).conversion(loop.kind, TypeKind.LONG);
        code.loadLocal(loop.kind, now).conversion(loop.kind, TypeKind.LONG);
        code.invokespecial(CHANGED, "<init>", MethodTypeDesc.of(CD_void, CD_long, CD_long));
        code.athrow().labelBinding(same);
    }

    /** Adds the debug information of a variable of the iteration, for messages. */
    private void describe(LocalVariable inner, CodeBuilder code, Label end) {
        boolean inside = loop.positionOf(inner.endScope()) < loop.bodyTo;
        code.localVariable(
                places.slot(inner.slot()),
                inner.name().stringValue(),
                inner.typeSymbol(),
                label(inner.startScope(), code),
                inside ? label(inner.endScope(), code) : end);
    }

    private void write(CodeElement element, CodeBuilder code, Label end) {
        switch (element) {
            case LabelTarget label -> code.labelBinding(label(label.label(), code));
            case LineNumber number -> code.lineNumber(number.line());
            case LoadInstruction load -> places.load(load, code);
            case StoreInstruction store -> places.store(store.typeKind(), store.slot(), code);
            case IncrementInstruction set -> places.increment(set, code);
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
