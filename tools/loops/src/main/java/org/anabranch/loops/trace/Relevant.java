package org.anabranch.loops.trace;

import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A slice of a body with respect to some accesses: these, the computation of their subscripts, and
 * the conditions under which they run. Omitted statements can at most end an iteration earlier.
 */
final class Relevant {
    private final Predicate<Statement> accesses;
    private final Set<Local> needed = new HashSet<>();

    private Relevant(Predicate<Statement> accesses) {
        this.accesses = accesses;
    }

    static List<Statement> of(List<Statement> body, Predicate<Statement> accesses) {
        Relevant relevant = new Relevant(accesses);
        while (true) {
            int before = relevant.needed.size();
            List<Statement> kept = relevant.list(body);
            if (relevant.needed.size() == before) {
                return kept;
            }
        }
    }

    private List<Statement> list(List<Statement> body) {
        return body.stream().filter(this::matters).map(this::kept).toList();
    }

    private Statement kept(Statement statement) {
        if (statement instanceof Statement.Store) {
            statement.access().reads().forEach(needed::add); // a stored value is unknown
        } else {
            statement.expressions().forEach(part -> part.reads().forEach(needed::add));
        }
        return statement.mapLists(this::list);
    }

    private boolean matters(Statement statement) {
        List<Statement> one = List.of(statement);
        return !Statement.exits(one).isEmpty()
                || Statement.all(one).stream()
                        .anyMatch(
                                inside ->
                                        accesses.test(inside)
                                                || inside instanceof Statement.Fault
                                                || inside instanceof Statement.Assign assign
                                                        && needed.contains(assign.target()));
    }
}
