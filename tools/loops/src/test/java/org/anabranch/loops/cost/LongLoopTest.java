package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.loops.cost.LoopSite.Way;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.function.LongUnaryOperator;

/** Trials of loops of hundreds of milliseconds in virtual time: iterations are counted. */
class LongLoopTest {
    private static final int COUNT = 4096;
    private static final long PROOF = 200_000;

    private LoopSite site = new LoopSite(2);
    private long now;
    private long inOrder;

    /** The time of each iteration in order; some 312 ms in all. */
    private enum Shape {
        EVEN(i -> 76_000),
        RISING(i -> 38 * i),
        FALLING(i -> 38 * (COUNT - i)),
        HIGH_IN_THE_MIDDLE(i -> i < COUNT / 4 || i > COUNT * 3 / 4 ? 2_000 : 150_000),
        LOW_IN_THE_MIDDLE(i -> i < COUNT / 4 || i > COUNT * 3 / 4 ? 150_000 : 2_000);

        private final LongUnaryOperator nanos;

        Shape(LongUnaryOperator nanos) {
            this.nanos = nanos;
        }
    }

    /** Runs calls; returns their time. */
    private long calls(int calls, LongUnaryOperator nanos, long shared) {
        long start = now;
        for (int call = 0; call < calls; call++) {
            long begun = now;
            if (site.next(COUNT) == Way.IN_ORDER) {
                run(0, COUNT, nanos);
                site.ranInOrder(COUNT, now - begun);
                continue;
            }
            boolean begins = site.beginsInOrder(COUNT);
            long at = begins ? begin(nanos) : 0;
            if (at < COUNT) {
                site.proved(PROOF);
                now += PROOF + shared * (COUNT - at) / COUNT;
            }
            if (begins && at < COUNT) {
                site.sharedRest(COUNT - at, shared * (COUNT - at) / COUNT);
            } else if (!begins) {
                site.tookShared(COUNT, now - begun);
            }
        }
        return now - start;
    }

    private long begin(LongUnaryOperator nanos) {
        return GrowingPieces.run(
                site, COUNT, 0, COUNT, (from, to) -> run(from, to, nanos), () -> true, () -> now);
    }

    private void run(long from, long to, LongUnaryOperator nanos) {
        inOrder += to - from;
        for (long i = from; i < to; i++) {
            now += nanos.applyAsLong(i);
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("L8: of a long loop that gains, no call but a small part of some runs in order")
    void l8_longLoopsThatGain(Shape shape) {
        for (int processors : new int[] {2, 16}) {
            site = new LoopSite(processors);
            inOrder = 0;
            long shared = 312_000_000L / processors;
            long five = calls(5, shape.nanos, shared);
            assertTrue(five < 5 * shared * 1.25, five + " ns for five calls");
            long before = inOrder;
            assertTrue(before < COUNT / 8, before + " iterations in order, in five calls");
            long later = calls(1000, shape.nanos, shared);
            assertTrue(later < 1000 * shared * 1.02, later + " ns for 1000 calls");
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("L8: a long loop that loses by being shared is found, and runs in order")
    void l8_longLoopsThatLose(Shape shape) {
        calls(150, shape.nanos, 400_000_000);
        inOrder = 0;
        calls(100, shape.nanos, 400_000_000);
        assertTrue(inOrder >= 98 * COUNT, inOrder + " iterations in order");
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("L8: a first call in slow code does not decide")
    void l8_coldCode(Shape shape) {
        calls(1, i -> 40 * shape.nanos.applyAsLong(i), 400_000_000);
        calls(150, shape.nanos, 400_000_000);
        inOrder = 0;
        calls(100, shape.nanos, 400_000_000);
        assertTrue(inOrder >= 98 * COUNT, inOrder + " iterations in order");
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    @DisplayName("L8: a long loop that is refused is proved once, then seldom")
    void l8_longLoopsThatAreRefused(Shape shape) {
        calls(1, shape.nanos, 312_000_000);
        assertEquals(Way.SHARED, site.next(COUNT));
        site.wasRefused(COUNT, 20_000_000, 312_000_000);
        int proofs = 0;
        for (int call = 0; call < 1000; call++) {
            if (site.next(COUNT) == Way.SHARED) {
                site.wasRefused(COUNT, 20_000_000, 312_000_000);
                proofs++;
            } else {
                site.ranInOrder(COUNT, 312_000_000);
            }
        }
        assertTrue(proofs < 170, proofs + " proofs of 20 ms in 1000 calls of 312 ms");
    }
}
