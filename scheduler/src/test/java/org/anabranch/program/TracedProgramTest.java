package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program outside the runtime's own packages: what errors say about its lines. */
@Timeout(60)
class TracedProgramTest {
    private static final Kernel FAIL =
            Kernel.of("fail", Parameter.inOut("x"))
                    .java(
                            (piece, arguments) -> {
                                throw new IllegalStateException("as planned");
                            });

    private static int nextLine() {
        return StackWalker.getInstance()
                        .walk(frames -> frames.skip(1).findFirst().orElseThrow())
                        .getLineNumber()
                + 1;
    }

    private static void check(boolean traced, int line, Event event) {
        var thrown = assertThrows(ActionFailedException.class, event::await);
        String place = "TracedProgramTest.java:" + line;
        assertEquals(traced, thrown.getMessage().contains(place), thrown.getMessage());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void D16_INV_3_traced_mode_names_the_line_that_enqueued(boolean traced) {
        EngineSettings plain = EngineSettings.defaults().withWorkers(2);
        try (Engine engine = Engine.start(traced ? plain.inTracedMode() : plain);
                BundlePlatform platform = engine.platform("program")) {
            Buffer x = platform.buffer(JAVA_LONG, 10);
            Stream stream = platform.host().stream();
            int line = nextLine();
            Event event = stream.run(FAIL, x.all().inOut());
            check(traced, line, event);
            stream.closeNow();
            x.write();
            Finish finish = platform.finish();
            line = nextLine();
            Event task = finish.async(FAIL, x.all().inOut());
            check(traced, line, task);
            assertThrows(ActionFailedException.class, finish::close);
        }
    }
}
