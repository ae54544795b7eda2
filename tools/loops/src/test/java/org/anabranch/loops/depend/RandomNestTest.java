package org.anabranch.loops.depend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.depend.Dependences.Doubt;
import org.anabranch.loops.depend.Dependences.Reason;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The test of dependences against loops that are run and looked at. */
class RandomNestTest {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final long NESTS = NIGHTLY ? 10_000_000 : 40_000;

    private long independent;
    private long proved;
    private long dependences;
    private long tooLarge;
    private long decidable;
    private long exact;

    @Test
    @DisplayName("JA-07, JA-08: every pair, no unsound verdict, no wrong witness, exact distances")
    void randomNestsAgreeWithWhatTheyDo() {
        long seed = NIGHTLY ? System.nanoTime() : 21;
        for (long n = 0; n < NESTS; n++) {
            RandomNest nest = new RandomNest(new SplittableRandom(seed + n));
            try {
                check(nest);
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + (seed + n) + ": " + nest, failure);
            }
        }
        System.out.printf(
                "%d nests: %d independent, %d proved; %d dependences; %d too large;"
                        + " %d of %d with exact direct distances%n",
                NESTS, independent, proved, dependences, tooLarge, exact, decidable);
        assertTrue(independent > NESTS / 10, "hardly any independent nest: " + independent);
        assertTrue(dependences > NESTS / 10, "hardly any dependence: " + dependences);
        assertTrue(proved >= 0.97 * independent, proved + " of " + independent + " proved");
        assertTrue(exact >= 0.72 * decidable, exact + " of " + decidable + " exact");
    }

    private void check(RandomNest nest) {
        Dependences answer = DependenceTest.of(nest.accesses);
        boolean collides = false;
        for (int a = 0; a < nest.accesses.size(); a++) {
            for (int b = 0; b < nest.accesses.size(); b++) {
                ArrayAccess earlier = nest.accesses.get(a);
                ArrayAccess later = nest.accesses.get(b);
                if (earlier.write() || later.write()) {
                    long[] distances = nest.distances(a, b);
                    collides |= distances != null;
                    order(answer, earlier, later, distances);
                }
            }
        }
        answer.found().forEach(found -> direct(nest, found));
        independent += collides ? 0 : 1;
        proved += answer.independent() ? 1 : 0;
        assertFalse(collides && answer.independent(), "unsound");
        assertEquals(answer.independent(), DependenceTest.independent(nest.accesses));
    }

    private void order(
            Dependences answer, ArrayAccess earlier, ArrayAccess later, long[] distances) {
        List<Dependence> found =
                answer.found().stream()
                        .filter(d -> same(d.earlier(), earlier) && same(d.later(), later))
                        .toList();
        Doubt doubt = doubt(answer, earlier, later);
        if (doubt != null && doubt.reason() == Reason.TOO_LARGE) {
            tooLarge++;
            return;
        }
        if (distances == null || !earlier.certain() || !later.certain()) {
            assertTrue(found.isEmpty(), () -> "no such dependence: " + found);
            assertTrue(distances == null || doubt != null, "neither found nor doubted");
            return;
        }
        assertEquals(1, found.size());
        dependences++;
        Dependence dependence = found.getFirst();
        long[] told = {dependence.least(), dependence.greatest()};
        assertArrayEquals(distances, told);
        witness(dependence);
    }

    /** Direct distances are those that happen, with inner loops shared or not. */
    private void direct(RandomNest nest, Dependence found) {
        DirectDependence.Result result = DirectDependence.of(found, nest.accesses);
        boolean simple =
                nest.accesses.stream().allMatch(access -> access.certain() && access.width() == 1);
        decidable += simple ? 1 : 0;
        exact += simple && result.exact() ? 1 : 0;
        Dependence told = result.dependence();
        for (int how = 0; how < (simple ? 2 : 4); how++) {
            Map<Long, List<Long>> happens =
                    nest.direct(
                            found.earlier().id(), found.later().id(), how % 2 == 0, how / 2 == 0);
            if (result.exact() && told != null) {
                assertTrue(happens.containsKey(told.least()), "no direct pair at " + told);
                assertTrue(happens.containsKey(told.greatest()), "no direct pair at " + told);
                assertTrue(
                        happens.get(told.least()).contains(told.earlierPoint().at(0)),
                        "not direct: " + told);
                witness(told);
            }
            for (long distance : happens.keySet()) {
                assertNotNull(told, "a direct pair");
                assertTrue(distance >= told.least() && distance <= told.greatest(), "" + told);
            }
        }
    }

    private static Doubt doubt(Dependences answer, ArrayAccess one, ArrayAccess other) {
        return answer.doubts().stream()
                .filter(
                        d ->
                                same(d.first(), one) && same(d.second(), other)
                                        || same(d.first(), other) && same(d.second(), one))
                .findAny()
                .orElse(null);
    }

    private static boolean same(ArrayAccess one, ArrayAccess other) {
        return one.id() == other.id();
    }

    private static void witness(Dependence dependence) {
        long[] from = dependence.earlierPoint().values();
        long[] to = dependence.laterPoint().values();
        assertEquals(dependence.least(), to[0] - from[0]);
        assertTrue(
                Spaces.contains(dependence.earlier().space(), from),
                "the earlier point never runs");
        assertTrue(Spaces.contains(dependence.later().space(), to), "the later point never runs");
        ArrayAccess earlier = dependence.earlier();
        ArrayAccess later = dependence.later();
        assertNotNull(dependence.kind());
        int last = earlier.subscripts().size() - 1;
        for (int d = 0; d <= last; d++) {
            long one = earlier.subscripts().get(d).at(from);
            long other = later.subscripts().get(d).at(to);
            assertEquals(one, dependence.element().at(d));
            assertTrue(
                    d < last
                            ? one == other
                            : one < other + later.width() && other < one + earlier.width(),
                    "the witness does not collide");
        }
    }
}
