package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The divergence analysis: finds the variables and the control flow that are uniform, the same in
 * all lanes. It is a least fixed point: everything is uniform until a cause for divergence is
 * found. A variable assigned in divergent control flow diverges, unless it is a temporary: assigned
 * once, and read only after that, by the same lanes or fewer.
 */
final class Shapes {
    private final Map<Local, LaneShape> locals = new HashMap<>();
    private final Set<Integer> divergent = new HashSet<>();
    private final Set<Local> temporaries;
    private boolean changed;

    private Shapes(Set<Local> temporaries) {
        this.temporaries = temporaries;
    }

    /** Returns the shapes in a list of statements whose lanes are the values of a variable. */
    static Shapes of(List<Statement> statements, Local lane, long stride, Set<Local> temporaries) {
        Shapes shapes = new Shapes(temporaries);
        shapes.locals.put(lane, LaneShape.linear(stride, true));
        do {
            shapes.changed = false;
            shapes.visit(statements, false, new HashMap<>());
        } while (shapes.changed);
        return shapes;
    }

    /** Returns the shape of a variable; one that is not assigned here is uniform. */
    LaneShape of(Local local) {
        return locals.getOrDefault(local, LaneShape.UNIFORM);
    }

    /** Returns true if only some lanes may leave the labelled statement at a time. */
    boolean isDivergent(int label) {
        return divergent.contains(label);
    }

    /**
     * Visits statements.
     *
     * @param partial true if only some lanes may run them
     * @param inside for each enclosing label: true if a jump to it is made by all its lanes at once
     */
    private void visit(List<Statement> statements, boolean partial, Map<Integer, Boolean> inside) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> assign(assign, partial);
                case Statement.If choice -> {
                    boolean differs = !of(choice.condition()).isUniform();
                    Map<Integer, Boolean> within = inside;
                    if (differs) {
                        within = new HashMap<>(inside);
                        within.replaceAll((label, together) -> false);
                    }
                    visit(choice.then(), partial || differs, within);
                    visit(choice.otherwise(), partial || differs, within);
                }
                case Statement.Region region -> labelled(region, partial, inside);
                case Statement.Jump jump -> jump(jump.label(), inside);
                default -> {}
            }
        }
    }

    private void labelled(Statement.Region region, boolean partial, Map<Integer, Boolean> inside) {
        Map<Integer, Boolean> within = new HashMap<>(inside);
        boolean differs = divergent.contains(region.label());
        if (differs) {
            within.replaceAll((outer, together) -> false);
        }
        within.put(region.label(), true);
        visit(region.body(), partial || differs, within);
    }

    private void jump(int label, Map<Integer, Boolean> inside) {
        if (!inside.getOrDefault(label, true) && divergent.add(label)) {
            changed = true;
        }
    }

    private void assign(Statement.Assign assign, boolean partial) {
        Local target = assign.target();
        LaneShape value = of(assign.value());
        LaneShape old = locals.get(target);
        LaneShape next = old == null ? value : old.join(value);
        if (partial && !temporaries.contains(target)) {
            next = LaneShape.VARYING;
        }
        if (!next.equals(old)) {
            locals.put(target, next);
            changed = true;
        }
    }

    /** Returns the shape of a value. */
    LaneShape of(Expression expression) {
        return switch (expression) {
            case Expression.Read read -> of(read.local());
            case Expression.Binary binary -> binary(binary);
            case Expression.Negate negate ->
                    scaled(of(negate.operand()), -1, negate.kind().isInteger());
            case Expression.Convert convert -> convert(convert);
            case Expression.Length length -> LaneShape.UNIFORM;
            case Expression.NewArray made -> LaneShape.UNIFORM;
            default ->
                    expression.parts().stream().allMatch(part -> of(part).isUniform())
                            ? LaneShape.UNIFORM
                            : LaneShape.VARYING;
        };
    }

    private LaneShape binary(Expression.Binary binary) {
        LaneShape left = of(binary.left());
        LaneShape right = of(binary.right());
        if (left.isUniform() && right.isUniform()) {
            return LaneShape.UNIFORM;
        }
        if (left.varying() || right.varying() || !binary.kind().isInteger()) {
            return LaneShape.VARYING;
        }
        return switch (binary.operator()) {
            case ADD -> linear(left.stride() + right.stride(), binary.kind());
            case SUB -> linear(left.stride() - right.stride(), binary.kind());
            case MUL -> product(binary, left, right);
            case SHL ->
                    binary.right() instanceof Expression.Constant count && right.isUniform()
                            ? linear(
                                    left.stride()
                                            << (count.bits()
                                                    & (binary.kind() == Kind.INT ? 31 : 63)),
                                    binary.kind())
                            : LaneShape.VARYING;
            default -> LaneShape.VARYING;
        };
    }

    private static LaneShape product(Expression.Binary binary, LaneShape left, LaneShape right) {
        if (binary.right() instanceof Expression.Constant factor) {
            return linear(left.stride() * factor.bits(), binary.kind());
        }
        if (binary.left() instanceof Expression.Constant factor) {
            return linear(right.stride() * factor.bits(), binary.kind());
        }
        return LaneShape.VARYING;
    }

    private static LaneShape scaled(LaneShape shape, long factor, boolean whole) {
        if (shape.isUniform()) {
            return shape;
        }
        return whole && !shape.varying()
                ? LaneShape.linear(shape.stride() * factor, false)
                : LaneShape.VARYING;
    }

    private static LaneShape linear(long stride, Kind kind) {
        return LaneShape.linear(kind == Kind.INT ? (int) stride : stride, false);
    }

    private LaneShape convert(Expression.Convert convert) {
        LaneShape shape = of(convert.operand());
        Kind from = convert.operand().kind();
        if (shape.isUniform() || shape.varying()) {
            return shape;
        }
        if (convert.to() == from) {
            return shape;
        }
        if (convert.to() == Kind.INT && from == Kind.LONG) {
            return linear(shape.stride(), Kind.INT);
        }
        boolean widens = convert.to() == Kind.LONG && from == Kind.INT && shape.exact();
        return widens ? shape : LaneShape.VARYING;
    }
}
