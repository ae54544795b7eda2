package org.anabranch.loops.run;

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
import java.util.Set;

/** A copy of the memory that a body may write, to restore it. */
final class Snapshot implements AutoCloseable {
    /** Null as long as no segment is copied: to close one takes time. */
    private Arena arena;

    private final List<Runnable> restores = new ArrayList<>();
    private final Map<Object, Boolean> seen = new IdentityHashMap<>();

    private Snapshot() {}

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
        Set<Local> written = written(lifted.body());
        Snapshot snapshot = new Snapshot();
        apart.forEach(memory -> snapshot.seen.put(memory, true));
        try {
            for (Input input : lifted.body().inputs()) {
                Object value = inputs.of(input.local());
                if (value != null && written.contains(input.local())) {
                    snapshot.memory(value);
                }
                for (Field field : lifted.writtenFields().values()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && field.getDeclaringClass().isInstance(value)) {
                        snapshot.field(field, value);
                    }
                }
            }
            for (Field field : lifted.writtenFields().values()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    snapshot.field(field, null);
                }
            }
            return snapshot;
        } catch (RuntimeException | Error failed) {
            snapshot.close();
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
            int length = Array.getLength(value);
            Object copy = Array.newInstance(value.getClass().getComponentType(), length);
            System.arraycopy(value, 0, copy, 0, length);
            restores.add(() -> System.arraycopy(copy, 0, value, 0, length));
        } else if (value instanceof MemorySegment segment && !segment.isReadOnly()) {
            arena = arena == null ? Arena.ofShared() : arena;
            MemorySegment copy = arena.allocate(segment.byteSize());
            copy.copyFrom(segment);
            restores.add(() -> segment.copyFrom(copy));
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
