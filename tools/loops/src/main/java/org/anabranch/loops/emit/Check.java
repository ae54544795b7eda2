package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Statement;

import java.util.List;
import java.util.function.Predicate;

/**
 * The checks before a body is written: for inexact functions, and for statements that need guards.
 */
final class Check {
    private static final String DIFFERS =
            " of a device differs from Java's in the last bits; StrictMath's does not";

    private final int ulps;

    private Check(int ulps) {
        this.ulps = ulps;
    }

    static void exact(LoopBody body, EmitOptions options) throws UntranslatableException {
        new Check(options.ulps()).exact(body.statements());
    }

    private void exact(List<Statement> statements) throws UntranslatableException {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> exact(assign.value(), assign.line());
                case Statement.Store store -> exact(store.value(), store.line());
                case Statement.If choice -> {
                    exact(choice.condition(), choice.line());
                    exact(choice.then());
                    exact(choice.otherwise());
                }
                case Statement.Repeat repeat -> exact(repeat.body());
                case Statement.Labelled block -> exact(block.body());
                default -> {}
            }
        }
    }

    private void exact(Expression expression, int line) throws UntranslatableException {
        switch (expression) {
            case Expression.Apply apply -> {
                PureFunction function = apply.function();
                String obstacle =
                        function.isStrict()
                                ? StrictText.obstacle(function)
                                : function.ulps() <= ulps ? "" : function.javaName() + DIFFERS;
                if (!obstacle.isEmpty()) {
                    throw new UntranslatableException(obstacle, line);
                }
                for (Expression argument : apply.arguments()) {
                    exact(argument, line);
                }
            }
            case Expression.Binary binary -> both(binary.left(), binary.right(), line);
            case Expression.Relation relation -> both(relation.left(), relation.right(), line);
            case Expression.ThreeWay way -> both(way.left(), way.right(), line);
            case Expression.Negate negate -> exact(negate.operand(), line);
            case Expression.Convert convert -> exact(convert.operand(), line);
            case Expression.Not not -> exact(not.operand(), line);
            default -> {}
        }
    }

    private void both(Expression left, Expression right, int line) throws UntranslatableException {
        exact(left, line);
        exact(right, line);
    }

    /** Returns true if any statement needs a guard. */
    static boolean guarded(List<Statement> statements, Predicate<Statement> proved) {
        return statements.stream()
                .anyMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.If choice ->
                                            guarded(choice.then(), proved)
                                                    || guarded(choice.otherwise(), proved);
                                    case Statement.Repeat repeat -> guarded(repeat.body(), proved);
                                    case Statement.Labelled block -> guarded(block.body(), proved);
                                    default ->
                                            StatementWriter.mayFault(statement)
                                                    && !proved.test(statement);
                                });
    }
}
