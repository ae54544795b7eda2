package org.anabranch.opencl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.ValueLayout;
import java.util.Map;

/** The consequences of an action's failure on a device, through the whole platform. */
@Timeout(120)
final class FailureTest {
    private static final Kernel SLOW =
            Rig.kernel(
                    "slowly",
                    """
                    __kernel void slowly(__global int *a, long a0, long as, int rounds) {
                        int value = a[a0];
                        for (int i = 0; i < rounds; i++) {
                            value = value * 1664525 + 1013904223;
                        }
                        a[a0] = value;
                    }
                    """,
                    Parameter.inOut("a"),
                    Parameter.scalar("rounds"));
    private static final Kernel WRONG =
            Rig.kernel(
                    "wrong",
                    "__kernel void wrong(__global int *a, long a0) { a[a0] = 1; }",
                    Parameter.inOut("a"));
    private static final Kernel FILL =
            Rig.kernel(
                    "fillWith",
                    "__kernel void fillWith(__global int *a, long a0, long as, int v) { a[a0] = v;"
                            + " }",
                    Parameter.out("a"),
                    Parameter.scalar("v"));
    private static final Kernel STEP =
            Rig.kernel(
                    "stepOnce",
                    "__kernel void stepOnce(__global int *a, long a0, long as) { a[a0] += 1; }",
                    Parameter.inOut("a"));

    @Test
    void inv3_whoOverwritesWhatAFailedActionWasToWriteRunsAndWhoReadsItDoesNot() {
        OpenClBackend backend = Rig.backend(Map.of());
        int devices = Rig.devices(backend).size();
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(2))) {
            engine.add(backend);
            Platform platform = engine.platform("failing");
            while (platform.domains().size() < 1 + devices) {
                Thread.onSpinWait();
            }
            Domain device = platform.domains().get(1);
            try (Buffer x = platform.buffer(ValueLayout.JAVA_INT, 1);
                    Stream stream = device.stream()) {
                Loop once = Loop.of(0, 1);
                for (int round = 0; round < 5; round++) {
                    stream.run(SLOW, once, x.all().inOut(), Argument.of(20_000_000));
                    Event wrong = stream.run(WRONG, once, x.all().inOut());
                    Event reads = stream.run(STEP, once, x.all().inOut());
                    Event overwrites = stream.run(FILL, once, x.all().out(), Argument.of(round));
                    Event goesOn = stream.run(STEP, once, x.all().inOut());
                    goesOn.await();
                    overwrites.await();
                    assertThrows(ActionFailedException.class, wrong::await);
                    assertThrows(ActionCancelledException.class, reads::await);
                    assertEquals(round + 1, x.read().get(ValueLayout.JAVA_INT, 0));
                    assertThrows(ActionFailedException.class, stream::await);
                }
            }
        }
    }
}
