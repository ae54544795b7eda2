package org.anabranch.opencl.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects behind handles. A handle is a place and a number that is never given twice, so that one
 * given back finds nothing. Looking up takes no lock. Of any thread.
 */
public final class HandleTable<V> {
    private static final int PLACE_BITS = 24;
    private static final int FIRST_PLACES = 64;

    private volatile AtomicReferenceArray<Entry<V>> entries =
            new AtomicReferenceArray<>(FIRST_PLACES);

    // guarded by this
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private int used;
    private long given;

    private record Entry<V>(long handle, V value) {}

    /** {@return a handle of the value, not zero} */
    public synchronized long add(V value) {
        int place = free.isEmpty() ? used++ : free.pop();
        if (place == entries.length()) {
            grow();
        }
        given++;
        long handle = given << PLACE_BITS | place;
        entries.set(place, new Entry<>(handle, value));
        return handle;
    }

    private void grow() {
        AtomicReferenceArray<Entry<V>> more = new AtomicReferenceArray<>(2 * entries.length());
        for (int place = 0; place < entries.length(); place++) {
            more.set(place, entries.get(place));
        }
        entries = more;
    }

    /** {@return the value, null if the handle is none of this table or was given back} */
    public V get(long handle) {
        AtomicReferenceArray<Entry<V>> now = entries;
        int place = place(handle);
        if (place >= now.length()) {
            return null;
        }
        Entry<V> entry = now.get(place);
        return entry != null && entry.handle == handle ? entry.value : null;
    }

    /** Takes a handle back; returns its value, or null if there is none. */
    public synchronized V remove(long handle) {
        V value = get(handle);
        if (value != null) {
            entries.set(place(handle), null);
            free.push(place(handle));
        }
        return value;
    }

    private static int place(long handle) {
        return (int) handle & (1 << PLACE_BITS) - 1;
    }

    /** {@return the handles that are there} */
    public synchronized List<Long> handles() {
        List<Long> handles = new ArrayList<>();
        for (int place = 0; place < used; place++) {
            Entry<V> entry = entries.get(place);
            if (entry != null) {
                handles.add(entry.handle);
            }
        }
        return handles;
    }
}
