package org.anabranch.scheduler.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * The entries of a stream or scope that a cancellation has to reach. An entry is not removed when
 * it is past; past entries are dropped when the array is full. So adding takes constant time on
 * average, ending takes none, and memory is proportional to the pending entries. Guarded by its
 * owner.
 *
 * @param <T> type of an entry
 */
public final class Pending<T> {
    private static final Object[] NONE = {};

    /** Room for so many entries at first; chosen, not measured. */
    private static final int LEAST = 8;

    private final Predicate<T> past;
    private Object[] entries = NONE;
    private int size;

    /**
     * Creates an empty list.
     *
     * @param past true for an entry that needs no cancellation any more
     */
    public Pending(Predicate<T> past) {
        this.past = past;
    }

    /** Adds an entry. */
    public void add(T entry) {
        if (size == entries.length) {
            makeRoom();
        }
        entries[size++] = entry;
    }

    /** Drops past entries, and then has room for as many entries again as are left. */
    private void makeRoom() {
        int left = 0;
        for (int i = 0; i < size; i++) {
            Object entry = entries[i];
            if (!past.test(cast(entry))) {
                entries[left++] = entry;
            }
        }
        Arrays.fill(entries, left, size, null);
        size = left;
        int room = Math.max(LEAST, 2 * left);
        if (room > entries.length || 4 * room <= entries.length) {
            entries = Arrays.copyOf(entries, room);
        }
    }

    /** {@return the entries that are not past, oldest first} */
    public List<T> list() {
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            T entry = cast(entries[i]);
            if (!past.test(entry)) {
                list.add(entry);
            }
        }
        return list;
    }

    /** Forgets all. */
    public void clear() {
        if (size > 0) {
            Arrays.fill(entries, 0, size, null);
            size = 0;
            if (entries.length > LEAST) {
                entries = NONE;
            }
        }
    }

    @SuppressWarnings("unchecked") // only add stores elements
    private static <T> T cast(Object entry) {
        return (T) entry;
    }
}
