package org.anabranch.loops.run;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.HashSet;
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
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Assign assign
                    && assign.value() instanceof Expression.Load load
                    && load.base() != null) {
                rows.put(assign.target(), load.base());
            }
            if (statement instanceof Statement.Store store) {
                Expression base = store.base();
                while (base instanceof Expression.Read read && rows.containsKey(read.local())) {
                    base = rows.get(read.local());
                }
                if (base instanceof Expression.Read read) {
                    roots.add(read.local());
                }
            }
        }
        return new Written(roots);
    }

    /** Returns true if a body stores no floating-point numbers. */
    static boolean isWhole(LoopBody body) {
        return Statement.all(body.statements()).stream()
                .noneMatch(
                        statement ->
                                statement instanceof Statement.Store store
                                        && store.element().kind().isFloating());
    }
}
