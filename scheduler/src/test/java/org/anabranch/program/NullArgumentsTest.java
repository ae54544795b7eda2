package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Argument;
import org.anabranch.api.Buffer;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** D10: an enqueue that is given a null says which argument that was. */
class NullArgumentsTest {
    private static final Kernel NOTHING = Kernel.of("nothing").java((piece, arguments) -> {});

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void d10_a_null_is_named(boolean checked) {
        EngineSettings plain = EngineSettings.defaults().withWorkers(1);
        try (Engine engine = Engine.start(checked ? plain.inCheckedMode() : plain);
                BundlePlatform platform = engine.platform("program")) {
            Buffer x = platform.buffer(JAVA_LONG, 10);
            Stream stream = platform.host().stream();
            Event event = stream.mark();
            Map<String, Runnable> calls = new TreeMap<>();
            calls.put("kernel", () -> stream.run(null));
            calls.put("arguments", () -> stream.run(NOTHING, (Argument[]) null));
            calls.put("loop", () -> stream.run(NOTHING, (Loop) null));
            calls.put("from", () -> stream.copy(null, x.all()));
            calls.put("to", () -> stream.copy(x.all(), null));
            calls.put("range", () -> stream.prefetch(null));
            calls.put("event 0", () -> stream.waitFor((Event) null));
            calls.put("event 1", () -> stream.waitFor(event, null));
            calls.put("events", () -> stream.waitFor((Event[]) null));
            calls.put("range 1", () -> stream.waitFor(List.of(), x.all(), null));
            calls.put("ranges", () -> stream.waitFor(List.of(), (Range[]) null));
            List<String> named = new ArrayList<>();
            calls.forEach(
                    (name, call) ->
                            named.add(
                                    assertThrows(NullPointerException.class, call::run, name)
                                            .getMessage()));
            assertEquals(List.copyOf(calls.keySet()), named);
            stream.close();
        }
    }
}
