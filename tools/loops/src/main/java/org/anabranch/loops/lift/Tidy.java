package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.ir.Statement.Break;
import org.anabranch.loops.ir.Statement.Continue;
import org.anabranch.loops.ir.Statement.End;
import org.anabranch.loops.ir.Statement.Fault;
import org.anabranch.loops.ir.Statement.If;
import org.anabranch.loops.ir.Statement.Labelled;
import org.anabranch.loops.ir.Statement.Repeat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A clean-up of structured statements: removes jumps to where control continues anyway, unused
 * labels, and unreachable code. After it, a loop that tests first begins with an {@code if} that
 * breaks.
 */
final class Tidy {
    /** A target of control: the code after a label, the start of a loop, or the end. */
    private record Place(int label, boolean start) {
        static final Place END = new Place(-1, false);
    }

    private final Map<Integer, Integer> renamed = new HashMap<>();

    /**
     * The innermost loop, if no code follows it, so that ending the iteration is leaving it; else
     * -1.
     */
    private int ending = -1;

    private Tidy() {}

    static List<Statement> tidy(List<Statement> statements) {
        List<Statement> before = statements;
        while (true) {
            List<Statement> after = new Tidy().list(before, Set.of(Place.END));
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
    }

    private List<Statement> list(List<Statement> statements, Set<Place> next) {
        List<Statement> result = new ArrayList<>();
        for (int i = 0; i < statements.size(); i++) {
            boolean last = i == statements.size() - 1;
            result.addAll(statement(statements.get(i), last ? next : Set.of()));
            if (!result.isEmpty() && leaves(result.getLast())) {
                break;
            }
        }
        while (!result.isEmpty() && next.contains(target(result.getLast()))) {
            result.removeLast();
        }
        return result;
    }

    private static Place target(Statement statement) {
        return switch (statement) {
            case Break jump -> new Place(jump.label(), false);
            case Continue jump -> new Place(jump.label(), true);
            case End end -> Place.END;
            default -> new Place(-2, false);
        };
    }

    private List<Statement> statement(Statement statement, Set<Place> next) {
        return switch (statement) {
            case Labelled block -> labelled(block, next);
            case Repeat loop -> List.of(repeat(loop, next));
            case If choice -> choice(choice, next);
            case Break jump ->
                    List.of(
                            new Break(
                                    renamed.getOrDefault(jump.label(), jump.label()), jump.line()));
            case End end when ending >= 0 -> List.of(new Break(ending, end.line()));
            default -> List.of(statement);
        };
    }

    private List<Statement> labelled(Labelled block, Set<Place> next) {
        Set<Place> inside = new HashSet<>(next);
        inside.add(new Place(block.label(), false));
        List<Statement> body = list(block.body(), inside);
        return breaks(body, block.label())
                ? List.of(new Labelled(block.label(), body, block.line()))
                : body;
    }

    private Repeat repeat(Repeat loop, Set<Place> next) {
        Map<Integer, Integer> before = new HashMap<>(renamed);
        int endingBefore = ending;
        ending = next.contains(Place.END) ? loop.label() : -1;
        for (Place place : next) {
            if (!place.start() && place.label() >= 0) {
                renamed.put(place.label(), loop.label());
            }
        }
        List<Statement> body = list(loop.body(), Set.of(new Place(loop.label(), true)));
        ending = endingBefore;
        renamed.clear();
        renamed.putAll(before);
        return new Repeat(loop.label(), body, loop.line());
    }

    private List<Statement> choice(If choice, Set<Place> next) {
        List<Statement> then = list(choice.then(), next);
        List<Statement> otherwise = list(choice.otherwise(), next);
        if (then.isEmpty() && otherwise.isEmpty()) {
            return List.of();
        }
        if (then.isEmpty()) {
            return List.of(new If(not(choice.condition()), otherwise, List.of(), choice.line()));
        }
        if (otherwise.isEmpty()) {
            return List.of(new If(choice.condition(), then, otherwise, choice.line()));
        }
        boolean turned =
                otherwise.size() == 1 && leaves(otherwise.getFirst()) || !leaves(then.getLast());
        List<Statement> first = turned ? otherwise : then;
        if (!leaves(first.getLast())) {
            return List.of(new If(choice.condition(), then, otherwise, choice.line()));
        }
        Expression condition = turned ? not(choice.condition()) : choice.condition();
        List<Statement> flat = new ArrayList<>();
        flat.add(new If(condition, first, List.of(), choice.line()));
        flat.addAll(turned ? then : otherwise);
        return flat;
    }

    private static boolean leaves(Statement statement) {
        return statement instanceof Statement.Jump
                || statement instanceof End
                || statement instanceof Fault
                || statement instanceof Repeat loop && !breaks(loop.body(), loop.label());
    }

    static boolean breaks(List<Statement> body, int label) {
        return Statement.all(body).stream()
                .anyMatch(one -> one instanceof Break jump && jump.label() == label);
    }

    static Expression not(Expression condition) {
        Expression negated =
                condition instanceof Expression.Not not ? not.operand() : condition.relation(false);
        return negated != null ? negated : new Expression.Not(condition);
    }
}
