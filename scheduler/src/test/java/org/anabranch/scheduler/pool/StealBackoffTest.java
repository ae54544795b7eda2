package org.anabranch.scheduler.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class StealBackoffTest {
    private static final long LATE = Long.MAX_VALUE - 100; // nanoTime may overflow

    private final StealBackoff spoils = new StealBackoff();

    private int courtesyAfter(long nanos) {
        spoils.taken(LATE);
        return spoils.courtesy(LATE + nanos);
    }

    @Test
    void shortTasksAreLeftAloneLongerEachTime() {
        assertEquals(1, courtesyAfter(10));
        assertEquals(3, courtesyAfter(PoolTuning.THEFT_NANOS - 1));
        assertEquals(7, courtesyAfter(0));
        assertEquals(15, courtesyAfter(10));
        assertEquals(PoolTuning.LONGEST_BACKOFF_ROUNDS, courtesyAfter(10));
    }

    @Test
    void aLongerOneEndsThat() {
        courtesyAfter(10);
        courtesyAfter(10);
        assertEquals(0, courtesyAfter(PoolTuning.THEFT_NANOS));
        assertEquals(1, courtesyAfter(10));
    }

    @Test
    void onlyTheFirstSearchAfterATheftIsHeldBack() {
        assertEquals(0, spoils.courtesy(0));
        assertEquals(1, courtesyAfter(10));
        assertEquals(0, spoils.courtesy(LATE + 20));
        assertEquals(3, courtesyAfter(10));
    }
}
