package org.anabranch.loops.ir;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The uses of variables in statements. */
public final class Variables {
    private final Set<Local> readFirst = new HashSet<>();
    private final Set<Local> known = new HashSet<>();

    private Variables() {}

    /**
     * Counts assignments.
     *
     * @param statements in order
     * @return each variable that they assign, with the number of assignments
     */
    public static Map<Local, Integer> assigned(List<Statement> statements) {
        Map<Local, Integer> counts = new HashMap<>();
        for (Statement statement : Statement.all(statements)) {
            if (statement instanceof Statement.Assign assign) {
                counts.merge(assign.target(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /**
     * Counts reads.
     *
     * @param statements in order
     * @return each variable that they read, with the number of reads
     */
    public static Map<Local, Integer> read(List<Statement> statements) {
        Map<Local, Integer> counts = new HashMap<>();
        for (Statement statement : Statement.all(statements)) {
            for (Expression expression : statement.expressions()) {
                expression.reads().forEach(local -> counts.merge(local, 1, Integer::sum));
            }
        }
        return counts;
    }

    /**
     * Returns the variables that statements may read before they assign them.
     *
     * @param statements in order
     * @return the variables
     */
    public static Set<Local> readFirst(List<Statement> statements) {
        Variables found = new Variables();
        found.visit(statements);
        return found.readFirst;
    }

    /**
     * Returns the temporaries: variables that are assigned once and read only after the assignment,
     * in the same list of statements or deeper.
     *
     * @param statements in order
     * @return the variables
     */
    public static Set<Local> temporaries(List<Statement> statements) {
        Map<Local, Integer> assigned = assigned(statements);
        assigned.values().removeIf(count -> count > 1);
        assigned.keySet().removeAll(readFirst(statements));
        return assigned.keySet();
    }

    /** Visits statements; afterwards their definite assignments are forgotten. */
    private Set<Local> visit(List<Statement> statements) {
        Set<Local> here = new HashSet<>();
        for (Statement statement : statements) {
            for (Expression expression : statement.expressions()) {
                expression.reads().filter(local -> !known.contains(local)).forEach(readFirst::add);
            }
            switch (statement) {
                case Statement.Assign assign -> {
                    if (known.add(assign.target())) {
                        here.add(assign.target());
                    }
                }
                case Statement.If choice -> {
                    Set<Local> both = visit(choice.then());
                    both.retainAll(visit(choice.otherwise()));
                    both.removeIf(local -> !known.add(local));
                    here.addAll(both);
                }
                case Statement.Region region -> visit(region.body());
                default -> {}
            }
        }
        known.removeAll(here);
        return here;
    }
}
