package org.anabranch.loops.compile;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The generator of instructions for statements. */
final class StatementCode {
    private final CodeBuilder code;
    private final Slots slots;
    private final Label next;
    private final ExpressionCode expressions;
    private final AccessCode accesses;
    private final Map<Integer, Label> starts = new HashMap<>();
    private final Map<Integer, Label> ends = new HashMap<>();

    /**
     * Creates a generator.
     *
     * @param code receives the instructions
     * @param slots the slots of variables
     * @param next the end of the iteration
     */
    StatementCode(CodeBuilder code, Slots slots, Label next) {
        this.code = code;
        this.slots = slots;
        this.next = next;
        this.expressions = new ExpressionCode(code, slots);
        this.accesses = new AccessCode(code, slots, expressions);
    }

    void all(List<Statement> statements) {
        statements.forEach(this::one);
    }

    private void one(Statement statement) {
        switch (statement) {
            case Statement.Assign assign -> assign(assign);
            case Statement.Store store -> accesses.store(store);
            case Statement.If choice -> choose(choice);
            case Statement.Repeat loop -> {
                Label start = code.newLabel();
                Label end = code.newLabel();
                starts.put(loop.label(), start);
                ends.put(loop.label(), end);
                code.labelBinding(start);
                if (slots.isLimited(loop.label())) {
                    step();
                }
                all(loop.body());
                code.goto_w(start);
                code.labelBinding(end);
            }
            case Statement.Labelled block -> {
                Label end = code.newLabel();
                ends.put(block.label(), end);
                all(block.body());
                code.labelBinding(end);
            }
            case Statement.Break jump -> code.goto_w(ends.get(jump.label()));
            case Statement.Continue jump -> code.goto_w(starts.get(jump.label()));
            case Statement.End end -> code.goto_w(next);
            case Statement.Fault fault -> code.aconst_null().athrow();
        }
    }

    private void step() {
        Label more = code.newLabel();
        code.iinc(slots.steps(), -1);
        code.iload(slots.steps()).ifge(more);
        code.aload(slots.log());
        code.invokeinterface(Slots.LOG, "exhausted", MethodTypeDesc.of(ConstantDescs.CD_void));
        code.labelBinding(more);
    }

    private void assign(Statement.Assign assign) {
        switch (assign.value()) {
            case Expression.Load load -> {
                if (load.element().kind() == Kind.REFERENCE) {
                    slots.row(assign.target(), load.base());
                    accesses.row(assign.target(), load);
                    return;
                }
                accesses.load(load, assign.target());
            }
            case Expression.Length length -> accesses.length(length);
            case Expression.NewArray made -> {
                expressions.push(made.length());
                code.newarray(TypeKind.valueOf(made.element().name()));
            }
            default -> expressions.push(assign.value());
        }
        code.storeLocal(Slots.type(assign.target().kind()), slots.of(assign.target()));
    }

    private void choose(Statement.If choice) {
        Label otherwise = code.newLabel();
        expressions.unless(choice.condition(), otherwise);
        all(choice.then());
        if (choice.otherwise().isEmpty()) {
            code.labelBinding(otherwise);
            return;
        }
        Label end = code.newLabel();
        code.goto_w(end);
        code.labelBinding(otherwise);
        all(choice.otherwise());
        code.labelBinding(end);
    }
}
