package org.anabranch.loops.run;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Expression;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;
import org.anabranch.loops.ir.Statement;
import org.anabranch.loops.lift.Lifted;
import org.anabranch.loops.nest.Inputs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A copy of the memory that a body may write, to restore it. Slices copy their own elements of some
 * arrays, so that these are copied on all processors, and are near when they are used.
 */
final class Snapshot implements AutoCloseable {
    /**
     * An array that a single place writes.
     *
     * @param place of the element, by the iteration, counted from 0
     */
    private record Sliced(Object array, Linear place) {}

    /** Null as long as no segment is copied: to close one takes time. */
    private Arena arena;

    private final Queue<Runnable> restores = new ConcurrentLinkedQueue<>();
    private final Map<Object, Boolean> seen = new IdentityHashMap<>();
    private final List<Sliced> sliced = new ArrayList<>();

    private Snapshot() {}

    /**
     * Takes a snapshot of what slices do not {@link #save}.
     *
     * @param analysis of the loop
     * @return the snapshot, to be closed
     * @throws OutOfMemoryError if there is no room
     */
    static Snapshot inSlices(Analysis analysis) {
        Snapshot snapshot = new Snapshot();
        analysis.nest()
                .writtenInSteps()
                .forEach((local, place) -> snapshot.slice(analysis.inputs().of(local), place));
        return snapshot.take(analysis.lifted(), analysis.inputs());
    }

    /**
     * Takes a snapshot.
     *
     * @param lifted the body
     * @param inputs values of its inputs
     * @param apart memory that stays as it is until all iterations have run
     * @return the snapshot, to be closed
     * @throws OutOfMemoryError if there is no room
     */
    static Snapshot of(Lifted lifted, Inputs inputs, List<Object> apart) {
        Snapshot snapshot = new Snapshot();
        apart.forEach(memory -> snapshot.seen.put(memory, true));
        return snapshot.take(lifted, inputs);
    }

    private void slice(Object array, Linear place) {
        seen.put(array, true);
        sliced.add(new Sliced(array, place));
    }

    private Snapshot take(Lifted lifted, Inputs inputs) {
        Set<Local> written = written(lifted.body());
        try {
            for (Input input : lifted.body().inputs()) {
                Object value = inputs.of(input.local());
                if (value != null && written.contains(input.local())) {
                    memory(value);
                }
                for (Field field : lifted.writtenFields().values()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && field.getDeclaringClass().isInstance(value)) {
                        field(field, value);
                    }
                }
            }
            for (Field field : lifted.writtenFields().values()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    field(field, null);
                }
            }
            return this;
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /** Returns the inputs whose memory a body writes; a row belongs to its array of arrays. */
    private static Set<Local> written(LoopBody body) {
        Map<Local, Expression> rows = new HashMap<>();
        Set<Local> written = new HashSet<>();
        for (Statement statement : Statement.all(body.statements())) {
            if (statement instanceof Statement.Assign assign
                    && assign.value() instanceof Expression.Load load
                    && load.base() != null) {
                rows.put(assign.target(), load.base());
            }
            if (statement instanceof Statement.Store store) {
                Expression base = store.base();
                while (base instanceof Expression.Read read && rows.containsKey(read.local())) {
                    base = rows.get(read.local());
                }
                if (base instanceof Expression.Read read) {
                    written.add(read.local());
                }
            }
        }
        return written;
    }

    private void memory(Object value) {
        if (seen.put(value, true) != null) {
            return;
        }
        if (value instanceof Object[] rows) {
            for (Object row : rows) {
                if (row != null) {
                    memory(row);
                }
            }
        } else if (value.getClass().isArray()) {
            copy(value, 0, Array.getLength(value));
        } else if (value instanceof MemorySegment segment && !segment.isReadOnly()) {
            arena = arena == null ? Arena.ofShared() : arena;
            MemorySegment copy = arena.allocate(segment.byteSize());
            copy.copyFrom(segment);
            restores.add(() -> segment.copyFrom(copy));
        }
    }

    private void copy(Object array, int from, int to) {
        int length = to - from;
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, from, copy, 0, length);
        restores.add(() -> System.arraycopy(copy, 0, array, from, length));
    }

    /**
     * Copies what a slice is going to write. Thread-safe, for other iterations.
     *
     * @param from first iteration, counted from 0
     * @param to bound, not included
     * @throws OutOfMemoryError if there is no room; nothing of the slice may run then
     */
    void save(long from, long to) {
        for (Sliced one : sliced) {
            long first = one.place.at(from);
            long last = one.place.at(to - 1);
            int length = Array.getLength(one.array);
            int begin = Math.clamp(Math.min(first, last), 0, length);
            int end = Math.clamp(Math.max(first, last) + 1, 0, length);
            if (begin < end) {
                copy(one.array, begin, end);
            }
        }
    }

    private void field(Field field, Object owner) {
        try {
            field.setAccessible(true);
            Object value = field.get(owner);
            restores.add(
                    () -> {
                        try {
                            field.set(owner, value);
                        } catch (IllegalAccessException lost) {
                            throw new IllegalStateException(lost);
                        }
                    });
        } catch (IllegalAccessException | RuntimeException closed) {
            throw new IllegalStateException("field " + field + " cannot be kept", closed);
        }
    }

    void restore() {
        restores.forEach(Runnable::run);
    }

    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
    }
}
