package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.function.Predicate;

/**
 * The writer of statements for one iteration, as the body of a function that returns 0, or 1 at a
 * fault.
 */
class ScalarStatements extends StatementWriter {

    ScalarStatements(
            StringBuilder text,
            KernelMemory memory,
            Expressions expressions,
            Predicate<Statement> proved,
            Names names) {
        super(text, memory, expressions, proved, names);
    }

    @Override
    void write(List<Statement> statements) {
        for (Statement statement : statements) {
            write(statement);
        }
    }

    private void write(Statement statement) {
        switch (statement) {
            case Statement.Assign assign -> assign(assign);
            case Statement.Store store -> store(store);
            case Statement.If choice -> choose(choice);
            case Statement.Repeat repeat -> repeat(repeat);
            case Statement.Labelled block -> {
                open(block.label(), false);
                write(block.body());
                close();
            }
            case Statement.Jump jump -> jump(jump.label(), jump instanceof Statement.Continue);
            case Statement.End end -> line("return 0;");
            case Statement.Fault fault -> line("return 1;");
        }
    }

    void repeat(Statement.Repeat repeat) {
        open(repeat.label(), true);
        write(repeat.body());
        close();
    }

    private void choose(Statement.If choice) {
        line("if " + condition(expressions.mask(choice.condition(), Lanes.SCALAR)) + " {");
        write(choice.then());
        if (!choice.otherwise().isEmpty()) {
            line("} else {");
            write(choice.otherwise());
        }
        line("}");
    }

    static String condition(String mask) {
        return mask.startsWith("(") && mask.endsWith(")") ? mask : "(" + mask + ")";
    }

    private void assign(Statement.Assign assign) {
        String target = KernelMemory.name(assign.target());
        switch (assign.value()) {
            case Expression.Load load -> {
                String index = index(assign, load.element(), load.base(), load.index());
                String value =
                        load.element().kind() == Kind.REFERENCE
                                ? "(long) "
                                        + index
                                        + " * "
                                        + memory.rowLength(memory.input(load.base()))
                                : element(load.element(), load.base(), index);
                line(target + " = " + value + "; }");
            }
            case Expression.Length length ->
                    line(target + " = " + memory.length(length.base()) + ";");
            case Expression.NewArray made -> {
                String at = fresh("x");
                String bound = memory.length(new Expression.Read(assign.target()));
                line("for (int " + at + " = 0; " + at + " < " + bound + "; " + at + "++)");
                line(target + "[" + at + "] = 0;");
            }
            case Expression.Binary binary when divides(binary) -> {
                if (!proved.test(assign)) {
                    line("if (" + expressions.scalar(binary.right()) + " == 0) return 1;");
                }
                line(target + " = " + expressions.scalar(binary) + ";");
            }
            default -> line(target + " = " + expressions.scalar(assign.value()) + ";");
        }
    }

    private void store(Statement.Store store) {
        String index = index(store, store.element(), store.base(), store.index());
        String value = expressions.scalar(store.value());
        line(stored(store.element(), store.base(), index, value) + " }");
    }
}
