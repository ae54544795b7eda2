package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks a loop inside a body. One variable t counts its rounds. Variables that change by a constant
 * in each round are linear in t; a test that holds up to some round and not behind it bounds t
 * exactly. What turns out not to be so is assumed no more, and the loop is walked again.
 */
final class LoopWalk {
    private final Walk walk;
    private final Statement.Repeat loop;
    private final LoopShape shape;
    private final Map<Local, Long> inductions;

    /** Whether the rounds are known exactly. */
    private boolean exact = true;

    /** What held in the round before, where the test does not come first. */
    private Constraint before;

    private Linear rounds;
    private boolean ends;
    private int round;

    LoopWalk(Walk walk, Statement.Repeat loop) {
        this.walk = walk;
        this.loop = loop;
        this.shape = new LoopShape(loop);
        this.inductions = new HashMap<>(shape.steps);
    }

    State run(State entry) {
        inductions.keySet().removeIf(local -> !entry.numbers.containsKey(local));
        for (int attempt = 0; attempt < 12; attempt++) {
            Touches.Mark mark = walk.touches().mark();
            Walk.Jumps jumps = walk.jumps();
            boolean wasExact = exact;
            int known = inductions.size();
            Constraint knownBefore = before;
            State end = walkOnce(entry);
            drop(end);
            boolean elsewhere = walk.leftElsewhere(loop.label()) != jumps.elsewhere(loop.label());
            exact &= !elsewhere;
            boolean agreed =
                    exact == wasExact
                            && inductions.size() == known
                            && java.util.Objects.equals(knownBefore, before);
            if (agreed) {
                walk.mayNotEnd |= !ends;
                return after(entry, elsewhere);
            }
            walk.touches().reset(mark);
            walk.reset(jumps);
        }
        throw new IllegalStateException("a loop that is never understood");
    }

    /** An induction whose next value is not what it should be is none. */
    private void drop(State end) {
        if (end != null) {
            inductions.keySet().removeIf(local -> !end.numbers.containsKey(local));
        }
    }

    private State walkOnce(State entry) {
        State state = entry.copy();
        round = entry.where.variables();
        rounds = null;
        ends = false;
        Where where = entry.where.each(Space::openLoop);
        if (before != null) {
            Linear t = Linear.variable(round);
            where = where.either(Constraint.equal(t, Linear.of(0)), before);
        }
        state.where = exact ? where : where.uncertain();
        for (Local local : shape.assigned) {
            state.references.remove(local);
            state.indirects.remove(local);
            Linear first = entry.numbers.get(local);
            state.numbers.remove(local);
            if (inductions.containsKey(local)) {
                Linear steps = Linear.variable(round).times(inductions.get(local));
                state.numbers.put(local, first.plus(steps));
            }
        }
        boolean first = true;
        for (Statement statement : loop.body()) {
            if (state == null) {
                return null;
            }
            if (statement instanceof Statement.If choice
                    && LoopShape.breaksOnly(choice, loop.label())) {
                state = test(choice, state, first);
            } else {
                first &= statement instanceof Statement.Assign;
                state = walk.run(List.of(statement), state);
            }
        }
        return state;
    }

    private State test(Statement.If choice, State state, boolean first) {
        Staying staying = Staying.of(choice.condition(), state, walk.numbers(), round, shape);
        ends |= staying.ends();
        walk.run(List.of(new Statement.Break(loop.label(), choice.line())), state);
        if (staying.bound() == null && before == null && exact) {
            Constraint guess = guess(choice, state);
            if (guess != null) {
                before = guess;
                return state.at(state.where.where(guess));
            }
        }
        if (staying.bound() == null) {
            exact = false;
            before = null; // what it was guessed from is not so
            Where stay = walk.conditions().where(choice.condition(), false, state);
            return stay == null ? null : state.at(stay);
        }
        Constraint bound = staying.bound();
        if (first && rounds == null && exact) {
            rounds = staying.rounds();
        } else if (!first && before == null && bound.form().variables() <= round + 1) {
            before = inRoundBefore(bound);
        }
        Where stay = state.where.where(bound);
        return stay.isEmpty() ? null : state.at(stay);
    }

    /** What the test says if nothing wraps around: to be checked when the loop is walked again. */
    private Constraint guess(Statement.If choice, State state) {
        walk.numbers().ideal = true;
        Staying ideal = Staying.of(choice.condition(), state.copy(), walk.numbers(), round, shape);
        walk.numbers().ideal = false;
        boolean usable =
                ideal.bound() != null
                        && ideal.ends()
                        && ideal.bound().form().variables() <= round + 1;
        return usable ? inRoundBefore(ideal.bound()) : null;
    }

    private Constraint inRoundBefore(Constraint bound) {
        Linear shifted = bound.form().plus(-bound.form().coefficient(round));
        return new Constraint(bound.relation(), shifted, 1);
    }

    private State after(State entry, boolean elsewhere) {
        List<State> exits = walk.taken(loop.label());
        if (exits.isEmpty()) {
            return null;
        }
        State after = entry.at(elsewhere ? entry.where.uncertain() : entry.where);
        for (Local local : shape.assigned) {
            Linear first = entry.numbers.get(local);
            after.numbers.remove(local);
            after.references.remove(local);
            after.indirects.remove(local);
            boolean known = exact && exits.size() == 1 && rounds != null;
            if (known && inductions.containsKey(local)) {
                after.numbers.put(local, first.plus(rounds.times(inductions.get(local))));
            }
        }
        after.forget(after.where.variables());
        return after;
    }
}
