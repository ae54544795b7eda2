package org.anabranch.loops.emit;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.PureFunction;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.List;

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

    static void exact(LoopBody body, EmitOptions options) {
        new Check(options.ulps()).exact(body.statements());
    }

    private void exact(List<Statement> statements) {
        for (Statement statement : Statement.all(statements)) {
            for (Expression expression : statement.expressions()) {
                for (Expression part : expression.all().toList()) {
                    if (part instanceof Expression.Apply apply) {
                        exact(apply.function(), statement.line());
                    }
                }
            }
        }
    }

    private void exact(PureFunction function, int line) {
        String obstacle =
                function.isStrict()
                        ? StrictText.obstacle(function)
                        : function.ulps() <= ulps ? "" : function.javaName() + DIFFERS;
        if (!obstacle.isEmpty()) {
            throw new BodyRefusal(obstacle, line);
        }
    }

    /** Returns true if any statement needs a guard. */
    static boolean guarded(LoopBody body, EmitOptions options) {
        return !options.proved()
                && Statement.all(body.statements()).stream().anyMatch(StatementWriter::mayFault);
    }
}
