package org.anabranch.loops.trace;

import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;

import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A tracer that executes each iteration, in order, as far as it determines which cells are
 * accessed. It uses the contents of all memory that the loop does not write. Values from other
 * memory are unknown, and a condition on them is followed both ways. So it finds all cells that are
 * accessed, and perhaps more.
 */
public final class Trace {
    private static final Jump END = new Jump(-1, false);

    /**
     * A target of control other than the next statement: the code after a label, or the start of a
     * loop.
     */
    private record Jump(int label, boolean again) {}

    /** Thrown when the accessed cells cannot be determined. */
    private static final class Untold extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Untold() {
            super("it is unknown which cells are accessed", null, false, false);
        }
    }

    private final Set<Statement> followed;
    private final TracedValues values;
    private final AccessedCells cells = new AccessedCells();

    /** The variables at jumps that may have been taken while control has also continued. */
    private final Map<Jump, Frame> waiting = new HashMap<>();

    private Frame frame;
    private int iteration;
    private int steps;
    private final int most;

    private Trace(Set<Statement> followed, TracedValues values, Frame frame, int most) {
        this.followed = followed;
        this.values = values;
        this.frame = frame;
        this.most = most;
    }

    /**
     * Returns true if no iteration accesses a cell that another one writes, by some of the
     * accesses.
     *
     * @param body the body
     * @param inputs the values of its inputs: numbers boxed, arrays
     * @param accesses the loads and stores of array elements that are compared, by identity
     * @param fixed the loads whose memory the loop does not write, by identity
     * @param low the first index
     * @param iterations how many there are
     * @param most the largest number of statements traced
     * @return true only if that is certain
     */
    public static boolean independent(
            LoopBody body,
            Map<Local, Object> inputs,
            Set<Statement> accesses,
            Set<Statement> fixed,
            long low,
            long iterations,
            int most) {
        if (iterations > most) {
            return false;
        }
        Frame start = new Frame(body.locals().stream().mapToInt(Local::number).max().orElse(0) + 1);
        inputs.forEach((local, value) -> TracedValues.set(start, local, value));
        Trace trace = new Trace(accesses, new TracedValues(fixed), start.copy(), most);
        List<Statement> relevant = Relevant.of(body.statements(), accesses::contains);
        try {
            for (int k = 0; k < iterations; k++) {
                trace.frame.set(start);
                TracedValues.set(trace.frame, body.index(), low + k);
                trace.iteration = k + 1;
                trace.run(relevant);
                trace.waiting.clear();
            }
            return true;
        } catch (Untold untold) {
            return false;
        }
    }

    /** Executes statements; returns null if control continues after them. */
    private Jump run(List<Statement> statements) {
        for (Statement statement : statements) {
            Jump jump = step(statement);
            if (jump != null) {
                return jump;
            }
        }
        return null;
    }

    private Jump step(Statement statement) {
        if (++steps > most) {
            throw new Untold();
        }
        return switch (statement) {
            case Statement.Assign assign -> assign(assign);
            case Statement.Store store -> touch(store.base(), store.index(), true);
            case Statement.If choice -> choose(choice);
            case Statement.Repeat loop -> repeat(loop);
            case Statement.Labelled block -> {
                Jump jump = run(block.body());
                Jump behind = new Jump(block.label(), false);
                yield jump == null ? behind(behind, behind) : behind(behind, jump);
            }
            case Statement.Break jump -> new Jump(jump.label(), false);
            case Statement.Continue jump -> new Jump(jump.label(), true);
            case Statement.End end -> END;
            case Statement.Fault fault -> END;
        };
    }

    private Jump assign(Statement.Assign assign) {
        if (assign.value() instanceof Expression.Load load && followed.contains(assign)) {
            Jump jump = touch(load.base(), load.index(), false);
            if (jump != null) {
                return jump;
            }
        }
        return values.assign(assign, frame) ? null : END;
    }

    /** Records an access, which ends the iteration if it is out of bounds. */
    private Jump touch(Expression base, Expression index, boolean write) {
        Object array = values.array(base, frame);
        long at = values.number(index, frame);
        if (array == null || values.vague()) {
            throw new Untold();
        }
        if (at < 0 || at >= Array.getLength(array)) {
            return END;
        }
        if (!cells.touch(array, (int) at, iteration, write)) {
            throw new Untold();
        }
        return null;
    }

    private Jump choose(Statement.If choice) {
        long holds = values.number(choice.condition(), frame);
        if (!values.vague()) {
            return run(holds != 0 ? choice.then() : choice.otherwise());
        }
        steps += frame.known.length;
        Frame other = frame.copy();
        Jump first = run(choice.then());
        Frame one = frame;
        frame = other;
        Jump second = run(choice.otherwise());
        if (first == null && second == null) {
            frame.meet(one);
            return null;
        }
        if (first == null) {
            await(second, frame);
            frame = one;
            return null;
        }
        await(first, one);
        return second;
    }

    private void await(Jump jump, Frame there) {
        if (!jump.equals(END)) {
            waiting.merge(jump, there, Frame::meet);
        }
    }

    private Jump repeat(Statement.Repeat loop) {
        Jump again = new Jump(loop.label(), true);
        while (true) {
            if (++steps > most) {
                throw new Untold();
            }
            Jump jump = run(loop.body());
            Frame more = waiting.remove(again);
            if (jump == null || jump.equals(again)) {
                frame.meet(more == null ? frame : more);
            } else if (more == null) {
                return behind(new Jump(loop.label(), false), jump);
            } else {
                await(jump, frame);
                frame = more;
            }
        }
    }

    /** Continues after a block with the jumps that lead there; otherwise returns the jump. */
    private Jump behind(Jump behind, Jump jump) {
        Frame others = waiting.remove(behind);
        if (jump.equals(behind)) {
            frame.meet(others == null ? frame : others);
            return null;
        }
        if (others == null) {
            return jump;
        }
        await(jump, frame);
        frame = others;
        return null;
    }
}
