package org.anabranch.loops.device;

import org.anabranch.api.Mode;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.loops.depend.ArrayAccess;
import org.anabranch.loops.depend.DependenceTest;
import org.anabranch.loops.depend.Footprint;
import org.anabranch.loops.nest.Inputs;
import org.anabranch.loops.nest.LoopNest;
import org.anabranch.loops.nest.Touch;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of one array or segment that iterations use, as bytes from its start. Writes are
 * enlarged to boxes; these must be exact, and those of two iterations disjoint, or the loop is not
 * shared.
 */
final class RootUse {
    final FlatRoot memory;
    private final List<ArrayAccess> reads = new ArrayList<>();
    private final List<ArrayAccess> writes = new ArrayList<>();
    private String unknown;
    private boolean readsAll;
    private boolean complete = true;

    /**
     * Analyses the accesses to a root.
     *
     * @param root the array or segment
     * @param nest the loop
     * @param inputs the values of its inputs
     */
    RootUse(Object root, LoopNest nest, Inputs inputs) throws DeviceRefusal {
        memory = FlatRoot.of(root);
        for (ArrayAccess access : nest.accesses()) {
            Touch touch = nest.touches().get(access.id());
            if (inputs.of(touch.root()) == root) {
                enter(touch, access);
            }
        }
    }

    private void enter(Touch touch, ArrayAccess access) {
        try {
            if (touch.bytes() == null) {
                throw new ArithmeticException("not linear");
            }
            ArrayAccess boxed =
                    new ArrayAccess(
                            access.id(),
                            0,
                            access.write(),
                            access.space().boxed(),
                            List.of(touch.bytes()),
                            touch.size(),
                            true);
            (touch.write() ? writes : reads).add(boxed);
            ArrayAccess own =
                    new ArrayAccess(
                            0, 0, true, access.space(), boxed.subscripts(), touch.size(), true);
            complete &= access.certain() && Footprint.isExact(own);
        } catch (ArithmeticException beyond) {
            if (touch.write()) {
                unknown = touch.name() + " is not written in a box";
            } else {
                readsAll = true;
            }
        }
    }

    boolean isWritten() {
        return !writes.isEmpty() || unknown != null;
    }

    /** Returns the mode in which a piece uses its part. */
    Mode mode() {
        boolean writesOnly = complete && unknown == null && reads.isEmpty() && !readsAll;
        return !isWritten() ? Mode.READ : writesOnly ? Mode.WRITE : Mode.READ_WRITE;
    }

    /** Returns true if the loop certainly writes each byte, and reads none. */
    boolean isOverwritten(long iterations) {
        return mode() == Mode.WRITE
                && Footprint.of(writes, 0, iterations)
                        .filter(Footprint::exact)
                        .map(RootUse::region)
                        .filter(Region.of(0, memory.bytes)::equals)
                        .isPresent();
    }

    /** Returns the reason why domains cannot share it, or null. */
    String obstacle(long iterations) {
        if (!isWritten()) {
            return null;
        }
        if (unknown != null) {
            return unknown;
        }
        if (readsAll || !reads.stream().allMatch(read -> writes.stream().anyMatch(read::within))) {
            return "an array that is written is also read elsewhere";
        }
        if (!DependenceTest.independent(writes)) {
            return "the elements that iterations may write overlap as boxes";
        }
        Optional<Footprint> all = Footprint.of(writes, 0, iterations);
        return all.isEmpty() || !isInside(all.get()) ? "what is written is not known" : null;
    }

    private boolean isInside(Footprint footprint) {
        return footprint.offset() >= 0 && footprint.end() <= memory.bytes;
    }

    /**
     * Returns the bytes that iterations use.
     *
     * @param low first iteration, from 0
     * @param high bound, not included
     * @throws RangeException if it is written and no box is exact
     */
    Region region(long low, long high) {
        Optional<Footprint> box =
                readsAll && !isWritten()
                        ? Optional.empty()
                        : Footprint.of(isWritten() ? writes : reads, low, high);
        if (isWritten()) {
            Footprint exact = box.filter(Footprint::exact).orElse(null);
            if (exact == null || !isInside(exact)) {
                throw new RangeException("iterations " + low + " to " + high + " write no box");
            }
            return region(exact);
        }
        if (box.isEmpty() || !isInside(box.get())) {
            return Region.of(0, memory.bytes);
        }
        return region(box.get());
    }

    /** Copies the data that iterations have written from contiguous memory. */
    void fetch(MemorySegment flat, long low, long high) {
        Optional<Footprint> box = Footprint.of(writes, low, high).filter(Footprint::exact);
        if (box.isPresent() || high - low < 2) {
            memory.copyFrom(flat, region(low, high));
            return;
        }
        long middle = low + (high - low) / 2;
        fetch(flat, low, middle);
        fetch(flat, middle, high);
    }

    private static Region region(Footprint box) {
        return new Region(
                box.offset(),
                box.width(),
                box.height(),
                box.depth(),
                box.rowPitch(),
                box.slicePitch());
    }
}
