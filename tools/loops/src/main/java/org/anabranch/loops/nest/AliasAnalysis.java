package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;
import org.anabranch.loops.ir.Element;
import org.anabranch.loops.ir.Input;
import org.anabranch.loops.ir.Kind;
import org.anabranch.loops.ir.Local;
import org.anabranch.loops.ir.LoopBody;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The alias analysis: decides which objects are the same memory. Arrays are distinguished by
 * identity, each row of an array of arrays on its own; segments by the object or the addresses
 * behind them. If one array is reached in two ways, all roots concerned are one memory, and its
 * subscripts are unknown.
 */
final class AliasAnalysis {
    private static final Object ANYWHERE = new Object();

    /** A field of an object, or a static one if that is null. */
    private record Cell(Local owner, String field) {}

    /** The lengths and rows of a root that is an array of arrays. */
    static final class Rows {
        boolean missing;

        /** Least and greatest length at each depth. */
        final List<long[]> lengths = new ArrayList<>();
    }

    /** Native memories by their first address. */
    private final TreeMap<Long, Object> areas = new TreeMap<>();

    private final Map<Object, Object> groups = new IdentityHashMap<>();
    private final Map<Object, Rows> rows = new IdentityHashMap<>();
    private final Map<Object, Boolean> tangled = new IdentityHashMap<>();
    private final Map<Object, Boolean> bytewise = new IdentityHashMap<>();

    /**
     * True if the memory behind a segment is unknown, or overlaps a row: all may be one memory
     * then.
     */
    private boolean hidden;

    /** The numbers of memories, and of fields. */
    private final Map<Object, Integer> memories = new IdentityHashMap<>();

    private final Map<Cell, Integer> cells = new HashMap<>();

    /** The first input that is each object. */
    private final Map<Object, Local> objects = new IdentityHashMap<>();

    private final List<Input> inputs = new ArrayList<>();
    private final Inputs values;

    /** The arrays of the call, if they share no memory. */
    private final DistinctRows distinct;

    AliasAnalysis(LoopBody body, Inputs values) {
        this(body, values, null);
    }

    /**
     * Analyses a call.
     *
     * @param before the distinct arrays of an earlier call, or null
     */
    AliasAnalysis(LoopBody body, Inputs values, DistinctRows before) {
        this.values = values;
        for (Input input : body.inputs()) {
            if (input.local().kind() == Kind.REFERENCE) {
                inputs.add(input);
                objects.putIfAbsent(values.of(input.local()), input.local());
            }
        }
        List<Object> arrays = new ArrayList<>();
        int mapped = 0;
        joinNative();
        for (Input input : inputs) {
            Object value = values.of(input.local());
            if (value instanceof MemorySegment segment) {
                bytewise.put(behind(segment), true);
                mapped += segment.isMapped() ? 1 : 0;
                if (segment.isReadOnly() && !segment.isNative()) {
                    hidden = true;
                }
            } else if (value != null && value.getClass().isArray()) {
                arrays.add(value);
            }
        }
        hidden |= mapped > 1;
        distinct = bytewise.isEmpty() ? distinct(arrays, before) : null;
        if (distinct == null) {
            enter(arrays);
        } else {
            for (Object array : arrays) {
                groups.put(array, array);
                if (distinct.lengths(array) instanceof Rows known) {
                    rows.put(array, known);
                }
            }
        }
    }

    private static DistinctRows distinct(List<Object> arrays, DistinctRows before) {
        return before != null && before.hold(arrays) ? before : DistinctRows.of(arrays);
    }

    /** Returns what later calls may know of the rows of this one; null for nothing. */
    DistinctRows distinct() {
        return distinct != null && distinct.haveRows() ? distinct : null;
    }

    private void enter(List<Object> arrays) {
        int expected = 0;
        for (Object array : arrays) {
            expected += array instanceof Object[] outer ? outer.length : 1;
        }
        Map<Object, Object> leaves = new IdentityHashMap<>(expected);
        arrays.forEach(array -> enter(array, leaves));
        for (Object behind : bytewise.keySet()) {
            hidden |= leaves.containsKey(behind) && leaves.get(behind) != behind;
        }
    }

    private void enter(Object root, Map<Object, Object> leaves) {
        if (groups.containsKey(root)) {
            return;
        }
        groups.put(root, root);
        if (root.getClass().getComponentType().isArray()) {
            Rows found = new Rows();
            rows.put(root, found);
            walk(root, root, 0, found, leaves);
        } else {
            leaf(root, root, leaves);
        }
    }

    private void walk(
            Object root, Object array, int depth, Rows found, Map<Object, Object> leaves) {
        int length = Array.getLength(array);
        while (found.lengths.size() <= depth) {
            found.lengths.add(new long[] {Long.MAX_VALUE, 0});
        }
        long[] range = found.lengths.get(depth);
        range[0] = Math.min(range[0], length);
        range[1] = Math.max(range[1], length);
        if (array instanceof Object[] outer) {
            for (Object inner : outer) {
                if (inner == null) {
                    found.missing = true;
                } else {
                    walk(root, inner, depth + 1, found, leaves);
                }
            }
        } else {
            leaf(root, array, leaves);
        }
    }

    private void leaf(Object root, Object leaf, Map<Object, Object> leaves) {
        Object other = leaves.put(leaf, root);
        if (other != null) {
            Object joined = group(other);
            groups.replaceAll((key, group) -> group == group(root) ? joined : group);
            groups.put(root, joined);
            tangled.put(joined, true);
        }
    }

    private Object group(Object root) {
        return groups.getOrDefault(root, root);
    }

    /** Joins native segments that overlap; others are separate memories. */
    private void joinNative() {
        List<MemorySegment> all = new ArrayList<>();
        for (Input input : inputs) {
            if (values.of(input.local()) instanceof MemorySegment segment && segment.isNative()) {
                all.add(segment);
            }
        }
        all.sort(Comparator.comparingLong(MemorySegment::address));
        long end = Long.MIN_VALUE;
        for (MemorySegment segment : all) {
            if (segment.address() >= end) {
                areas.put(segment.address(), new Object());
            }
            end = Math.max(end, segment.address() + segment.byteSize());
        }
    }

    private Object behind(MemorySegment segment) {
        return segment.isNative()
                ? areas.floorEntry(segment.address()).getValue()
                : segment.heapBase().orElse(segment);
    }

    /** Returns the first input that is an object. */
    Local input(Object object) {
        return objects.get(object);
    }

    /**
     * Returns all that the analysis of a body may read of the objects of a call, except elements of
     * arrays: which are the same, or the same memory; lengths, addresses and kinds of elements.
     */
    List<Object> shape() {
        List<Object> shape = new ArrayList<>();
        Map<Object, Integer> found = new IdentityHashMap<>();
        shape.add(hidden);
        for (Input input : inputs) {
            Object value = values.of(input.local());
            shape.add(value == null ? -1 : objects.get(value).number());
            if (value == null || !input.local().equals(objects.get(value))) {
                continue;
            }
            if (!value.getClass().isArray() && !(value instanceof MemorySegment)) {
                continue;
            }
            Object memory = memory(value);
            shape.add(found.computeIfAbsent(memory, made -> found.size()));
            shape.add(tangled.containsKey(memory));
            if (value instanceof MemorySegment segment) {
                shape.add(segment.address());
                shape.add(segment.byteSize());
                shape.add(segment.isReadOnly());
                shape.add(segment.isNative());
                shape.add(segment.heapBase().map(base -> base.getClass().getName()).orElse(""));
                continue;
            }
            shape.add(value.getClass().getName());
            shape.add(bytewise.containsKey(value));
            shape.add(Array.getLength(value));
            if (rows.get(value) instanceof Rows all) {
                shape.add(all.missing);
                all.lengths.forEach(range -> shape.add(List.of(range[0], range[1])));
            }
        }
        return shape;
    }

    Rows rows(Object root) {
        return rows.get(root);
    }

    int base(Reference reference, Element element) {
        int next = memories.size() + cells.size();
        if (element.space() == Element.Space.FIELD) {
            Local owner = reference == null ? null : input(reference.root());
            return cells.computeIfAbsent(new Cell(owner, element.field()), made -> next);
        }
        Object memory = hidden ? ANYWHERE : memory(reference.root());
        return memories.computeIfAbsent(memory, made -> next);
    }

    /** Returns the object that stands for the memory of an array or segment. */
    private Object memory(Object root) {
        return root instanceof MemorySegment segment ? behind(segment) : group(root);
    }

    /** Returns true if a reference is a numeric array that nothing else overlaps. */
    boolean isPlain(Reference reference) {
        return reference != null
                && !hidden
                && reference.path().isEmpty()
                && reference.root().getClass().isArray()
                && reference.root().getClass().getComponentType().isPrimitive()
                && !bytewise.containsKey(reference.root())
                && !tangled.containsKey(group(reference.root()));
    }

    /** Returns the number of elements accessed, where elements are bytes. */
    long width(Reference reference, Element element) {
        return counts(reference, element) ? element.kind().bytes() : 1;
    }

    private boolean counts(Reference reference, Element element) {
        return element.space() != Element.Space.FIELD
                && (reference.root() instanceof MemorySegment
                        || bytewise.containsKey(reference.root()));
    }

    /** Returns the subscripts that distinguish cells of one base; empty if they are not known. */
    List<Linear> subscripts(Reference reference, Element element, Linear index) {
        if (element.space() == Element.Space.FIELD) {
            return List.of(Linear.of(0));
        }
        boolean told =
                index != null
                        && !hidden
                        && reference.known()
                        && !tangled.containsKey(memory(reference.root()));
        if (!told) {
            return List.of();
        }
        if (reference.root() instanceof MemorySegment segment) {
            long bytes = element.countsBytes() ? 1 : element.kind().bytes();
            return List.of(index.times(bytes).plus(segment.address()));
        }
        List<Linear> all = new ArrayList<>(reference.path());
        all.add(counts(reference, element) ? index.times(element.kind().bytes()) : index);
        return all;
    }

    /** Returns the offset of an element in its contiguous root; null if it is not known. */
    Linear bytes(Reference reference, Element element, Linear index) {
        if (index == null || element.space() == Element.Space.FIELD || !reference.known()) {
            return null;
        }
        try {
            if (element.countsBytes()) {
                return index;
            }
            long size = element.kind().bytes();
            if (reference.path().isEmpty()) {
                return index.times(size);
            }
            Rows found = rows.get(reference.root());
            long[] range = found.lengths.size() == 2 ? found.lengths.get(1) : new long[2];
            boolean even = reference.path().size() == 1 && range[0] == range[1] && !found.missing;
            return even
                    ? reference.path().getFirst().times(range[0]).plus(index).times(size)
                    : null;
        } catch (ArithmeticException tooLarge) {
            return null;
        }
    }
}
