package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Constraint;
import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.depend.Space;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The analysis of an inner loop. One variable t counts its iterations. Induction variables are
 * linear in t; a test that holds up to some iteration and not after it bounds t exactly. An
 * assumption that turns out wrong is dropped, and the loop is analysed again.
 */
final class LoopWalk {
    /** The number of attempts after which nothing is assumed any more. */
    private static final int MOST = 12;

    private final Walk walk;
    private final Statement.Repeat loop;
    private final LoopShape shape;
    private final Map<Local, Long> inductions;

    /** The values of variables before the loop. */
    private Map<Local, Linear> starts = Map.of();

    /** True if the number of iterations is known exactly. */
    private boolean exact = true;

    /** A condition that held in the previous iteration, if the test does not come first. */
    private Constraint before;

    /** True if assumptions on the previous iteration are still allowed. */
    private boolean guesses = true;

    /**
     * True if this attempt has found an assumption on the previous iteration, for the next attempt.
     */
    private boolean guessed;

    /**
     * The number of tests met in this attempt. Any other exit makes the number of iterations
     * inexact.
     */
    private int tests;

    /** The number of those that lead farther out. */
    private int farTests;

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
        starts = entry.numbers;
        inductions.putAll(MeasuredSteps.of(shape.stepped, walk, loop, entry));
        inductions.keySet().removeIf(local -> !entry.numbers.containsKey(local));
        for (int attempt = 0; ; attempt++) {
            if (attempt == MOST) {
                assumeNothing();
            }
            Touches.Mark mark = walk.touches.mark();
            Jumps.Mark jumps = walk.jumps.mark();
            int here = walk.jumps.to(loop.label());
            boolean wasExact = exact;
            int known = inductions.size();
            Constraint knownBefore = before;
            State end = walkOnce(entry);
            if (!guessed) {
                drop(end);
            }
            int elsewhere = walk.jumps.elsewhere(loop.label(), jumps);
            exact &= elsewhere == farTests && walk.jumps.waiting(loop.label()) == tests;
            boolean agreed =
                    exact == wasExact
                            && inductions.size() == known
                            && Objects.equals(knownBefore, before);
            if (agreed) {
                walk.mayNotEnd |= !ends;
                walk.jumps.arrived(loop.label(), here);
                return after(entry, end, elsewhere > 0);
            }
            walk.touches.reset(mark);
            walk.jumps.reset(jumps);
        }
    }

    /** Analyses one iteration, with no assumption but on variables that it steps. */
    State trial(State entry, Set<Local> stepped) {
        starts = entry.numbers;
        stepped.forEach(local -> inductions.put(local, 0L));
        inductions.keySet().removeIf(local -> !starts.containsKey(local));
        return walkOnce(entry);
    }

    /** Drops all assumptions: the result of such an attempt is valid, and it is the last one. */
    private void assumeNothing() {
        inductions.clear();
        exact = false;
        before = null;
        guesses = false;
    }

    /**
     * Drops the induction variables whose value at the end of an iteration is not the expected one.
     */
    private void drop(State end) {
        if (end != null) {
            inductions
                    .entrySet()
                    .removeIf(
                            entry ->
                                    !next(entry.getKey(), entry.getValue())
                                            .equals(end.numbers.get(entry.getKey())));
        }
    }

    private State walkOnce(State entry) {
        State state = entry.copy();
        round = entry.where.variables();
        rounds = null;
        tests = 0;
        farTests = 0;
        ends = false;
        guessed = false;
        Where where = entry.where.each(Space::openLoop);
        if (before != null) {
            Linear t = Linear.variable(round);
            where = where.either(Constraint.equal(t, Linear.of(0)), before);
        }
        state.where = exact ? where : where.uncertain();
        for (Local local : shape.assigned) {
            state.forget(local);
            Linear first = entry.numbers.get(local);
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
                    && choice.exit() != null
                    && !(choice.exit() instanceof Statement.Continue)) {
                state = test(choice, state, first);
                Nonzero.learn(choice.condition(), false, state);
            } else {
                first &= statement instanceof Statement.Assign;
                state = walk.run(List.of(statement), state);
            }
        }
        return state;
    }

    private State test(Statement.If choice, State state, boolean first) {
        Staying staying = Staying.of(choice.condition(), state, walk.numbers, round, shape);
        ends |= staying.ends();
        boolean near = choice.breaks(loop.label());
        leave(choice, state, near);
        if (staying.bound() == null && before == null && exact && guesses) {
            Constraint guess = guess(choice, state);
            if (guess != null) {
                guessed = true;
                before = guess;
                return state.at(state.where.where(guess));
            }
        }
        if (staying.bound() == null) {
            exact = false;
            before = null; // the assumption was based on an invalid test
            Where stay = walk.conditions.where(choice.condition(), false, state);
            return stay == null ? null : state.at(stay);
        }
        Constraint bound = staying.bound();
        if (!staying.exact()) {
            exact = false;
        } else if (first && tests + farTests == 1) {
            rounds = near && exact ? staying.rounds() : null;
        } else {
            passedBefore(bound);
        }
        Where stay = state.where.where(bound);
        return stay.isEmpty() ? null : state.at(stay);
    }

    private void leave(Statement.If choice, State state, boolean near) {
        Where far = near ? null : walk.conditions.where(choice.condition(), true, state);
        if (near) {
            tests++;
            walk.run(choice.then(), state);
        } else if (far != null) {
            farTests++;
            walk.run(choice.then(), state.at(far.uncertain()));
        }
    }

    /** Records that code before a test is reached only if the previous iteration passed it. */
    private void passedBefore(Constraint bound) {
        boolean known = bound.form().variables() <= round + 1;
        if (known && before == null && guesses) {
            before = inRoundBefore(bound);
        } else if (!known || !inRoundBefore(bound).equals(before)) {
            exact = false;
        }
    }

    /**
     * Returns the constraint of a test if there is no overflow, which the next attempt verifies.
     */
    private Constraint guess(Statement.If choice, State state) {
        State stepped = state.copy();
        try {
            inductions.forEach(
                    (local, step) -> stepped.numbers.putIfAbsent(local, next(local, step)));
        } catch (ArithmeticException tooLarge) {
            return null;
        }
        boolean before = walk.numbers.ideal;
        walk.numbers.ideal = true;
        Staying ideal = Staying.of(choice.condition(), stepped, walk.numbers, round, shape);
        walk.numbers.ideal = before;
        boolean usable =
                ideal.bound() != null
                        && ideal.ends()
                        && ideal.bound().form().variables() <= round + 1;
        return usable ? inRoundBefore(ideal.bound()) : null;
    }

    /** Returns the value of an induction variable after its step. */
    private Linear next(Local local, long step) {
        return starts.get(local).plus(Linear.variable(round).plus(1).times(step));
    }

    private Constraint inRoundBefore(Constraint bound) {
        Linear shifted = bound.form().plus(-bound.form().coefficient(round));
        return new Constraint(bound.relation(), shifted, 1);
    }

    private State after(State entry, State end, boolean elsewhere) {
        List<State> exits = walk.jumps.take(loop.label());
        boolean known = exact && exits.size() == 1 && rounds != null;
        walk.loops.put(loop.label(), new InnerLoop(round, known && !elsewhere ? rounds : null));
        if (exits.isEmpty()) {
            return null;
        }
        State after = entry.at(elsewhere ? entry.where.uncertain() : entry.where);
        if (known && end != null && !elsewhere && !shape.skips) {
            new Filled(round, rounds, after).add(end);
        }
        for (Local local : shape.assigned) {
            Linear first = entry.numbers.get(local);
            after.forget(local);
            if (known && inductions.containsKey(local)) {
                after.numbers.put(local, first.plus(rounds.times(inductions.get(local))));
            }
        }
        after.forget(after.where.variables());
        return after;
    }
}
