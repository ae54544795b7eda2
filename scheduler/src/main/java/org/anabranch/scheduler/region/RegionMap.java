package org.anabranch.scheduler.region;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Values for the bytes of one buffer, kept as disjoint boxes. Not thread-safe.
 *
 * <p>A region that was asked for before, and is still one box, is found by one hash look-up:
 * programs name the same tiles again and again. Any other is cut: boxes that it overlaps in part
 * are split along its faces, both parts with the same content, so that afterwards it is exactly a
 * set of boxes.
 *
 * <p>Boxes are also ordered by their first byte, that is, by row and column. An overlap is looked
 * for in the rows from as far above the region as the tallest box reaches. The boxes that begin in
 * one row follow each other without overlap, so in each row the search starts at the last one that
 * begins at or before the column of the region, and ends where the region does.
 */
public final class RegionMap<V> {
    private final Shape shape;
    private final long pitch;
    private final long rows;
    private final Supplier<V> fresh;
    private final UnaryOperator<V> copy;
    private final RegionTable<V> exact = new RegionTable<>();
    private final SortedBlocks<Entry<V>> ordered = new SortedBlocks<>();

    /** At least as many rows as any box reaches over, counted over all slices. */
    private long tallest = 1;

    /** The result of the last exact look-up. */
    private Entry<V> last;

    /** A box with its value. */
    public static final class Entry<V> {
        public final Box box;
        public final V value;

        /** The key for an exact look-up, or null. */
        Region key;

        Entry(Box box, V value) {
            this.box = box;
            this.value = value;
        }
    }

    /**
     * Makes an empty map.
     *
     * @param fresh makes the value of bytes that had none
     * @param copy makes the value of the second part of a box that is split
     */
    public RegionMap(Shape shape, Supplier<V> fresh, UnaryOperator<V> copy) {
        this.shape = shape;
        this.pitch = shape.rowPitch();
        this.rows = shape.rows();
        this.fresh = fresh;
        this.copy = copy;
    }

    /**
     * The one entry that is the region, made if there was nothing of it, or null if the region
     * takes several, or the splitting of others: then {@link #cover} finds them.
     */
    public Entry<V> single(Region region) {
        Entry<V> known = exact(region);
        if (known != null) {
            return known;
        }
        Box box = Box.single(region, pitch, rows);
        if (box == null) {
            return null;
        }
        long at = firstOverlap(box);
        if (at == SortedBlocks.NONE) {
            return name(add(box, fresh.get()), region);
        }
        Entry<V> entry = ordered.value(at);
        return entry.box.equals(box) ? name(entry, region) : null;
    }

    /** The one entry that is the region and was asked for as that before, or null. */
    public Entry<V> exact(Region region) {
        Entry<V> recent = last;
        if (recent != null && recent.key.equals(region)) {
            return recent;
        }
        Entry<V> known = exact.get(region);
        if (known != null) {
            last = known;
        }
        return known;
    }

    /** From now on the region finds the entry, unless another one that is the same does. */
    private Entry<V> name(Entry<V> entry, Region region) {
        if (entry.key == null) {
            exact.put(region, entry);
            last = entry;
        }
        return entry;
    }

    /** The boxes that together are the region, made where there were none. */
    public List<Entry<V>> cover(Region region) {
        List<Entry<V>> covered = new ArrayList<>();
        for (Box box : Box.of(region, shape)) {
            cover(box, covered);
        }
        return covered;
    }

    private void cover(Box box, List<Entry<V>> covered) {
        List<Box> missing = List.of(box);
        for (Entry<V> entry : overlapping(box)) {
            covered.add(box.contains(entry.box) ? entry : split(entry, box));
            List<Box> rest = new ArrayList<>();
            for (Box part : missing) {
                if (part.overlaps(entry.box)) {
                    part.subtract(entry.box, rest);
                } else if (end(part) <= start(entry.box)) {
                    covered.add(add(part, fresh.get()));
                } else {
                    rest.add(part);
                }
            }
            missing = rest;
        }
        for (Box part : missing) {
            covered.add(add(part, fresh.get()));
        }
    }

    /**
     * Splits an entry; returns the part inside the box. The part that begins where the entry does
     * takes its place once the others are there: if there is no memory for one, nothing is split.
     */
    private Entry<V> split(Entry<V> entry, Box box) {
        List<Box> outside = new ArrayList<>();
        entry.box.subtract(box, outside);
        Entry<V> inside = new Entry<>(entry.box.intersection(box), entry.value);
        List<Entry<V>> others = new ArrayList<>(outside.size());
        long start = start(entry.box);
        Entry<V> first = inside;
        for (Box part : outside) {
            Entry<V> other = new Entry<>(part, copy.apply(entry.value));
            if (start(part) == start) {
                first = other;
                other = inside;
            }
            others.add(other);
        }
        addAll(others);
        ordered.replace(start, first);
        forget(entry);
        return inside;
    }

    /** Without memory, none. */
    private void addAll(List<Entry<V>> parts) {
        int added = 0;
        try {
            while (added < parts.size()) {
                ordered.add(start(parts.get(added).box), parts.get(added));
                added++;
            }
        } catch (OutOfMemoryError full) {
            while (added > 0) {
                ordered.remove(start(parts.get(--added).box));
            }
            throw full;
        }
    }

    private Entry<V> add(Box box, V value) {
        Entry<V> entry = new Entry<>(box, value);
        tallest = Math.max(tallest, height(box));
        ordered.add(start(box), entry);
        return entry;
    }

    /** The entries that have a byte in the region; nothing is made or split. */
    public List<Entry<V>> overlapping(Region region) {
        Entry<V> known = exact(region);
        if (known != null) {
            return List.of(known);
        }
        List<Box> boxes = Box.of(region, shape);
        if (boxes.size() == 1) {
            return overlapping(boxes.getFirst());
        }
        Set<Entry<V>> found = new LinkedHashSet<>();
        for (Box box : boxes) {
            found.addAll(overlapping(box));
        }
        return List.copyOf(found);
    }

    private List<Entry<V>> overlapping(Box box) {
        List<Entry<V>> found = new ArrayList<>();
        long at = firstOverlap(box);
        while (at != SortedBlocks.NONE) {
            found.add(ordered.value(at));
            at = overlap(box, next(box, at));
        }
        return found;
    }

    /** Where the first entry is that overlaps a box, or none. */
    private long firstOverlap(Box box) {
        long from = start(box) - (tallest - 1) * pitch;
        long at = ordered.floor(from);
        return overlap(box, at == SortedBlocks.NONE ? ordered.first() : at);
    }

    /** The first place from one on whose entry overlaps a box, or none. */
    private long overlap(Box box, long from) {
        long end = end(box);
        long at = from;
        while (at != SortedBlocks.NONE && !ordered.value(at).box.overlaps(box)) {
            at = ordered.key(at) < end ? next(box, at) : SortedBlocks.NONE;
        }
        return at;
    }

    /** The place after one, without those that cannot overlap a box because of their columns. */
    private long next(Box box, long at) {
        Box passed = ordered.value(at).box;
        long row = firstRow(passed) + (passed.x0() < box.x1() ? 0 : 1);
        return ordered.next(at, row * pitch + box.x0());
    }

    private long firstRow(Box box) {
        return box.z0() * rows + box.y0();
    }

    /** Rows from the first to the last one, counted over all slices. */
    private long height(Box box) {
        return (box.z1() - 1 - box.z0()) * rows + box.y1() - box.y0();
    }

    /** The first byte of a box. */
    private long start(Box box) {
        return firstRow(box) * pitch + box.x0();
    }

    /** The first byte after the last one of a box. */
    private long end(Box box) {
        return (firstRow(box) + height(box) - 1) * pitch + box.x1();
    }

    /** Forgets an entry: its bytes are fresh again. */
    public void remove(Entry<V> entry) {
        ordered.remove(start(entry.box));
        forget(entry);
        if (ordered.size() == 0) {
            tallest = 1;
        }
    }

    private void forget(Entry<V> entry) {
        if (entry.key != null) {
            exact.remove(entry);
        }
        if (entry == last) {
            last = null;
        }
    }

    /** Forgets the entries whose value meets the condition. */
    public void removeIf(Predicate<V> condition) {
        Predicate<Entry<V>> forgotten =
                entry -> {
                    if (condition.test(entry.value)) {
                        forget(entry);
                        return true;
                    }
                    tallest = Math.max(tallest, height(entry.box));
                    return false;
                };
        tallest = 1; // when there was memory for that
        ordered.removeIf(forgotten);
    }

    /** All entries in order of their first bytes, in a list of its own. */
    public List<Entry<V>> entries() {
        return ordered.values();
    }

    public int size() {
        return ordered.size();
    }
}
