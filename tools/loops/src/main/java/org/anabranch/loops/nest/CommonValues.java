package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.Map;

/**
 * The values that several branches of a statement compute alike, such as the subscript in {@code
 * a[i / 2] = c ? x : y}, which was on the stack during the choice.
 */
final class CommonValues {
    private final Map<Expression, Integer> counts = new HashMap<>();

    private CommonValues() {}

    /**
     * Adds variables for their quotients before the statement, so that all branches and later code
     * share them.
     */
    static void prepare(Statement statement, State state, Numbers numbers) {
        CommonValues values = new CommonValues();
        values.count(statement);
        values.counts.forEach(
                (value, count) -> {
                    if (count > 1) {
                        numbers.of(value, state);
                    }
                });
    }

    private void count(Statement statement) {
        if (statement instanceof Statement.Assign assign
                && assign.value() instanceof Expression.Binary value
                && value.kind().isInteger()) {
            counts.merge(value, 1, Integer::sum);
        } else if (!(statement instanceof Statement.Repeat)) {
            statement.lists().forEach(list -> list.forEach(this::count));
        }
    }
}
