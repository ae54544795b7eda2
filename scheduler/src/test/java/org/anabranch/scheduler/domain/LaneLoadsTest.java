package org.anabranch.scheduler.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * The load of lanes: a lane is busy while it has work, also if reports come late or out of order.
 */
class LaneLoadsTest {
    private static final long[] AFTER_NOTHING = {};

    private final LaneLoads loads = new LaneLoads(() -> {}, 1);

    @Test
    void issue_24_aLaneIsIdleThoughTheEndBeforeIsToldLate() {
        loads.enter(AFTER_NOTHING); // at 0, ends at 10
        loads.enter(AFTER_NOTHING); // at 50, before the thread that saw the end says so
        assertEquals(0, loads.leave(0, 0, 10));
        assertEquals(50, loads.leave(0, 50, 60));
    }

    @Test
    void issue_24_whatWaitsForTheLaneHasItFromTheEndBefore() {
        loads.enter(AFTER_NOTHING); // at 0
        loads.enter(AFTER_NOTHING); // at 5
        assertEquals(0, loads.leave(0, 0, 10));
        assertEquals(10, loads.leave(0, 5, 30));
    }

    @Test
    void issue_24_anEarlierEndThatIsToldLaterCountsNothingTwice() {
        loads.enter(AFTER_NOTHING); // at 0, ends at 10
        loads.enter(AFTER_NOTHING); // at 5, ends at 30, and is told first
        assertEquals(5, loads.leave(0, 5, 30));
        assertEquals(10, loads.leave(0, 0, 10));
        loads.enter(AFTER_NOTHING);
        assertEquals(30, loads.leave(0, 20, 40));
    }

    private record Stay(long entered, long ended, long told) {}

    private static List<Stay> stays(Random random) {
        List<Stay> stays = new ArrayList<>();
        long ended = 0;
        long entered = 0;
        for (int i = 0; i < 200; i++) {
            entered += random.nextInt(20);
            ended = Math.max(ended, entered) + 1 + random.nextInt(15);
            stays.add(new Stay(entered, ended, ended + random.nextInt(25)));
        }
        return stays;
    }

    private static long union(List<Stay> stays) {
        long busy = 0;
        long until = 0;
        for (Stay stay : stays) {
            busy += Math.max(0, stay.ended - Math.max(until, stay.entered));
            until = Math.max(until, stay.ended);
        }
        return busy;
    }

    /** Ends in order, told when their threads come to it: never more than the time there was. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void issue_24_noTimeIsBusyThatHadNothingToDo(long seed) {
        List<Stay> stays = stays(new Random(seed));
        List<Stay> told = new ArrayList<>(stays);
        told.sort(Comparator.comparingLong(Stay::told));
        int next = 0;
        long busy = 0;
        for (Stay stay : told) {
            while (next < stays.size() && stays.get(next).entered <= stay.told) {
                loads.enter(AFTER_NOTHING);
                next++;
            }
            long since = loads.leave(0, stay.entered, stay.ended);
            assertTrue(since >= stay.entered && since <= stay.ended, stay::toString);
            busy += stay.ended - since;
        }
        long most = union(stays);
        long counted = busy;
        assertTrue(counted <= most, () -> counted + " of " + most);
        assertTrue(counted >= most * 3 / 4, () -> counted + " of " + most);
    }
}
