package org.anabranch.scheduler.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.faulty.AllocationFaults;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * A map of regions has for each byte what an array has that is written byte by byte, in boxes
 * without a byte in common.
 */
class RegionMapTest implements LongConsumer {
    /** The number of failed allocations in one place of the code. */
    private static final int FAULTS = 60;

    /** A byte of no box. */
    private static final int NONE = -1;

    /** The mark that a box keeps. */
    private static final class Mark {
        private int number;

        Mark() {}

        private Mark(Mark other) {
            number = other.number;
        }
    }

    private Random random;
    private Shape shape;
    private RegionMap<Mark> map;
    private int[] model;
    private final List<Region> known = new ArrayList<>();
    private int marks;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void random_regions_agree_with_an_array(long seed) {
        random = new Random(seed);
        shape = shape();
        map = new RegionMap<>(shape, Mark::new, Mark::new);
        model = new int[(int) shape.bytes()];
        Arrays.fill(model, NONE);
        for (int i = 0; i < 200; i++) {
            change();
            checkAll();
            checkOverlapping(region());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_box_of_the_shape_is_single(long seed) {
        random = new Random(seed);
        shape = shape();
        for (int i = 0; i < 20; i++) {
            Region box = random.nextBoolean() ? box() : tile();
            map = new RegionMap<>(shape, Mark::new, Mark::new);
            RegionMap.Entry<Mark> single = map.single(box);
            assertNotNull(single, box::toString);
            assertSame(single, map.exact(box));
        }
    }

    /** Called by {@link RegionFaultsTest}, in a loader in which allocations fail. */
    @Override
    public void accept(long seed) {
        known.clear();
        random = new Random(seed);
        shape = shape();
        map = new RegionMap<>(shape, Mark::new, Mark::new);
        model = new int[(int) shape.bytes()];
        Arrays.fill(model, NONE);
        for (int i = 0; i < 200; i++) {
            AllocationFaults.failOne(FAULTS);
            try {
                change();
            } catch (OutOfMemoryError full) {
                AllocationFaults.end();
                adopt();
            }
            AllocationFaults.end();
            checkAll();
            checkOverlapping(region());
        }
    }

    /** Adopts boxes without a mark, which a call that found no memory may have left. */
    private void adopt() {
        for (RegionMap.Entry<Mark> entry : map.entries()) {
            if (entry.value.number == 0) {
                eachByte(entry.box, at -> model[(int) at] = Math.max(0, model[(int) at]));
            }
        }
    }

    private Shape shape() {
        List<Long> extents = new ArrayList<>();
        int rank = random.nextInt(1, 4);
        int most = rank == 1 ? 600 : rank == 2 ? 28 : 9;
        for (int i = 0; i < rank; i++) {
            extents.add((long) random.nextInt(1, most + 1));
        }
        return new Shape(ValueLayout.JAVA_BYTE, extents);
    }

    private void change() {
        Region region = region();
        switch (random.nextInt(12)) {
            case 0 -> removeOne();
            case 1 -> removeMany();
            case 2 -> enter(region, map.cover(region));
            default -> {
                RegionMap.Entry<Mark> single = map.single(region);
                if (single == null) {
                    assertFalse(isNewBox(region), () -> region + " is one box of its own");
                    enter(region, map.cover(region));
                } else {
                    enter(region, List.of(single));
                    assertSame(single, map.exact(single.key));
                    assertSame(single, map.single(region));
                }
            }
        }
    }

    /** Checks that the entries are the region and have what the model has; marks them anew. */
    private void enter(Region region, List<RegionMap.Entry<Mark>> entries) {
        boolean[] expected = new boolean[model.length];
        eachByte(region, at -> expected[(int) at] = true);
        boolean[] found = new boolean[model.length];
        int mark = ++marks;
        for (RegionMap.Entry<Mark> entry : entries) {
            int before = entry.value.number;
            eachByte(
                    entry.box,
                    at -> {
                        assertFalse(found[(int) at], "two boxes have byte " + at);
                        found[(int) at] = true;
                        assertEquals(Math.max(0, model[(int) at]), before, "byte " + at);
                        model[(int) at] = mark;
                    });
            entry.value.number = mark;
        }
        assertTrue(
                Arrays.equals(expected, found), () -> region + " is covered by " + found(entries));
    }

    private static List<Box> found(List<RegionMap.Entry<Mark>> entries) {
        return entries.stream().map(entry -> entry.box).toList();
    }

    /** Returns true if a region is one box and has no byte of any other. */
    private boolean isNewBox(Region region) {
        boolean[] known = new boolean[1];
        eachByte(region, at -> known[0] |= model[(int) at] != NONE);
        return !known[0] && Box.of(region, shape).size() == 1;
    }

    private void removeOne() {
        List<RegionMap.Entry<Mark>> all = map.entries();
        if (!all.isEmpty()) {
            RegionMap.Entry<Mark> entry = all.get(random.nextInt(all.size()));
            map.remove(entry);
            eachByte(entry.box, at -> model[(int) at] = NONE);
        }
    }

    private void removeMany() {
        int part = random.nextInt(1, 5);
        map.removeIf(mark -> mark.number % part == 0);
        for (int i = 0; i < model.length; i++) {
            model[i] = model[i] % part == 0 ? NONE : model[i];
        }
    }

    private void checkAll() {
        int[] found = new int[model.length];
        Arrays.fill(found, NONE);
        long last = -1;
        List<RegionMap.Entry<Mark>> all = map.entries();
        assertEquals(all.size(), map.size());
        for (RegionMap.Entry<Mark> entry : all) {
            long first = entry.box.region(shape).offset();
            assertTrue(last < first, "in order of first bytes");
            last = first;
            eachByte(
                    entry.box,
                    at -> {
                        assertEquals(NONE, found[(int) at], "two boxes have byte " + at);
                        found[(int) at] = entry.value.number;
                    });
        }
        assertTrue(Arrays.equals(model, found), "what the boxes have");
    }

    private void checkOverlapping(Region region) {
        boolean[] inside = new boolean[model.length];
        eachByte(region, at -> inside[(int) at] = true);
        List<RegionMap.Entry<Mark>> expected = new ArrayList<>(map.entries());
        expected.removeIf(
                entry -> {
                    boolean[] common = new boolean[1];
                    eachByte(entry.box, at -> common[0] |= inside[(int) at]);
                    return !common[0];
                });
        List<RegionMap.Entry<Mark>> overlapping = map.overlapping(region);
        assertEquals(expected.size(), overlapping.size(), () -> region + ": " + found(overlapping));
        assertTrue(overlapping.containsAll(expected), () -> region + ": " + found(overlapping));
    }

    /** A box, a tile, an interval, rows that are askew, nothing or everything; or one again. */
    private Region region() {
        if (!known.isEmpty() && random.nextInt(3) == 0) {
            return known.get(random.nextInt(known.size()));
        }
        Region region =
                switch (random.nextInt(16)) {
                    case 0 -> shape.whole();
                    case 1 -> Region.of(random.nextLong(shape.bytes() + 1), 0);
                    case 2, 3 -> askew();
                    case 4, 5, 6 -> interval();
                    case 7, 8, 9, 10 -> tile();
                    default -> box();
                };
        known.add(region);
        return region;
    }

    private Region interval() {
        long bytes = random.nextLong(1, Math.min(shape.bytes(), 2 * shape.rowPitch()) + 1);
        return Region.of(random.nextLong(shape.bytes() - bytes + 1), bytes);
    }

    private Region askew() {
        long width = random.nextLong(1, Math.min(12, shape.bytes()) + 1);
        long pitch = random.nextBoolean() ? shape.slicePitch() : width + random.nextInt(20);
        pitch = Math.max(pitch, width);
        long height = random.nextLong(1, Math.min(5, (shape.bytes() - width) / pitch + 1) + 1);
        long end = (height - 1) * pitch + width;
        return new Region(random.nextLong(shape.bytes() - end + 1), width, height, 1, pitch, 0);
    }

    private Region tile() {
        long slices = Math.min(2, shape.slices());
        long rows = Math.min(4, shape.rows());
        long columns = Math.min(7, shape.columns());
        return shape.box(
                random.nextLong(shape.slices() / slices) * slices,
                random.nextLong(shape.rows() / rows) * rows,
                random.nextLong(shape.columns() / columns) * columns,
                slices,
                rows,
                columns);
    }

    private Region box() {
        long slices = random.nextLong(1, shape.slices() + 1);
        long rows = random.nextLong(1, shape.rows() + 1);
        long columns = random.nextLong(1, shape.columns() + 1);
        return shape.box(
                random.nextLong(shape.slices() - slices + 1),
                random.nextLong(shape.rows() - rows + 1),
                random.nextLong(shape.columns() - columns + 1),
                slices,
                rows,
                columns);
    }

    private static void eachByte(Region region, LongConsumer use) {
        for (long slice = 0; slice < region.depth(); slice++) {
            for (long row = 0; row < region.height(); row++) {
                long start = region.rowOffset(row, slice);
                LongStream.range(start, start + region.width()).forEach(use);
            }
        }
    }

    private void eachByte(Box box, LongConsumer use) {
        for (long z = box.z0(); z < box.z1(); z++) {
            for (long y = box.y0(); y < box.y1(); y++) {
                long row = z * shape.slicePitch() + y * shape.rowPitch();
                LongStream.range(row + box.x0(), row + box.x1()).forEach(use);
            }
        }
    }
}
