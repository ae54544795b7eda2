package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Expressions as Java source text, with temporary variables replaced by their values. */
public final class ExpressionText {
    private final Map<Local, Expression> values = new HashMap<>();

    /**
     * Creates the texts of a body.
     *
     * @param body whose expressions are to be shown
     */
    public ExpressionText(LoopBody body) {
        Set<Local> several = new HashSet<>();
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Assign assign && isTemporary(assign.target())) {
                Expression other = values.putIfAbsent(assign.target(), assign.value());
                if (other != null && !other.equals(assign.value())) {
                    several.add(assign.target());
                }
            }
        }
        // what a choice puts on the stack has several values, what lies below it has one
        several.removeIf(local -> !local.name().isBlank());
        values.keySet().removeAll(several);
    }

    private static boolean isTemporary(Local local) {
        return local.name().equals("t") || local.name().isBlank();
    }

    private String of(Expression value, int depth) {
        if (depth > 6) {
            return "…";
        }
        int deeper = depth + 1;
        return switch (value) {
            case Expression.Constant constant -> constant.toString();
            case Expression.Read read -> variable(read.local(), deeper);
            case Expression.Binary binary ->
                    sides(binary.left(), binary.operator().symbol(), binary.right(), deeper);
            case Expression.Negate negate -> "-" + side(negate.operand(), deeper);
            case Expression.Convert convert -> of(convert.operand(), deeper);
            case Expression.Relation relation ->
                    sides(relation.left(), relation.order().symbol(), relation.right(), deeper);
            case Expression.Not not -> "!(" + of(not.operand(), deeper) + ")";
            case Expression.ThreeWay way ->
                    "compare(" + of(way.left(), deeper) + ", " + of(way.right(), deeper) + ")";
            case Expression.Apply apply ->
                    apply.function().javaName(apply.operands()).replaceFirst(".*\\.", "")
                            + apply.arguments().stream()
                                    .map(part -> of(part, deeper))
                                    .collect(Collectors.joining(", ", "(", ")"));
            case Expression.Length length -> of(length.base(), deeper) + ".length";
            case Expression.NewArray made -> "array";
            case Expression.Load load -> place(load, deeper);
        };
    }

    private String variable(Local local, int depth) {
        if (values.containsKey(local)) {
            return of(values.get(local), depth);
        }
        return local.name().isBlank() ? "(… ? … : …)" : local.name();
    }

    /**
     * Returns the text of a memory access.
     *
     * @param access the access
     * @return {@code a[i]} or the field
     */
    public String place(Expression.Load access) {
        return place(access, 0);
    }

    private String place(Expression.Load access, int depth) {
        String field = access.element().field();
        return access.index() == null
                ? field.substring(field.lastIndexOf('/') + 1)
                : of(access.base(), depth) + "[" + of(access.index(), depth) + "]";
    }

    private String sides(Expression left, String symbol, Expression right, int depth) {
        return side(left, depth) + " " + symbol + " " + side(right, depth);
    }

    private String side(Expression value, int depth) {
        String text = of(value, depth);
        return text.contains(" ") && !text.endsWith("]") ? "(" + text + ")" : text;
    }
}
