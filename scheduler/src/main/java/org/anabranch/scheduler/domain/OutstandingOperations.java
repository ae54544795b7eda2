package org.anabranch.scheduler.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What has been handed to a device and has not ended. By its number each has a place in a table;
 * only who finds the place taken, by one much older, goes to a set. Of any thread.
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
