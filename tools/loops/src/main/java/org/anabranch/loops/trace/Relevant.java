package org.anabranch.loops.trace;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.ArrayList;
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
            List<Statement> kept = relevant.list(body, Set.of());
            if (relevant.needed.size() == before) {
                return kept;
            }
        }
    }

    private List<Statement> list(List<Statement> body, Set<Integer> inside) {
        List<Statement> kept = new ArrayList<>();
        for (Statement statement : body) {
            if (matters(statement, inside)) {
                kept.add(kept(statement, inside));
            }
        }
        return kept;
    }

    private Statement kept(Statement statement, Set<Integer> inside) {
        return switch (statement) {
            case Statement.Assign assign -> {
                need(assign.value());
                yield assign;
            }
            case Statement.Store store -> {
                need(store.base());
                need(store.index());
                yield store;
            }
            case Statement.If choice -> {
                need(choice.condition());
                yield new Statement.If(
                        choice.condition(),
                        list(choice.then(), inside),
                        list(choice.otherwise(), inside),
                        choice.line());
            }
            // every jump from here matters
            case Statement.Repeat loop ->
                    new Statement.Repeat(loop.label(), list(loop.body(), Set.of()), loop.line());
            case Statement.Labelled block ->
                    new Statement.Labelled(
                            block.label(), list(block.body(), Set.of()), block.line());
            default -> statement;
        };
    }

    private void need(Expression value) {
        if (value != null) {
            value.reads().forEach(needed::add);
        }
    }

    private boolean matters(Statement statement, Set<Integer> inside) {
        return switch (statement) {
            case Statement.Assign assign ->
                    needed.contains(assign.target()) || accesses.test(assign);
            case Statement.Store store -> accesses.test(store);
            case Statement.If choice ->
                    any(choice.then(), inside) || any(choice.otherwise(), inside);
            case Statement.Repeat loop -> any(loop.body(), with(inside, loop.label()));
            case Statement.Labelled block -> any(block.body(), with(inside, block.label()));
            case Statement.Break jump -> !inside.contains(jump.label());
            case Statement.Continue jump -> !inside.contains(jump.label());
            case Statement.End end -> true;
            case Statement.Fault fault -> true;
        };
    }

    private boolean any(List<Statement> body, Set<Integer> inside) {
        return body.stream().anyMatch(statement -> matters(statement, inside));
    }

    private static Set<Integer> with(Set<Integer> labels, int label) {
        Set<Integer> more = new HashSet<>(labels);
        more.add(label);
        return more;
    }
}
