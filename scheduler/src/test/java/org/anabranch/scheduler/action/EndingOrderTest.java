package org.anabranch.scheduler.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.pool.WorkerPool;
import org.anabranch.spi.Timeline;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * The order in which the end of an action is told, as {@code Action.tellAll} lists it: for each two
 * neighbours of the list a test that fails if they are exchanged.
 */
class EndingOrderTest {
    private static final WorkerPool POOL = new WorkerPool(1, Timeline.REAL);

    private final List<String> told = new ArrayList<>();
    private final Recorded action =
            new Recorded(new RecordingOwner(), new TestLane(POOL, () -> note("10 device")));
    private final Recorded successor = new Recorded(ActionOwner.NOBODY, null);

    /** Ends an action that has failed once before, with a successor, and notes who is told when. */
    EndingOrderTest() {
        successor.name = "9 successor";
        action.precede(successor, false);
        successor.start();
        action.onSettled(event -> note("4 event"));
        action.operation().withdraw();
        action.start();
        action.end(action.failed(new IllegalStateException("on purpose")));
    }

    private void note(String what) {
        told.add(what + (action.isRetired() ? ", retired" : ""));
    }

    private void assertNext(String first, String second) {
        int at = told.indexOf(first);
        assertTrue(at >= 0 && at + 1 < told.size(), () -> first + " in " + told);
        assertEquals(second, told.get(at + 1), () -> "the order was " + told);
    }

    @Test
    @DisplayName("1 before 2: the owner hears of a failure when directories name it")
    void directoriesBeforeFailure() {
        assertNext("1 directories", "2 failure");
    }

    @Test
    @DisplayName("2 before 3: a failure is known before buffers are let go")
    void failureBeforeBuffers() {
        assertNext("2 failure", "3 buffers");
    }

    @Test
    @DisplayName("3 before 4: a thread that waited for the event finds the buffers let go")
    void buffersBeforeEvent() {
        assertNext("3 buffers", "4 event");
    }

    @Test
    @DisplayName("4 before 5: a domain that nothing names any more has told of all its events")
    void eventBeforeDomain() {
        assertNext("4 event", "5 domain");
    }

    @Test
    @DisplayName("5 before 6: the domain is let go before reductions go on")
    void domainBeforeReductions() {
        assertNext("5 domain", "6 reductions");
    }

    @Test
    @DisplayName(
            "6 before 7, 7 before 8: it counts as retired when its owner counts it, not earlier")
    void retiredBetweenReductionsAndOwner() {
        assertNext("6 reductions", "8 owner, retired");
    }

    @Test
    @DisplayName("8 before 9: the owner counts it before a successor is submitted")
    void ownerBeforeSuccessors() {
        assertNext("8 owner, retired", "9 successor, retired");
    }

    @Test
    @DisplayName("9 before 10: the failed attempt is known as long as a successor may look for it")
    void successorsBeforeDevice() {
        assertNext("9 successor, retired", "10 device, retired");
    }

    @Test
    @DisplayName("10 before 11: successors have had their choice before others ask for a place")
    void deviceBeforePlaces() {
        assertNext("10 device, retired", "11 places, retired");
    }

    @Test
    @DisplayName("everybody is told once")
    void once() {
        assertEquals(10, told.size(), told::toString);
    }

    /** Notes the hooks that are called. */
    private final class Recorded extends Action {
        String name = "submitted";

        Recorded(ActionOwner owner, ExecutingDomain at) {
            super(POOL, owner, null);
            if (at != null) {
                runAt(at);
            }
        }

        @Override
        public void submit() {
            if (this == successor) {
                note(name);
            }
        }

        @Override
        public void dataSettled(AnabranchException failure) {
            note("1 directories");
        }

        @Override
        public void retired(AnabranchException failure) {
            note("3 buffers");
        }

        @Override
        public void leave() {
            note("5 domain");
        }

        @Override
        public void exit() {
            note("6 reductions");
        }

        @Override
        public void makeRoom() {
            note("11 places");
        }

        @Override
        public String describe() {
            return "a recorded action";
        }
    }

    private final class RecordingOwner implements ActionOwner {
        @Override
        public void failing(Action failed, AnabranchException failure) {
            assertTrue(failure instanceof ActionFailedException, failure::toString);
            note("2 failure");
        }

        @Override
        public void ended(Action ended, AnabranchException failure) {
            note("8 owner");
        }
    }
}
