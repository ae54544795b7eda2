package org.anabranch.scheduler.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The operations that were submitted to a device and have not ended. Each has a slot in a table by
 * its number; only an operation that finds its slot taken, by a much older one, goes to a set.
 * Thread-safe.
 */
public final class OutstandingOperations<T> {
    private final AtomicReferenceArray<T> table =
            new AtomicReferenceArray<>(DomainTuning.TABLE_OPERATIONS);
    private final Set<T> others = ConcurrentHashMap.newKeySet();

    void add(T operation, long number) {
        if (!table.compareAndSet(place(number), null, operation)) {
            others.add(operation);
        }
    }

    void remove(T operation, long number) {
        if (!table.compareAndSet(place(number), operation, null)) {
            others.remove(operation);
        }
    }

    private static int place(long number) {
        return (int) number & DomainTuning.TABLE_OPERATIONS - 1;
    }

    /** {@return those that are there at some moment of the call} */
    List<T> all() {
        List<T> all = new ArrayList<>(others);
        for (int place = 0; place < DomainTuning.TABLE_OPERATIONS; place++) {
            T operation = table.get(place);
            if (operation != null) {
                all.add(operation);
            }
        }
        return all;
    }
}
