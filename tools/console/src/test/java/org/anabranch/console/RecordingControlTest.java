package org.anabranch.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Monitor;
import org.anabranch.console.model.PageModel;
import org.anabranch.events.Clock;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Event;
import org.anabranch.events.EventLog;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.spi.support.Json;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Issue 24: when the page records, and what it knows of the rest. */
class RecordingControlTest {
    private static final long SECOND = 1_000_000_000;

    private final EventScript script = new EventScript();
    private final int host = script.domain("host");
    private final int card = script.domain("card:0");
    private final PageModel model = new PageModel();
    private final RecordingControl watch = new RecordingControl(model);

    private boolean read(EventLog log, boolean wanted, long seconds) {
        return watch.read(log, wanted, script.clock().origin() + seconds * SECOND);
    }

    private Map<String, Object> row() {
        return model.row(null, List.of());
    }

    private List<String> changes() {
        return Pattern.compile("\"outcome\":\"(\\w+)\"")
                .matcher(Json.of(row().get("changes")))
                .results()
                .map(one -> one.group(1))
                .toList();
    }

    private void says(DomainChange change, long seconds) {
        int none = Events.NOWHERE;
        long time = script.clock().origin() + seconds * SECOND;
        script.add(new Event(Kind.DOMAIN, time, change.ordinal(), card, none, "", 0, 0, 0));
    }

    @Test
    void issue24_nothingIsRecordedUntilSomebodyLooksAndSomeSecondsAfterTheLast() {
        assertFalse(read(script, false, 1));
        assertEquals(Level.LIFECYCLE, script.level());
        assertTrue(read(script, true, 2));
        assertEquals(Level.ACTIONS, script.level());
        assertTrue(read(script, false, 12)); // a page that is loaded again
        assertTrue(read(script, true, 13));
        assertTrue(read(script, false, 23));
        assertEquals(Level.ACTIONS, script.level());
        assertFalse(read(script, false, 24));
        assertEquals(Level.LIFECYCLE, script.level());
        assertFalse(read(script, false, 25));
    }

    @Test
    void issue24_whatIsSeldomComesOnceAlsoOfWhenNobodyLooked() {
        read(script, false, 0);
        says(DomainChange.values()[0], 1);
        read(script, true, 2);
        assertEquals(List.of(DomainChange.values()[0].name()), changes());
        says(DomainChange.values()[1], 3);
        read(script, false, 20); // what was made until the end is read
        says(DomainChange.values()[2], 21);
        read(script, false, 22);
        read(script, true, 30);
        assertEquals(
                List.of(
                        DomainChange.values()[2].name(),
                        DomainChange.values()[1].name(),
                        DomainChange.values()[0].name()),
                changes());
        assertEquals(3L, row().get("made"));
    }

    @Test
    void issue24_thePageSaysSinceWhenItKnowsAndWhatItMissed() {
        Clock real = new Clock(false, "", 100, Instant.EPOCH);
        model.newLog();
        assertEquals("{since=null, pauses=0, nanos=0}", "" + row().get("recorded"));
        model.begins(real, 100 + 3 * SECOND);
        script.kernel(1, "a", host, 0, SECOND, SECOND, SECOND, 4 * SECOND);
        model.add(script.events());
        model.pauses(real, 100 + 14 * SECOND);
        model.begins(real, 100 + 20 * SECOND);
        assertEquals(
                "{since=" + 3 * SECOND + ", pauses=1, nanos=" + 6 * SECOND + "}",
                "" + row().get("recorded"));
        List<?> all = (List<?>) model.lanes(0, 20 * SECOND, 10).get("pauses");
        assertEquals(List.of(List.of(0L, 3 * SECOND), List.of(14 * SECOND, 20 * SECOND)), all);
        assertEquals(
                List.of(), model.lanes(3 * SECOND, 14 * SECOND, 10).get("pauses"), "between them");
        assertEquals((20 - 1 - 2 - 6) * SECOND, row().get("wall"));
    }

    /** It is unknown if they have ended meanwhile. */
    @Test
    void issue24_actionsThatWereOpenAsItEndedAreForgotten() {
        read(script, true, 1);
        script.add(new Event(Kind.ENQUEUED, SECOND, 0, host, Events.NOWHERE, "a", 1, 7, 0));
        read(script, true, 2);
        assertEquals(1, pending());
        read(script, false, 13);
        assertEquals(0, pending());
    }

    private int pending() {
        Monitor monitor =
                (Monitor)
                        Proxy.newProxyInstance(
                                Monitor.class.getClassLoader(),
                                new Class<?>[] {Monitor.class},
                                (proxy, method, arguments) -> List.of());
        return ((List<?>) model.row(monitor, List.of()).get("streams")).size();
    }

    @Test
    void issue24_anotherLogBeginsAnew() {
        read(script, true, 1);
        script.kernel(1, "a", host, 0, 0, 0, 0, 100);
        read(script, true, 100);
        assertEquals(100L, row().get("latest"));
        EventScript other = new EventScript();
        other.domain("host");
        watch.read(other, true, other.clock().origin() + SECOND);
        assertEquals(Level.LIFECYCLE, script.level());
        assertEquals(Level.ACTIONS, other.level());
        assertEquals(0L, row().get("latest"));
        assertEquals(List.of(), row().get("kernels"));
        watch.read(null, true, 0);
        assertEquals(Level.LIFECYCLE, other.level());
        assertTrue(read(script, true, 101));
        watch.close();
        assertFalse(read(script, true, 102), "a job that begins as the page ends");
        assertEquals(Level.LIFECYCLE, script.level());
    }
}
