package org.anabranch.scheduler;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Values for the bytes of one buffer, kept as disjoint boxes. Not for use by several threads at
 * once.
 *
 * <p>A region that was asked for before, and is still one box, is found by one hash look-up:
 * programs name the same tiles again and again. Any other is cut: boxes that it overlaps in part
 * are split along its faces, both parts with the same content, so that afterwards it is exactly a
 * set of boxes. Boxes are also ordered by row and column of their first byte; an overlap is looked
 * for among those that begin not more rows above than the tallest box has, and, while all boxes lie
 * within one row each, among those from the last that begins at or before the first byte.
 */
final class RegionMap<V> {
    private static final Comparator<Place> ORDER =
            (a, b) ->
                    a.row != b.row ? Long.compare(a.row, b.row) : Long.compare(a.column, b.column);

    private final Shape shape;
    private final Supplier<V> fresh;
    private final UnaryOperator<V> copy;
    private final Map<Region, Entry<V>> exact = new HashMap<>();
    private final NavigableMap<Place, Entry<V>> ordered = new TreeMap<>(ORDER);
    private long tallest = 1;

    /** What was found by its exact region last. */
    private Entry<V> last;

    /** Where a box begins: row counted over all slices, and byte within it. */
    private record Place(long row, long column) {}

    /** A box with its value. */
    static final class Entry<V> {
        final Box box;
        final V value;
        private final Region key;

        Entry(Box box, V value, Region key) {
            this.box = box;
            this.value = value;
            this.key = key;
        }
    }

    /**
     * Makes an empty map.
     *
     * @param fresh makes the value of bytes that had none
     * @param copy makes the value of the second part of a box that is split
     */
    RegionMap(Shape shape, Supplier<V> fresh, UnaryOperator<V> copy) {
        this.shape = shape;
        this.fresh = fresh;
        this.copy = copy;
    }

    /** The one entry that is the region and was asked for as that before, or null. */
    Entry<V> exact(Region region) {
        Entry<V> recent = last;
        if (recent != null && recent.key.equals(region)) {
            return recent;
        }
        Entry<V> known = exact.get(region);
        last = known;
        return known;
    }

    /** The boxes that together are the region, made where there were none. */
    List<Entry<V>> cover(Region region) {
        Entry<V> known = exact(region);
        if (known != null) {
            return List.of(known);
        }
        List<Box> boxes = Box.of(region, shape);
        List<Entry<V>> covered = new ArrayList<>(boxes.size());
        for (Box box : boxes) {
            cover(box, boxes.size() == 1 ? region : null, covered);
        }
        return covered;
    }

    private void cover(Box box, Region key, List<Entry<V>> covered) {
        List<Box> missing = new ArrayList<>();
        missing.add(box);
        for (Entry<V> entry : overlapping(box)) {
            covered.add(box.contains(entry.box) ? entry : split(entry, box));
            List<Box> rest = new ArrayList<>();
            for (Box part : missing) {
                if (part.overlaps(entry.box)) {
                    part.subtract(entry.box, rest);
                } else {
                    rest.add(part);
                }
            }
            missing = rest;
        }
        for (Box part : missing) {
            covered.add(add(part, fresh.get(), part.equals(box) ? key : null));
        }
    }

    /** Splits an entry; returns the part inside the box. */
    private Entry<V> split(Entry<V> entry, Box box) {
        remove(entry);
        List<Box> outside = new ArrayList<>();
        entry.box.subtract(box, outside);
        for (Box part : outside) {
            add(part, copy.apply(entry.value), null);
        }
        return add(entry.box.intersection(box), entry.value, null);
    }

    private Entry<V> add(Box box, V value, Region key) {
        Entry<V> entry = new Entry<>(box, value, key);
        tallest = Math.max(tallest, endRow(box) - firstRow(box));
        ordered.put(new Place(firstRow(box), box.x0()), entry);
        if (key != null) {
            exact.put(key, entry);
        }
        return entry;
    }

    /** The entries that have a byte in the region; nothing is made or split. */
    List<Entry<V>> overlapping(Region region) {
        Entry<V> known = exact(region);
        if (known != null) {
            return List.of(known);
        }
        Set<Entry<V>> found = new LinkedHashSet<>();
        for (Box box : Box.of(region, shape)) {
            found.addAll(overlapping(box));
        }
        return List.copyOf(found);
    }

    private List<Entry<V>> overlapping(Box box) {
        List<Entry<V>> found = new ArrayList<>();
        if (ordered.isEmpty()) {
            return found;
        }
        Place from = new Place(firstRow(box) - tallest + 1, Long.MIN_VALUE);
        if (tallest == 1 && endRow(box) - firstRow(box) == 1) {
            Place floor = ordered.floorKey(new Place(firstRow(box), box.x0()));
            from = floor == null ? new Place(firstRow(box), box.x0()) : floor;
        }
        Place to = new Place(endRow(box) - 1, box.x1());
        for (Entry<V> entry : ordered.subMap(from, true, max(from, to), true).values()) {
            if (entry.box.overlaps(box)) {
                found.add(entry);
            }
        }
        return found;
    }

    private static Place max(Place a, Place b) {
        return ORDER.compare(a, b) >= 0 ? a : b;
    }

    private long firstRow(Box box) {
        return box.z0() * shape.rows() + box.y0();
    }

    private long endRow(Box box) {
        return (box.z1() - 1) * shape.rows() + box.y1();
    }

    /** Forgets an entry: its bytes are fresh again. */
    void remove(Entry<V> entry) {
        ordered.remove(new Place(firstRow(entry.box), entry.box.x0()));
        forget(entry);
    }

    private void forget(Entry<V> entry) {
        if (entry.key != null) {
            exact.remove(entry.key);
        }
        if (entry == last) {
            last = null;
        }
        if (ordered.isEmpty()) {
            tallest = 1;
        }
    }

    /** Forgets the entries whose value meets the condition. */
    void removeIf(Predicate<V> condition) {
        for (Iterator<Entry<V>> all = ordered.values().iterator(); all.hasNext(); ) {
            Entry<V> entry = all.next();
            if (condition.test(entry.value)) {
                all.remove();
                forget(entry);
            }
        }
    }

    Collection<Entry<V>> entries() {
        return ordered.values();
    }

    int size() {
        return ordered.size();
    }
}
