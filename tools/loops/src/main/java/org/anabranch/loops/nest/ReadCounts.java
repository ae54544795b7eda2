package org.anabranch.loops.nest;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A count of the reads of each variable in statements. */
final class ReadCounts {
    private final Map<Local, Integer> counts = new HashMap<>();

    private ReadCounts() {}

    static Map<Local, Integer> of(List<Statement> statements) {
        ReadCounts uses = new ReadCounts();
        uses.all(statements);
        return uses.counts;
    }

    private void all(List<Statement> statements) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Assign assign -> in(assign.value());
                case Statement.Store store -> {
                    in(store.base());
                    in(store.index());
                    in(store.value());
                }
                case Statement.If choice -> {
                    in(choice.condition());
                    all(choice.then());
                    all(choice.otherwise());
                }
                case Statement.Repeat loop -> all(loop.body());
                case Statement.Labelled block -> all(block.body());
                default -> {}
            }
        }
    }

    private void in(Expression value) {
        if (value != null) {
            value.reads().forEach(local -> counts.merge(local, 1, Integer::sum));
        }
    }
}
