package org.anabranch.loops.run;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The inputs whose memory a body writes.
 *
 * @param roots variables of arrays, arrays of arrays and segments
 */
record Written(Set<Local> roots) {

    static Written of(LoopBody body) {
        Map<Local, Expression> rows = new HashMap<>();
        Set<Local> roots = new HashSet<>();
        collect(body.statements(), rows, roots);
        return new Written(roots);
    }

    /** Returns true if a body stores no floating-point numbers. */
    static boolean isWhole(LoopBody body) {
        return isWhole(body.statements());
    }

    private static boolean isWhole(List<Statement> statements) {
        return statements.stream()
                .allMatch(
                        statement ->
                                switch (statement) {
                                    case Statement.Store store ->
                                            !store.element().kind().isFloating();
                                    case Statement.If choice ->
                                            isWhole(choice.then()) && isWhole(choice.otherwise());
                                    case Statement.Repeat loop -> isWhole(loop.body());
                                    case Statement.Labelled block -> isWhole(block.body());
                                    default -> true;
                                });
    }

    private static void collect(
            List<Statement> statements, Map<Local, Expression> rows, Set<Local> roots) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> {
                    if (assign.value() instanceof Expression.Load load && load.base() != null) {
                        rows.put(assign.target(), load.base());
                    }
                }
                case Statement.Store store -> {
                    Expression base = store.base();
                    while (base instanceof Expression.Read read && rows.containsKey(read.local())) {
                        base = rows.get(read.local());
                    }
                    if (base instanceof Expression.Read read) {
                        roots.add(read.local());
                    }
                }
                case Statement.If choice -> {
                    collect(choice.then(), rows, roots);
                    collect(choice.otherwise(), rows, roots);
                }
                case Statement.Repeat loop -> collect(loop.body(), rows, roots);
                case Statement.Labelled block -> collect(block.body(), rows, roots);
                default -> {}
            }
        }
    }
}
