package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.Set;

/**
 * The writer of statements for all lanes at once. The variable {@code exec} is the mask of the
 * active lanes; at least one is active. Uniform control flow stays control flow in C. A divergent
 * choice runs both branches, each with its lanes. A divergent jump removes its lanes from {@code
 * exec} until the end of the labelled statement. A fault in any lane ends the whole work-item.
 */
final class VectorStatements extends StatementWriter {
    private final Lanes lanes;
    private final Shapes shapes;
    private final Set<Local> temporaries;
    private final Copies copies;
    private final LaneExits ways;

    /** True if variables must keep their values in inactive lanes. */
    private boolean partial;

    /** True if all lanes are known to be active. */
    private boolean full = true;

    VectorStatements(
            FunctionText function, Expressions expressions, Set<Local> temporaries, Copies copies) {
        super(function, expressions);
        this.lanes = expressions.lanes();
        this.shapes = expressions.shapes();
        this.temporaries = temporaries;
        this.copies = copies;
        this.ways = new LaneExits(shapes);
    }

    /** Writes a line, once for each vector if it concerns vectors. */
    @Override
    void line(String line) {
        copies.of(line).forEach(super::line);
    }

    /** Begins with all lanes active. */
    void begin() {
        line(lanes.mask() + " exec@ = (" + lanes.mask() + ")(-1);");
    }

    /** Declares a variable. */
    void declare(Local local) {
        boolean varying = shapes.of(local).varying();
        String type = (varying ? lanes : Lanes.SCALAR).type(local.kind());
        line(type + " " + KernelMemory.name(local) + (varying ? "@" : "") + " = 0;");
    }

    /** Returns the condition that any lane, or all lanes, are active. */
    String running(boolean all) {
        return (all ? "all(" : "any(") + copies.all("exec@", all ? " & " : " | ") + ")";
    }

    /**
     * Writes statements; after one that may deactivate all lanes, the rest is guarded by a test.
     */
    @Override
    void write(List<Statement> statements) {
        int open = 0;
        boolean left = false;
        for (int s = 0; s < statements.size(); s++) {
            Statement statement = statements.get(s);
            write(statement);
            boolean none = left || ways.mayLeaveNone(statement);
            left = none && s < statements.size() - 1 && ways.isHarmless(statements.get(s + 1));
            if (none && !left && s < statements.size() - 1) {
                line("if (" + running(false) + ") {");
                open++;
            }
        }
        for (; open > 0; open--) {
            line("}");
        }
    }

    @Override
    void end() {
        if (full) {
            super.end();
        } else {
            line("exec@ = 0;");
        }
    }

    @Override
    void leave(int label, boolean again) {
        if (!shapes.isDivergent(label)) {
            super.leave(label, again);
            return;
        }
        line((again ? "cont" : "left") + target(label).name() + "@ |= exec@; exec@ = 0;");
    }

    @Override
    void choose(Statement.If choice) {
        if (shapes.of(choice.condition()).isUniform()) {
            boolean before = full;
            String mask = expressions.mask(choice.condition(), Lanes.SCALAR);
            line("if " + condition(mask) + " {");
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
        if (ways.onlyLeave(choice)) {
            takeOut(choice);
            return;
        }
        differ(choice);
    }

    /** Deactivates lanes, which needs no branch. */
    private void takeOut(Statement.If choice) {
        String then = fresh("then") + "@";
        Statement.Jump jump = (Statement.Jump) choice.then().getFirst();
        boolean again = jump instanceof Statement.Continue;
        String mask = expressions.mask(choice.condition(), lanes);
        line("const " + lanes.mask() + " " + then + " = exec@ & " + mask + ";");
        line((again ? "cont" : "left") + target(jump.label()).name() + "@ |= " + then + ";");
        line("exec@ &= ~" + then + ";");
        full = false;
    }

    private void differ(Statement.If choice) {
        boolean outerPartial = partial;
        boolean outerFull = full;
        String then = fresh("then") + "@";
        String rest = fresh("rest") + "@";
        String mask = expressions.mask(choice.condition(), lanes);
        line("{");
        line("const " + lanes.mask() + " " + then + " = exec@ & " + mask + ";");
        line(lanes.mask() + " " + rest + " = exec@ & ~" + then + ";");
        partial = true;
        side(then, choice.then());
        String kept = fresh("kept") + "@";
        if (!choice.otherwise().isEmpty()) {
            line("const " + lanes.mask() + " " + kept + " = exec@;");
            side(rest, choice.otherwise());
            line("exec@ |= " + kept + ";");
        } else {
            line("exec@ |= " + rest + ";");
        }
        line("}");
        partial = outerPartial;
        full = outerFull && !ways.mayLeaveNone(choice);
    }

    private void side(String mask, List<Statement> statements) {
        full = false;
        line("exec@ = " + mask + ";");
        if (!statements.isEmpty()) {
            line("if (" + running(false) + ") {");
            write(statements);
            line("}");
        }
    }

    @Override
    void region(Statement.Region region) {
        int label = region.label();
        boolean repeats = region instanceof Statement.Repeat;
        boolean outerPartial = partial;
        boolean outerFull = full;
        boolean differs = shapes.isDivergent(label);
        boolean ends = ways.mayLeaveNone(region);
        partial |= differs;
        full &= !(differs || repeats && ends);
        if (differs) {
            String name = fresh("_");
            targets.push(new Target(label, name, repeats));
            line("{");
            line(lanes.mask() + " left" + name + "@ = 0, cont" + name + "@ = 0;");
            line(repeats ? "while (" + running(false) + ") {" : "do {");
            write(region.body());
            line("exec@ |= cont" + name + "@; cont" + name + "@ = 0;");
            targets.pop();
            line(repeats ? "}" : "} while (0);");
            line("exec@ |= left" + name + "@;");
            line("}");
        } else {
            open(label, repeats);
            write(region.body());
            if (repeats && ends) {
                line("if (!" + running(false) + ") break;");
            }
            close();
        }
        partial = outerPartial;
        full = outerFull && !ends;
    }

    @Override
    void assign(Statement.Assign assign) {
        Local target = assign.target();
        Expression value = assign.value();
        boolean scalar = !shapes.of(target).varying();
        if (value instanceof Expression.Load load) {
            new VectorAccess(this, lanes, shapes, full).load(target, load, scalar);
            return;
        }
        if (value instanceof Expression.Length length) {
            String scalarLength = memory.length(length.base());
            set(target, scalar ? scalarLength : lanes.spread(Kind.INT, scalarLength));
            return;
        }
        if (divides(value) && !function.proved) {
            Expression divisor = ((Expression.Binary) value).right();
            String zero =
                    lanes.compare(
                            divisor.kind(),
                            expressions.vector(divisor),
                            "==",
                            lanes.spread(divisor.kind(), "0"));
            line("if (any(exec@ & " + zero + ")) return 1;");
        }
        set(target, scalar ? expressions.scalar(value) : expressions.vector(value));
    }

    /** Writes an assignment, in all lanes or in the active ones. */
    void set(Local target, String value) {
        boolean varying = shapes.of(target).varying();
        String name = KernelMemory.name(target) + (varying ? "@" : "");
        boolean keep = partial && varying && !temporaries.contains(target);
        line(
                name
                        + " = "
                        + (keep ? lanes.select(target.kind(), "exec@", value, name) : value)
                        + ";");
    }

    @Override
    void store(Statement.Store store) {
        new VectorAccess(this, lanes, shapes, full).store(store);
    }

    /** Returns the kind of an index, which depends on its address space. */
    static Kind indexKind(Element element) {
        return element.space() == Element.Space.ARRAY ? Kind.INT : Kind.LONG;
    }
}
