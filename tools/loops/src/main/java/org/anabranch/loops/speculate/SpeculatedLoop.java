package org.anabranch.loops.speculate;

import org.anabranch.loops.compile.AccessLog;
import org.anabranch.loops.compile.BodyCompiler;
import org.anabranch.loops.compile.Changes;
import org.anabranch.loops.compile.CompiledBody;
import org.anabranch.loops.compile.FieldCell;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.trace.Cells;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * A loop body for one call, compiled so that iterations access the arrays that the loop writes
 * through a log. The elements of these arrays are numbered one behind the other.
 */
public final class SpeculatedLoop {
    private static final int MOST_CELLS = 1 << 27;

    /** The accesses expected of one place inside an inner loop. */
    private static final int IN_LOOP = 16;

    private static final int MOST_SLOTS = 64;

    private final Lifted lifted;
    private final Inputs inputs;
    private final Map<Object, Part> parts = new IdentityHashMap<>();
    private final List<Part> order = new ArrayList<>();
    private final Set<Local> logged = new HashSet<>();
    private String obstacle;
    private int cells;
    private CompiledBody code;
    private long[] numbers;
    private Object[] memory;

    private final Part[] byInput;

    /** An array, with the number of its first element. */
    record Part(Cells cells, int first) {}

    /**
     * Creates the loop of a call.
     *
     * @param lifted its body
     * @param inputs the values of its inputs
     */
    public SpeculatedLoop(Lifted lifted, Inputs inputs) {
        this.lifted = lifted;
        this.inputs = inputs;
        this.byInput = new Part[lifted.body().inputs().size()];
        find();
        if (obstacle == null) {
            separate();
        }
    }

    /** {@return the reason why it cannot be speculated, or null} */
    public String obstacle() {
        return obstacle;
    }

    /** Finds the arrays that the loop writes. */
    private void find() {
        LoopBody body = lifted.body();
        if (!FieldCell.in(body).isEmpty()) {
            String field = FieldCell.in(body).getFirst().field();
            obstacle = "the field " + field.substring(field.lastIndexOf('.') + 1) + " is set";
            return;
        }
        Set<Local> own = body.ownArrays();
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Store store) {
                Local base = ((Expression.Read) store.base()).local();
                if (!own.contains(base)) {
                    add(base, store.element().kind());
                }
            } else if (statement instanceof Statement.Assign assign
                    && assign.value() instanceof Expression.NewArray made
                    && !(made.length() instanceof Expression.Constant)) {
                obstacle = "the length of a new array depends on data";
            }
        }
        if (logged.isEmpty() && obstacle == null) {
            obstacle = "it writes no array";
        }
    }

    private void add(Local base, Kind kind) {
        Object value = inputs.has(base) ? inputs.of(base) : null;
        if (value == null || !isPlain(value)) {
            obstacle = base.name() + " is no array of numbers";
            return;
        }
        logged.add(base);
        if (!parts.containsKey(value)) {
            Cells found = Cells.of(value, kind);
            parts.put(value, new Part(found, cells));
            order.add(parts.get(value));
            cells += Math.min(found.length(), MOST_CELLS + 1);
            if (cells > MOST_CELLS) {
                obstacle = "it writes more than " + MOST_CELLS + " elements";
            }
        }
    }

    private static boolean isPlain(Object value) {
        return value.getClass().isArray() && value.getClass().componentType().isPrimitive();
    }

    /** Looks for other ways to the arrays. */
    private void separate() {
        List<Input> all = lifted.body().inputs();
        for (int i = 0; i < all.size(); i++) {
            Local local = all.get(i).local();
            Object value = local.kind() == Kind.REFERENCE ? inputs.of(local) : null;
            byInput[i] = parts.get(value);
            if (byInput[i] != null) {
                logged.add(local);
            } else if (value != null && reaches(value)) {
                obstacle = local.name() + " may be a view of an array that the loop writes";
            }
        }
    }

    private boolean reaches(Object value) {
        if (value instanceof MemorySegment segment) {
            return !segment.isNative() && segment.heapBase().map(parts::containsKey).orElse(true);
        }
        if (value instanceof Object[] rows) {
            for (Object row : rows) {
                if (row != null && (parts.containsKey(row) || reaches(row))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Compiles the body.
     *
     * @param isCounted returns true for the label of an inner loop that is proved to end, whatever
     *     the logged arrays hold
     */
    public void prepare(IntPredicate isCounted) {
        LoopBody body = lifted.body();
        Set<Integer> limited = new HashSet<>();
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Repeat loop && !isCounted.test(loop.label())) {
                limited.add(loop.label());
            }
        }
        Changes changes = new Changes(logged, limited);
        code =
                (CompiledBody)
                        lifted.made()
                                .computeIfAbsent(
                                        changes,
                                        absent ->
                                                BodyCompiler.define(
                                                        BodyCompiler.compile(body, changes)));
        List<Input> all = body.inputs();
        numbers = new long[all.size()];
        memory = new Object[3 * all.size() + 1];
        for (int i = 0; i < numbers.length; i++) {
            Local local = all.get(i).local();
            Object value = inputs.of(local);
            if (local.kind() != Kind.REFERENCE) {
                numbers[i] = inputs.number(local);
            } else if (value instanceof MemorySegment
                    || value != null && value.getClass().isArray()) {
                memory[i] = value;
            }
        }
    }

    /** Runs iterations on a log. */
    void run(AccessLog log, long low, long high) {
        Object[] own = memory.clone();
        own[own.length - 1] = log;
        code.run(own, numbers, low, high, new long[1]);
    }

    int cells() {
        return cells;
    }

    /** Returns the array of an input, or null. */
    Part part(int input) {
        return byInput[input];
    }

    /** Returns the bits of an element in the program's memory. */
    long get(int cell) {
        Part part = holder(cell);
        return part.cells.get(cell - part.first);
    }

    /** Sets an element of the program's memory. */
    void set(int cell, long bits) {
        Part part = holder(cell);
        part.cells.set(cell - part.first, bits);
    }

    private Part holder(int cell) {
        int last = order.size() - 1;
        while (order.get(last).first > cell) {
            last--;
        }
        return order.get(last);
    }

    /** Returns the number of entries that an iteration is expected to log. */
    int expected(boolean writes) {
        return Math.clamp(expected(lifted.body().statements(), writes, 1), 1, MOST_SLOTS);
    }

    private long expected(List<Statement> statements, boolean writes, long times) {
        long sum = 0;
        for (Statement statement : statements) {
            Expression.Load access = statement.access();
            boolean counts = access != null && writes == statement instanceof Statement.Store;
            sum += counts && isLogged(access) ? times : 0;
            long inside = statement instanceof Statement.Repeat ? times * IN_LOOP : times;
            for (List<Statement> list : statement.lists()) {
                sum += expected(list, writes, Math.min(inside, MOST_SLOTS));
            }
        }
        return sum;
    }

    private boolean isLogged(Expression.Load access) {
        return access.base() instanceof Expression.Read read && logged.contains(read.local());
    }
}
