package org.anabranch.loops.depend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Bounds and footprints against loops that are run and looked at. */
class BoundsTest {

    @Test
    void boundsAreExactOnRandomNests() {
        int outside = 0;
        for (long seed = 0; seed < 10_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomNest nest = new RandomNest(random);
            long low = random.nextInt(-20, 10);
            long high = random.nextInt(0, 60);
            for (int a = 0; a < nest.accesses.size(); a++) {
                ArrayAccess access = nest.accesses.get(a);
                if (access.subscripts().size() == 1 && access.width() == 1) {
                    outside += bounds(access, nest.touched.get(a), low, high) ? 1 : 0;
                }
            }
        }
        assertTrue(outside > 1000, "hardly any subscript outside: " + outside);
    }

    private static boolean bounds(
            ArrayAccess access, Map<List<Long>, List<Long>> touched, long low, long high) {
        Linear form = access.subscripts().getFirst();
        OptionalLong first =
                touched.entrySet().stream()
                        .filter(e -> e.getKey().getFirst() < low || e.getKey().getFirst() >= high)
                        .flatMapToLong(e -> e.getValue().stream().mapToLong(k -> k))
                        .min();
        String text = access + " " + access.space().constraints() + " " + low + " " + high;
        assertEquals(first.isEmpty(), Bounds.within(form, access.space(), low, high), text);
        assertEquals(first, Spaces.firstOutside(form, access.space(), low, high), text);
        boolean zero = touched.containsKey(List.of(0L));
        assertEquals(zero, Bounds.mayBeZero(form, access.space()), text);
        return first.isPresent();
    }

    @Test
    void boundsOfHugeFormsAreNotProvedWrongly() {
        Space space = Space.of(Long.MAX_VALUE);
        assertFalse(Bounds.within(Linear.of(0, 2), space, 0, Long.MAX_VALUE));
        assertTrue(Bounds.within(Linear.of(0, 1), space, 0, Long.MAX_VALUE));
        assertTrue(Bounds.within(Linear.of(5, -1), Space.of(6), 0, 6));
        assertFalse(Bounds.within(Linear.of(4, -1), Space.of(6), 0, 6));
    }

    @Test
    void footprintsHoldWhatIsTouchedAndExactOnesNothingElse() {
        int exact = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            RandomNest nest = new RandomNest(random);
            if (nest.accesses.getFirst().subscripts().size() == 1) {
                long low = random.nextInt(nest.iterations + 1);
                long high = random.nextLong(low, nest.iterations + 1);
                exact += footprint(nest, low, high) ? 1 : 0;
            }
        }
        assertTrue(exact > 1000, "hardly any exact footprint: " + exact);
    }

    private static boolean footprint(RandomNest nest, long low, long high) {
        Footprint box = Footprint.of(nest.accesses, low, high).orElseThrow();
        boolean[] touched = new boolean[2000];
        int there = 0;
        for (Map<List<Long>, List<Long>> elements : nest.touched) {
            for (Map.Entry<List<Long>, List<Long>> entry : elements.entrySet()) {
                if (entry.getValue().stream().anyMatch(k -> k >= low && k < high)) {
                    int at = (int) (entry.getKey().getFirst() + 1000);
                    there += touched[at] ? 0 : 1;
                    touched[at] = true;
                }
            }
        }
        int inBox = 0;
        int touchedInBox = 0;
        for (long s = 0; s < box.depth(); s++) {
            for (long r = 0; r < box.height(); r++) {
                long start = box.offset() + r * box.rowPitch() + s * box.slicePitch();
                for (long e = start; e < start + box.width(); e++) {
                    inBox++;
                    touchedInBox += touched[(int) (e + 1000)] ? 1 : 0;
                }
            }
        }
        String text = box + " of [" + low + ", " + high + ") of " + nest;
        assertEquals(there, touchedInBox, text);
        assertTrue(!box.exact() || inBox == there, text);
        return box.exact() && inBox > 0;
    }

    @Test
    void rowsColumnsAndEvenElementsAreExact() {
        Space row = Spaces.loop(Space.of(100), Linear.of(0), Linear.of(50), 1);
        ArrayAccess rows = Spaces.access(0, true, row, Linear.of(0, 50, 1));
        assertEquals(
                new Footprint(500, 500, 1, 0, 1, 0, true),
                Footprint.of(List.of(rows), 10, 20).orElseThrow());
        ArrayAccess columns = Spaces.access(0, true, row, Linear.of(0, 1, 100));
        assertEquals(
                new Footprint(10, 10, 50, 100, 1, 0, true),
                Footprint.of(List.of(columns), 10, 20).orElseThrow());
        ArrayAccess even = Spaces.access(0, true, Space.of(100), Linear.of(0, 2));
        ArrayAccess odd = Spaces.access(1, true, Space.of(100), Linear.of(1, 2));
        assertEquals(
                new Footprint(20, 1, 10, 2, 1, 0, true),
                Footprint.of(List.of(even), 10, 20).orElseThrow());
        assertEquals(
                new Footprint(20, 20, 1, 0, 1, 0, true),
                Footprint.of(List.of(even, odd), 10, 20).orElseThrow());
    }
}
