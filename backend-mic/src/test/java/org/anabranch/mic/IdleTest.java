package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.time.Duration;
import java.util.Map;

/** Issue 20: an idle platform costs nothing, nor does the process of an idle card. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class IdleTest {
    private static final Duration LOOK = Duration.ofSeconds(3);
    private static final int LOOKS = 10;

    /** Less than one percent of a core, if need be at the tenth look: compilers go on a while. */
    @Test
    void theProcessOfAnIdleCardUsesNoProcessor() throws Exception {
        try (Rig rig = new Rig(Map.of())) {
            for (int i = 0; i < 50; i++) { // also by the thread that receives
                assertArrayEquals(new long[] {7}, rig.result(Rig.ADD, 1, 7L));
            }
            Duration used = LOOK;
            for (int look = 0; look < LOOKS && isBusy(used); look++) {
                Duration before = used(rig.process());
                Thread.sleep(LOOK);
                used = used(rig.process()).minus(before);
            }
            assertTrue(!isBusy(used), "an idle card uses " + used + " in " + LOOK);
        }
    }

    private static boolean isBusy(Duration used) {
        return used.multipliedBy(100).compareTo(LOOK) > 0;
    }

    private static Duration used(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }
}
