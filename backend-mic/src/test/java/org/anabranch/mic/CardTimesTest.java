package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A card says when kernels ran, by the host's clock, whatever its own clock says. */
class CardTimesTest {
    private static final int ELEMENTS = 1000;

    /** Keeps what is told, and when it was submitted and ended as the host saw it. */
    private static final class Timed extends Told {
        private final boolean wanted;
        private final List<Long> told = new ArrayList<>();
        private final long submitted = System.nanoTime();
        private volatile long over;

        Timed(boolean wanted) {
            this.wanted = wanted;
        }

        @Override
        public boolean isTimed() {
            return wanted;
        }

        @Override
        public void ran(long began, long ended, long error) {
            told.addAll(List.of(began, ended, error));
        }

        @Override
        public void done() {
            over = System.nanoTime();
            super.done();
        }
    }

    @Test
    void issue_24_kernelsRanBetweenSubmissionAndEndOneAfterTheOther() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long handle = rig.allocate(ELEMENTS);
            long loaded = rig.device.load(Rig.ADD);
            long last = Long.MIN_VALUE;
            long lastError = 0;
            for (int i = 0; i < 100; i++) {
                Timed run = new Timed(true);
                rig.device.run(rig.order(0), rig.launch(Rig.ADD, loaded, handle, ELEMENTS, 1), run);
                run.succeeds();
                assertEquals(3, run.told.size());
                long began = run.told.get(0);
                long ended = run.told.get(1);
                long error = run.told.get(2);
                assertTrue(began >= run.submitted - error, () -> "begun too early: " + run.told);
                assertTrue(ended <= run.over + error, () -> "ended too late: " + run.told);
                assertTrue(ended >= began, () -> "took no time: " + run.told);
                assertTrue(
                        error <= run.over - run.submitted,
                        () -> "known worse than what the host sees: " + run.told);
                long before = last - lastError;
                assertTrue(began + error >= before, () -> run.told + " begun before " + before);
                last = ended;
                lastError = error;
            }
        }
    }

    @Test
    void issue_24_whoDoesNotAskIsNotTold() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long handle = rig.allocate(ELEMENTS);
            long loaded = rig.device.load(Rig.ADD);
            Timed run = new Timed(false);
            rig.device.run(rig.order(0), rig.launch(Rig.ADD, loaded, handle, ELEMENTS, 1), run);
            run.succeeds();
            assertEquals(List.of(), run.told);
        }
    }
}
