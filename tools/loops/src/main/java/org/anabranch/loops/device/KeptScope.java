package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.loops.Kept;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A scope of kept arrays. */
final class KeptScope implements Kept {
    @GuardedBy("this")
    private final List<KeptArray> arrays = new ArrayList<>();

    @GuardedBy("this")
    private boolean isClosed;

    KeptScope(Residence residence, Object... given) {
        Object[] memory = listed(given);
        for (Object one : memory) {
            requireMemory(one);
        }
        for (Object one : memory) {
            if (arrays.stream().noneMatch(kept -> KeptArrays.isSame(kept.root, one))) {
                arrays.add(KeptArrays.keep(one, residence));
            }
        }
    }

    /** Returns the arguments of a call: an array of arrays that is passed alone is one of them. */
    private static Object[] listed(Object... given) {
        return given.getClass().getComponentType().isArray() ? new Object[] {given} : given;
    }

    private static void requireMemory(Object memory) {
        Class<?> type = memory.getClass();
        boolean isArray = type.isArray();
        while (type.isArray()) {
            type = type.getComponentType();
        }
        if (!(isArray && type.isPrimitive() || memory instanceof MemorySegment)) {
            throw new IllegalArgumentException(
                    memory.getClass().getTypeName() + " is no array of numbers and no segment");
        }
    }

    @Override
    public synchronized void fetch(Object... memory) {
        some(memory).forEach(KeptArray::home);
    }

    @Override
    public synchronized void update(Object... memory) {
        some(memory).forEach(KeptArray::updated);
    }

    @GuardedBy("this")
    private List<KeptArray> some(Object... given) {
        Object[] memory = listed(given);
        if (isClosed) {
            throw new IllegalStateException("the scope of kept memory is closed");
        }
        List<KeptArray> some = new ArrayList<>();
        for (Object one : memory) {
            some.add(
                    arrays.stream()
                            .filter(kept -> KeptArrays.isSame(kept.root, one))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            new IllegalArgumentException(
                                                    one + " is not kept by this scope")));
        }
        return memory.length == 0 ? arrays : some;
    }

    @Override
    public synchronized void close() {
        if (!isClosed) {
            isClosed = true;
            KeptArrays.release(arrays);
        }
    }
}
