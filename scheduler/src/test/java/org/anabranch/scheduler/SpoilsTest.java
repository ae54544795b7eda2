package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class SpoilsTest {
    private static final long LATE = Long.MAX_VALUE - 100; // nanoTime may overflow

    private final Spoils spoils = new Spoils();

    private int courtesyAfter(long nanos) {
        spoils.taken(LATE);
        return spoils.courtesy(LATE + nanos);
    }

    @Test
    void shortTasksAreLeftAloneLongerEachTime() {
        assertEquals(1, courtesyAfter(10));
        assertEquals(3, courtesyAfter(Spoils.SHORT_NANOS - 1));
        assertEquals(7, courtesyAfter(0));
        assertEquals(15, courtesyAfter(10));
        assertEquals(Spoils.LONGEST, courtesyAfter(10));
    }

    @Test
    void aLongerOneEndsThat() {
        courtesyAfter(10);
        courtesyAfter(10);
        assertEquals(0, courtesyAfter(Spoils.SHORT_NANOS));
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
