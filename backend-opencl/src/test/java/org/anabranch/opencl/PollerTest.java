package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Region;
import org.anabranch.opencl.command.CommandStatus;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The thread that finds the ends of commands goes on, whatever happens to it. */
final class PollerTest {

    @Test
    void a3_endsAreFoundThoughThereIsNoMemoryForThatAtFirst() throws Exception {
        AtomicInteger refusals = new AtomicInteger(5);
        CommandStatus scarce =
                (event, scratch) -> {
                    if (refusals.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("planned");
                    }
                    return ClCommands.eventStatus(event, scratch);
                };
        OpenClBackend backend = Rig.backend(Map.of("direct.kib", 0, "staging", "off"));
        DeviceInfo info = Rig.devices(backend).getFirst();
        try (Rig rig = new Rig(backend.open(info, info.mask(), scarce), info)) {
            long memory = rig.upload(1, 2, 3);
            assertArrayEquals(new int[] {1, 2, 3}, rig.download(memory, 3));
            assertTrue(refusals.get() < 0, "it was asked after the refusals, too");
        }
    }

    @Test
    void a2_aWriteWhoseMemoryIsNotToBeHadFailsAndTheDeviceGoesOn() throws Exception {
        try (Rig rig = Rig.open(Map.of("staging", "on", "direct.kib", 0))) {
            long memory = rig.upload(1, 2);
            Region all = Region.of(0, 8);
            Arena closed = Arena.ofConfined();
            MemorySegment source = closed.allocate(all.bytes());
            closed.close();
            Rig.Outcome outcome = rig.write(source, all, new Slice(memory, all));
            assertInstanceOf(IllegalStateException.class, outcome.await());
            assertArrayEquals(new int[] {1, 2}, rig.download(memory, 2));
        }
    }

    /** Of little the poller itself empties the blocks, of much a thread for that. */
    @ParameterizedTest
    @ValueSource(ints = {100, 300_000})
    void a2_aReadWhoseMemoryIsNotToBeHadFailsAndTheDeviceGoesOn(int count) throws Exception {
        try (Rig rig = Rig.open(Map.of("staging", "on", "direct.kib", 0));
                Arena confined = Arena.ofConfined()) {
            long memory = rig.upload(new int[count]);
            Region all = Region.of(0, 4L * count);
            Rig.Outcome outcome =
                    rig.read(new Slice(memory, all), confined.allocate(JAVA_INT, count), all);
            assertInstanceOf(WrongThreadException.class, outcome.await());
            assertFalse(outcome.twice);
            assertArrayEquals(new int[count], rig.download(memory, count));
        }
    }
}
