package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Devices say when commands ran, by the host's clock. */
final class DeviceTimesTest {
    private static final int COUNT = 256;
    static final Kernel SPIN =
            Rig.kernel(
                    "spin",
                    """
                    kernel void spin(global int *a, long offset, long pitch, int turns) {
                        int x = a[get_global_id(0)];
                        for (int i = 0; i < turns; i++) x = x * 1664525 + 1013904223;
                        a[get_global_id(0)] = x;
                    }\
                    """,
                    Parameter.inOut("a"),
                    Parameter.scalar("turns"));

    private static final Kernel STEP =
            Rig.kernel(
                    "advance",
                    "kernel void advance(global int *a, int by) { a[0] = a[0] * 3 + by; }",
                    Parameter.inOut("a"),
                    Parameter.scalar("by"));

    /** Keeps what is told, and when it was submitted and ended as the host saw it. */
    private static final class Timed extends Rig.Outcome {
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

    private static List<Timed> run(Rig rig, boolean wanted, int times) throws Exception {
        long memory = rig.upload(new int[COUNT]);
        long handle = rig.device.load(SPIN);
        Region all = Region.of(0, 4L * COUNT);
        List<Timed> runs = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Timed timed = new Timed(wanted);
            runs.add(timed);
            rig.device.run(
                    rig.order(0),
                    new Launch(
                            handle,
                            SPIN,
                            Piece.of(0, COUNT, 1),
                            List.of(Rig.operand(memory, all), Rig.value(2_000))),
                    timed);
        }
        runs.forEach(Rig.Outcome::awaitSuccess);
        return runs;
    }

    @Test
    void issue_24_commandsRanBetweenSubmissionAndEndOneAfterTheOther() throws Exception {
        try (Rig rig = Rig.open(Map.of())) {
            run(rig, true, 20); // so that the clock is known
            long last = Long.MIN_VALUE;
            long lastError = 0;
            for (Timed run : run(rig, true, 50)) {
                assertEquals(3, run.told.size());
                long began = run.told.get(0);
                long ended = run.told.get(1);
                long error = run.told.get(2);
                assertTrue(began >= run.submitted - error, () -> "begun too early: " + run.told);
                assertTrue(ended <= run.over + error, () -> "ended too late: " + run.told);
                assertTrue(ended > began, () -> "took no time: " + run.told);
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

    /** Commands whose times are recorded go to queues of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"in-order", "out-of-order"})
    void issue_51_aChainStaysInOrderWhenARecordingBeginsAndEnds(String queues) throws Exception {
        try (Rig rig = Rig.open(Map.of("queues", queues, "compute.queues", 3))) {
            long memory = rig.upload(1);
            long handle = rig.device.load(STEP);
            int expected = 1;
            List<Timed> runs = new ArrayList<>();
            long[] after = Order.NOTHING;
            for (int i = 0; i < 1200; i++) {
                Timed timed = new Timed(i / 37 % 2 == 1);
                runs.add(timed);
                Order order = rig.order(i / 5 % rig.info.lanes(), after);
                rig.device.run(
                        order,
                        Rig.launch(
                                handle,
                                STEP,
                                Piece.of(0, 1, 1),
                                Rig.mapped(memory, Region.of(0, 4)),
                                Rig.value(i)),
                        timed);
                after = new long[] {order.ticket()};
                expected = expected * 3 + i;
            }
            runs.forEach(Rig.Outcome::awaitSuccess);
            assertEquals(expected, rig.download(memory, 1)[0]);
            assertTrue(runs.stream().allMatch(run -> run.told.isEmpty() != run.wanted));
        }
    }

    @Test
    void issue_24_whoDoesNotAskIsNotTold() throws Exception {
        try (Rig rig = Rig.open(Map.of())) {
            assertTrue(run(rig, false, 3).stream().allMatch(run -> run.told.isEmpty()));
        }
        try (Rig rig = Rig.open(Map.of("device.times", false))) {
            assertTrue(run(rig, true, 3).stream().allMatch(run -> run.told.isEmpty()));
        }
    }
}
