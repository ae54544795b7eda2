package org.anabranch.scheduler.action;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

/** The longest way in graphs that are known. */
class BottomLevelTest {
    private static final WorkerPool POOL = new WorkerPool(1, Timeline.REAL);

    private final Map<Object, Double> known = new HashMap<>();
    private long sequence;

    private static final class Step extends Action {
        private final double nanos;

        Step(ActionOwner owner, double nanos, long sequence, Action... before) {
            super(POOL, owner, null);
            this.nanos = nanos;
            this.sequence = sequence;
            for (Action earlier : before) {
                earlier.precede(this, false);
            }
        }

        @Override
        public double expectedNanos() {
            return nanos;
        }

        @Override
        public void submit() {}

        @Override
        public String describe() {
            return "a step of " + nanos;
        }
    }

    private Step step(double nanos, Action... before) {
        return new Step(ActionOwner.NOBODY, nanos, ++sequence, before);
    }

    @Test
    void isTheLongestOfAllWithoutItsBeginning() {
        Step first = step(1);
        Step fast = step(2, first);
        Step slow = step(5, first);
        Step last = step(10, fast, slow);
        assertEquals(15, BottomLevel.from(first, known), 0);
        assertEquals(10, BottomLevel.from(fast, known), 0);
        assertEquals(0, BottomLevel.from(last, known), 0);
    }

    @Test
    void whatComesLaterIsSeenByWhoLooksAnew() {
        Step first = step(1);
        assertEquals(0, BottomLevel.from(first, known), 0);
        step(7, first);
        assertEquals(0, BottomLevel.from(first, known), 0);
        assertEquals(7, BottomLevel.from(first, new HashMap<>()), 0);
    }

    @Test
    void isNotLookedForInOtherStreamsOrWithoutEnd() {
        ActionOwner other =
                (ActionOwner)
                        Proxy.newProxyInstance(
                                ActionOwner.class.getClassLoader(),
                                new Class<?>[] {ActionOwner.class},
                                (proxy, method, arguments) -> null);
        Step first = step(1);
        new Step(other, 100, 1, first);
        assertEquals(0, BottomLevel.from(first, known), 0);
        Step last = first;
        for (int i = 0; i < 100_000; i++) {
            last = step(1, last);
        }
        assertEquals(1024, BottomLevel.from(first, new HashMap<>()), 0);
    }

    /** Each is reached in very many ways, and is looked at a few times. */
    @Test
    void doesNotCountTheWays() {
        Step[] layer = {step(1), step(1), step(1)};
        Step first = layer[0];
        for (int i = 0; i < 200; i++) {
            layer = new Step[] {step(1, layer), step(2, layer), step(3, layer)};
        }
        assertEquals(600, BottomLevel.from(first, known), 0);
    }
}
