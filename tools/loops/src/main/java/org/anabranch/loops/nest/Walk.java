package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.BodyRefusal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The analysis of a body in one pass, in order, which records memory accesses and hazards. Each
 * place is analysed with the set of points at which it runs. If that set cannot express the points
 * exactly, it becomes larger, and the place uncertain.
 */
final class Walk {
    final Touches touches;
    final Numbers numbers;
    final Conditions conditions;
    private final Inputs inputs;

    final Jumps jumps = new Jumps();

    /** The inner loops that are reached, by label. */
    final Map<Integer, InnerLoop> loops = new HashMap<>();

    /** True if an inner loop is not proved to end. */
    boolean mayNotEnd;

    Walk(Inputs inputs, Touches touches) {
        this.inputs = inputs;
        this.touches = touches;
        this.numbers = new Numbers(inputs);
        this.conditions = new Conditions(numbers);
    }

    /** Analyses statements; returns the state after them, or null if that is unreachable. */
    State run(List<Statement> statements, State before) {
        State state = before;
        for (Statement statement : statements) {
            if (state == null) {
                return null;
            }
            state = step(statement, state);
        }
        return state;
    }

    private State step(Statement statement, State state) {
        return switch (statement) {
            case Statement.Assign assign -> {
                assign(assign, state);
                yield state;
            }
            case Statement.Store store -> {
                touch(store, state);
                yield state;
            }
            case Statement.If choice -> {
                CommonValues.prepare(choice, state, numbers);
                yield choose(choice, state);
            }
            case Statement.Labelled block -> {
                CommonValues.prepare(block, state, numbers);
                yield labelled(block, state);
            }
            case Statement.Repeat loop -> new LoopWalk(this, loop).run(state);
            case Statement.Break jump -> jump(jump.label(), state);
            case Statement.Continue jump -> {
                jumps.add(jump.label());
                yield null;
            }
            case Statement.End end -> jump(-1, state);
            case Statement.Fault fault -> {
                touches.faults.add("an exception may be thrown", fault.line());
                yield jump(-1, state);
            }
        };
    }

    private State jump(int label, State state) {
        jumps.add(label, state);
        return null;
    }

    private void assign(Statement.Assign assign, State state) {
        Local target = assign.target();
        if (target.kind() == Kind.REFERENCE) {
            row(assign, state);
            return;
        }
        Linear value = null;
        Indirect indirect = indirect(assign.value(), state);
        switch (assign.value()) {
            case Expression.Load load -> indirect = touch(assign, state);
            case Expression.Length length ->
                    value = touches.length(reference(length.base(), state), state, assign.line());
            case Expression.Binary binary when binary.mayFault() -> {
                divisor(binary, state, assign.line());
                value = numbers.of(binary, state);
            }
            default -> value = numbers.of(assign.value(), state);
        }
        Nonzero.assign(assign, state);
        state.indirects.remove(target);
        if (indirect != null) {
            state.indirects.put(target, indirect);
        }
        if (value == null) {
            state.numbers.remove(target);
        } else {
            state.numbers.put(target, value);
        }
    }

    /**
     * Records an access to memory; returns the subscript that an element of an index array is, or
     * null.
     */
    private Indirect touch(Statement statement, State state) {
        Expression.Load access = statement.access();
        Linear index = access.index() == null ? null : numbers.of(access.index(), state);
        Indirect indirect = access.index() == null ? null : indirect(access.index(), state);
        Reference base = reference(access.base(), state);
        touches.note(statement, base, index, indirect, state);
        return statement instanceof Statement.Store
                ? null
                : touches.indexArray(access, base, index);
    }

    /** Returns the value as a subscript from an index array, or null. */
    private static Indirect indirect(Expression value, State state) {
        return switch (value) {
            case Expression.Read read -> state.indirects.get(read.local());
            case Expression.Convert convert when convert.to() == Kind.LONG ->
                    indirect(convert.operand(), state);
            default -> null;
        };
    }

    private void divisor(Expression.Binary binary, State state, int line) {
        Linear divisor = numbers.of(binary.right(), state);
        if (!Nonzero.is(binary.right(), divisor, state)) {
            touches.faults.add("the divisor may be 0", line);
        }
    }

    private void row(Statement.Assign assign, State state) {
        if (assign.value() instanceof Expression.NewArray made) {
            Linear length = numbers.of(made.length(), state);
            Object own = touches.own(made.element(), length, state, assign.line());
            state.references.put(assign.target(), Reference.of(own));
            return;
        }
        if (!(assign.value() instanceof Expression.Load load)) {
            throw new BodyRefusal("an array is chosen on the way", assign.line());
        }
        Linear index = numbers.of(load.index(), state);
        Reference outer = reference(load.base(), state);
        touches.row(assign, load, outer, index, state);
        List<Linear> path = new ArrayList<>(outer.path());
        boolean known = outer.known() && index != null;
        path.add(known ? index : Linear.of(0));
        state.references.put(assign.target(), new Reference(outer.root(), path, known));
    }

    private Reference reference(Expression base, State state) {
        if (base == null) {
            return null;
        }
        if (!(base instanceof Expression.Read read)) {
            throw new BodyRefusal("it uses null", 0);
        }
        Reference row = state.references.get(read.local());
        if (row != null) {
            return row;
        }
        Object root = inputs.of(read.local());
        if (root == null) {
            throw new BodyRefusal(read.local().name() + " is null", 0);
        }
        return Reference.of(root);
    }

    private State choose(Statement.If choice, State state) {
        Where then = conditions.where(choice.condition(), true, state);
        Where otherwise = conditions.where(choice.condition(), false, state);
        Where before = state.where;
        int leftBefore = jumps.count();
        State holds = then == null ? null : state.at(then);
        State not = otherwise == null ? null : state.at(otherwise);
        Nonzero.learn(choice.condition(), true, holds);
        Nonzero.learn(choice.condition(), false, not);
        State first = run(choice.then(), holds);
        State second = run(choice.otherwise(), not);
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.meet(second, joined(before, first, second, jumps.count() == leftBefore));
    }

    /** Returns the points after a choice: those before it if no path left in between. */
    private static Where joined(Where before, State first, State second, boolean all) {
        if (all) {
            return before;
        }
        Where union = first.where.union(second.where, 8);
        return union == null ? before.uncertain() : union;
    }

    private State labelled(Statement.Labelled block, State state) {
        Where before = state.where;
        int elsewhereBefore = jumps.elsewhere(block.label());
        int hereBefore = jumps.to(block.label());
        List<State> outer = jumps.take(block.label());
        State end = run(block.body(), state.copy());
        List<State> ways = new ArrayList<>();
        if (end != null) {
            ways.add(end);
        }
        ways.addAll(jumps.take(block.label()));
        jumps.put(block.label(), outer);
        boolean all = jumps.elsewhere(block.label()) == elsewhereBefore;
        jumps.arrived(block.label(), hereBefore);
        State result = null;
        for (State way : ways) {
            result = result == null ? way : result.meet(way, joined(before, result, way, all));
        }
        return result == null ? null : all ? result.at(before).meetSelf() : result;
    }
}
