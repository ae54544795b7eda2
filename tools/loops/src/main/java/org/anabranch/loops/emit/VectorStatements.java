package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Writes statements for all lanes at once. The variable {@code exec} is the mask of the lanes that
 * run the statement at hand; there is always one at least. Control flow that is the same in all
 * lanes stays C's own. A choice that differs runs both sides, each with its lanes; a jump that only
 * some lanes make takes them out of {@code exec} until the labelled statement's end. A fault in any
 * lane ends the whole item.
 */
final class VectorStatements extends StatementWriter {
    private final Lanes lanes;
    private final Shapes shapes;
    private final Set<Local> temporaries;

    /** Whether variables must keep their values in lanes that do not run. */
    private boolean partial;

    /** Whether all lanes are known to run. */
    private boolean full = true;

    VectorStatements(
            StringBuilder text,
            Memory memory,
            Expressions expressions,
            Predicate<Statement> proved,
            Names names,
            Lanes lanes,
            Shapes shapes,
            Set<Local> temporaries) {
        super(text, memory, expressions, proved, names);
        this.lanes = lanes;
        this.shapes = shapes;
        this.temporaries = temporaries;
    }

    /** Writes; after a statement that may leave no lane, the rest runs if there is one. */
    @Override
    void write(List<Statement> statements) throws UntranslatableException {
        int open = 0;
        for (int s = 0; s < statements.size(); s++) {
            Statement statement = statements.get(s);
            write(statement);
            if (s < statements.size() - 1 && mayLeaveNone(statement)) {
                line("if (any(exec)) {");
                open++;
            }
        }
        for (; open > 0; open--) {
            line("}");
        }
    }

    private void write(Statement statement) throws UntranslatableException {
        switch (statement) {
            case Statement.Assign assign -> assign(assign);
            case Statement.Store store -> store(store);
            case Statement.If choice -> choose(choice);
            case Statement.Repeat repeat -> labelled(repeat.label(), repeat.body(), true);
            case Statement.Labelled block -> labelled(block.label(), block.body(), false);
            case Statement.Break jump -> leave(jump.label(), false);
            case Statement.Continue jump -> leave(jump.label(), true);
            case Statement.End end -> end();
            case Statement.Fault fault -> line("return 1;");
        }
    }

    private void end() {
        if (full) {
            line("return 0;");
        } else {
            line("exec = 0;");
        }
    }

    /** Whether lanes may be taken out, by a jump out of it or the end of their iterations. */
    private boolean mayLeaveNone(Statement statement) {
        return takesOut(List.of(statement), Set.of());
    }

    private boolean takesOut(List<Statement> statements, Set<Integer> inside) {
        for (Statement statement : statements) {
            boolean found =
                    switch (statement) {
                        case Statement.Break jump -> takesOut(jump.label(), inside);
                        case Statement.Continue jump -> takesOut(jump.label(), inside);
                        case Statement.End end -> true;
                        case Statement.If choice ->
                                takesOut(choice.then(), inside)
                                        || takesOut(choice.otherwise(), inside);
                        case Statement.Repeat repeat ->
                                takesOut(repeat.body(), with(inside, repeat.label()));
                        case Statement.Labelled block ->
                                takesOut(block.body(), with(inside, block.label()));
                        default -> false;
                    };
            if (found) {
                return true;
            }
        }
        return false;
    }

    private boolean takesOut(int label, Set<Integer> inside) {
        return shapes.isDivergent(label) && !inside.contains(label);
    }

    private static Set<Integer> with(Set<Integer> labels, int label) {
        Set<Integer> more = new HashSet<>(labels);
        more.add(label);
        return more;
    }

    private void leave(int label, boolean again) {
        if (!shapes.isDivergent(label)) {
            jump(label, again);
            return;
        }
        line((again ? "cont" : "left") + target(label).name() + " |= exec; exec = 0;");
    }

    private void choose(Statement.If choice) throws UntranslatableException {
        if (shapes.of(choice.condition()).isUniform()) {
            boolean before = full;
            String mask = expressions.mask(choice.condition(), Lanes.SCALAR);
            line("if " + ScalarStatements.condition(mask) + " {");
            write(choice.then());
            boolean after = full;
            full = before;
            if (!choice.otherwise().isEmpty()) {
                line("} else {");
                write(choice.otherwise());
            }
            full &= after;
            line("}");
            return;
        }
        differ(choice);
    }

    private void differ(Statement.If choice) throws UntranslatableException {
        boolean outerPartial = partial;
        boolean outerFull = full;
        String then = fresh("then");
        String rest = fresh("rest");
        String mask = expressions.mask(choice.condition(), lanes);
        line("{ const " + lanes.mask() + " " + then + " = exec & " + mask + ";");
        line(lanes.mask() + " " + rest + " = exec & ~" + then + ";");
        partial = true;
        side(then, choice.then());
        String kept = fresh("kept");
        if (!choice.otherwise().isEmpty()) {
            line("const " + lanes.mask() + " " + kept + " = exec;");
            side(rest, choice.otherwise());
            line("exec |= " + kept + "; }");
        } else {
            line("exec |= " + rest + "; }");
        }
        partial = outerPartial;
        full = outerFull && !mayLeaveNone(choice);
    }

    private void side(String mask, List<Statement> statements) throws UntranslatableException {
        full = false;
        line("exec = " + mask + ";");
        if (!statements.isEmpty()) {
            line("if (any(exec)) {");
            write(statements);
            line("}");
        }
    }

    private void labelled(int label, List<Statement> body, boolean repeats)
            throws UntranslatableException {
        boolean outerPartial = partial;
        boolean outerFull = full;
        boolean differs = shapes.isDivergent(label);
        boolean ends = takesOut(body, Set.of(label));
        partial |= differs;
        full &= !(differs || repeats && ends);
        if (differs) {
            String name = fresh("_");
            targets.push(new Target(label, name, repeats));
            line("{ " + lanes.mask() + " left" + name + " = 0, cont" + name + " = 0;");
            line(repeats ? "while (any(exec)) {" : "do {");
            write(body);
            line("exec |= cont" + name + "; cont" + name + " = 0;");
            targets.pop();
            line(repeats ? "}" : "} while (0);");
            line("exec |= left" + name + "; }");
        } else {
            open(label, repeats);
            write(body);
            if (repeats && ends) {
                line("if (!any(exec)) break;");
            }
            close();
        }
        partial = outerPartial;
        full = outerFull && !ends;
    }

    private void assign(Statement.Assign assign) {
        Local target = assign.target();
        Expression value = assign.value();
        boolean scalar = !shapes.of(target).varying();
        boolean load = value instanceof Expression.Load;
        if (load) {
            new VectorAccess(this, lanes, shapes, full)
                    .load(assign, (Expression.Load) value, scalar);
            return;
        }
        if (value instanceof Expression.Length length) {
            String scalarLength = memory.length(length.base());
            set(target, scalar ? scalarLength : lanes.spread(Kind.INT, scalarLength));
            return;
        }
        if (divides(value) && !proved.test(assign)) {
            Expression divisor = ((Expression.Binary) value).right();
            String zero =
                    lanes.compare(
                            divisor.kind(),
                            expressions.vector(divisor),
                            "==",
                            lanes.spread(divisor.kind(), "0"));
            line("if (any(exec & " + zero + ")) return 1;");
        }
        set(target, scalar ? expressions.scalar(value) : expressions.vector(value));
    }

    /** Assigns, in all lanes or in those that run. */
    void set(Local target, String value) {
        String name = Memory.name(target);
        boolean keep = partial && shapes.of(target).varying() && !temporaries.contains(target);
        line(
                name
                        + " = "
                        + (keep ? lanes.select(target.kind(), "exec", value, name) : value)
                        + ";");
    }

    private void store(Statement.Store store) {
        new VectorAccess(this, lanes, shapes, full).store(store);
    }

    /** The expression of an index as the kind that its space counts in. */
    static Kind indexKind(Element element) {
        return element.space() == Element.Space.ARRAY ? Kind.INT : Kind.LONG;
    }
}
