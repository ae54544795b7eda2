package org.anabranch.loops.depend;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The elements that accesses use in an interval of iterations, as a box: {@code depth} slices of
 * {@code height} rows of {@code width} neighbouring elements, the shape of a {@link
 * org.anabranch.api.Region}.
 *
 * @param offset the first element
 * @param width neighbouring elements per row; 0 if no element is accessed
 * @param height rows per slice, at least 1
 * @param rowPitch elements from one row to the next, 0 if there is one row
 * @param depth slices, at least 1
 * @param slicePitch elements from one slice to the next, 0 if there is one slice
 * @param exact true if every element of the box is accessed, by accesses that certainly run; if
 *     false, the box still contains all accessed elements
 */
public record Footprint(
        long offset,
        long width,
        long height,
        long rowPitch,
        long depth,
        long slicePitch,
        boolean exact) {
    private static final Footprint NOTHING = interval(0, 0, true);

    /**
     * Returns the footprint of accesses to one array.
     *
     * @param accesses all with one subscript each, of one base
     * @param low the first iteration, at least 0
     * @param high one more than the last
     * @return the box; empty if it is not bounded, or a subscript is not known
     */
    public static Optional<Footprint> of(List<ArrayAccess> accesses, long low, long high) {
        try {
            Footprint all = NOTHING;
            List<Footprint> parts =
                    accesses.stream()
                            .map(access -> one(access, low, high))
                            .filter(part -> part.width > 0)
                            .sorted(Comparator.comparingLong(Footprint::offset))
                            .toList();
            for (Footprint part : parts) {
                all = all.width == 0 ? part : all.joined(part);
            }
            return Optional.of(all);
        } catch (ArithmeticException unbounded) {
            return Optional.empty();
        }
    }

    /**
     * Returns true if an access uses exactly the elements of its box.
     *
     * @param access with its points
     * @return true if no condition relates two variables
     */
    public static boolean isExact(ArrayAccess access) {
        return rectangular(access.space());
    }

    private static Footprint interval(long offset, long width, boolean exact) {
        return new Footprint(offset, width, 1, 0, 1, 0, exact);
    }

    private static Footprint one(ArrayAccess access, long low, long high) {
        Space space = access.space();
        if (access.subscripts().size() != 1) {
            throw new ArithmeticException("not one subscript");
        }
        Interval[] box = space.box().clone();
        box[0] = new Interval(Math.max(low, box[0].low()), Math.min(high - 1, box[0].high()));
        for (Interval range : box) {
            if (range.isEmpty()) {
                return NOTHING;
            }
            if (!range.boundedAbove()) {
                throw new ArithmeticException("a loop without a bound");
            }
        }
        return boxed(access, box);
    }

    /** Adds one progression for each variable, those with the smallest steps first. */
    private static Footprint boxed(ArrayAccess access, Interval[] box) {
        Linear form = access.subscripts().getFirst();
        Interval[] whole = new Interval[box.length];
        long offset = form.constant();
        for (int v = 0; v < box.length; v++) {
            long factor = form.coefficient(v);
            Interval range = box[v];
            offset =
                    Math.addExact(
                            offset,
                            Math.multiplyExact(factor, factor < 0 ? range.high() : range.low()));
            whole[v] = range;
        }
        boolean exact = access.certain() && rectangular(access.space());
        Footprint all = interval(offset, access.width(), exact);
        for (int v : bySize(form, box.length)) {
            long count = whole[v].high() - whole[v].low() + 1;
            if (count > 1 && form.coefficient(v) != 0) {
                all = all.repeated(Math.absExact(form.coefficient(v)), count);
            }
        }
        return all;
    }

    private static List<Integer> bySize(Linear form, int variables) {
        return IntStream.range(0, variables)
                .boxed()
                .sorted(Comparator.comparingLong(v -> Math.absExact(form.coefficient(v))))
                .toList();
    }

    /** Returns true if each condition bounds a single variable, so that the space is its box. */
    private static boolean rectangular(Space space) {
        return space.constraints().stream()
                .allMatch(
                        condition ->
                                condition.relation() == Constraint.Relation.AT_LEAST_ZERO
                                        && occurring(condition.form()) <= 1);
    }

    private static int occurring(Linear form) {
        int count = 0;
        for (int v = 0; v < form.variables(); v++) {
            count += form.coefficient(v) != 0 ? 1 : 0;
        }
        return count;
    }

    /** {@return one more than the last element} */
    public long end() {
        return offset + (depth - 1) * slicePitch + (height - 1) * rowPitch + width;
    }

    /**
     * Returns the union of {@code count} copies of this box, each {@code step} elements after the
     * previous one.
     */
    private Footprint repeated(long step, long count) {
        long extent = Math.multiplyExact(step, count - 1);
        Math.addExact(Math.addExact(end(), extent), width);
        if (height == 1 && depth == 1) {
            return step <= width
                    ? interval(offset, width + extent, exact)
                    : new Footprint(offset, width, count, step, 1, 0, exact);
        }
        if (depth == 1) {
            if (step % rowPitch == 0 && step / rowPitch <= height) {
                long rows = height + step / rowPitch * (count - 1);
                return new Footprint(offset, width, rows, rowPitch, 1, 0, exact);
            }
            if (step >= end() - offset) {
                return new Footprint(offset, width, height, rowPitch, count, step, exact);
            }
        } else if (step % slicePitch == 0 && step / slicePitch <= depth) {
            long slices = depth + step / slicePitch * (count - 1);
            return new Footprint(offset, width, height, rowPitch, slices, slicePitch, exact);
        }
        return interval(offset, end() - offset + extent, false);
    }

    /** Returns the box around both; the other does not begin before this one. */
    private Footprint joined(Footprint other) {
        boolean alike =
                height == other.height
                        && depth == other.depth
                        && rowPitch == other.rowPitch
                        && slicePitch == other.slicePitch;
        long shift = other.offset - offset;
        boolean both = exact && other.exact;
        if (alike && shift <= width) {
            long wide = Math.max(width, shift + other.width);
            if (height == 1 && depth == 1) {
                return interval(offset, wide, both);
            }
            if (wide <= rowPitch || height == 1 && wide <= slicePitch) {
                return new Footprint(offset, wide, height, rowPitch, depth, slicePitch, both)
                        .closed();
            }
        }
        boolean intervals = height == 1 && depth == 1 && other.height == 1 && other.depth == 1;
        if (intervals && width == other.width) {
            return new Footprint(offset, width, 2, shift, 1, 0, both);
        }
        if (contains(other)) {
            return new Footprint(offset, width, height, rowPitch, depth, slicePitch, exact);
        }
        return interval(offset, Math.max(end(), other.end()) - offset, false);
    }

    /** Returns true if this is an interval that contains the other. */
    private boolean contains(Footprint other) {
        return height == 1 && depth == 1 && other.end() <= end();
    }

    /** Merges adjacent rows into one, and slices of one row each into rows. */
    private Footprint closed() {
        if (height > 1 && width == rowPitch) {
            return new Footprint(offset, width * height, depth, slicePitch, 1, 0, exact).closed();
        }
        return this;
    }
}
