package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.Map;

/**
 * Short kernels that run on the receiving thread; one that then is not short must not delay others.
 */
@Timeout(300)
class ReceptionTest {
    private static final int MOST = 20_000;
    private static final long SHORT = 0;
    private static final long WITH_ANOTHER_CLASS = -1;

    /** Loaded when it is first used, which takes an answer of the host. */
    private static final class Another {
        static long value() {
            return 7;
        }
    }

    /** Says whether it runs on a receiving thread; sleeps for so many milliseconds. */
    private static final Kernel MOODY =
            Kernel.of("moody", Parameter.inOut("data"), Parameter.scalar("mood"))
                    .java(
                            (piece, arguments) -> {
                                String thread = Thread.currentThread().getName();
                                long here = thread.contains("receiver") ? 1 : 0;
                                arguments.segment(0).set(JAVA_LONG, 0, here);
                                if (arguments.longAt(1) > 0) {
                                    Thread.sleep(arguments.longAt(1));
                                } else if (arguments.longAt(1) == WITH_ANOTHER_CLASS) {
                                    arguments.segment(0).set(JAVA_LONG, 8, Another.value());
                                }
                            });

    private static long[] seen(Rig rig, long handle) throws Exception {
        MemorySegment seen = Rig.host(2);
        rig.read(0, handle, seen).succeeds();
        return seen.toArray(JAVA_LONG);
    }

    /** Runs the short kernel until it runs on a receiving thread; returns whether it does. */
    private static boolean isReceived(Rig rig, long loaded, long handle) throws Exception {
        for (int i = 0; i < MOST; i++) {
            rig.run(0, rig.launch(MOODY, loaded, handle, 2, SHORT)).succeeds();
            if (i % 10 == 9 && seen(rig, handle)[0] == 1) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aShortKernelThatIsSuddenlyLongHoldsUpNothingElse() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long handle = rig.allocate(2);
            long other = rig.allocate(2);
            long loaded = rig.device.load(MOODY);
            for (int round = 0; round < 3; round++) { // the threads change places
                assertTrue(isReceived(rig, loaded, handle), "never on the receiving thread");
                Told slow = rig.run(0, rig.launch(MOODY, loaded, handle, 2, 2000L));
                rig.write(1, Rig.host(2, round), other).succeeds();
                assertFalse(slow.isDone(), "the write waited for the kernel");
                slow.succeeds();
            }
        }
    }

    @Test
    void aShortKernelThatNeedsAnAnswerOfTheHostGetsIt() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            long handle = rig.allocate(2);
            long loaded = rig.device.load(MOODY);
            assertTrue(isReceived(rig, loaded, handle), "never on the receiving thread");
            rig.run(0, rig.launch(MOODY, loaded, handle, 2, WITH_ANOTHER_CLASS)).succeeds();
            assertEquals(7, seen(rig, handle)[1]);
        }
    }

    @Test
    void HST11_partOfACardRunsOnItsOwnCoresOnlyHoweverShortTheKernel() throws Exception {
        MicBackend backend = MicBackend.with(Map.of());
        try (Rig rig = new Rig(backend, ProcessorMask.range(0, 120))) {
            long handle = rig.allocate(2);
            long loaded = rig.device.load(MOODY);
            for (int i = 0; i < 300; i++) {
                rig.run(0, rig.launch(MOODY, loaded, handle, 2, SHORT)).succeeds();
                assertEquals(0, seen(rig, handle)[0]);
            }
        }
    }
}
