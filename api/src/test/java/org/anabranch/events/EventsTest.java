package org.anabranch.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Random;

/** Batches, names and the history that is made of them. */
class EventsTest {
    private static final Clock CLOCK = new Clock(true, "test", 0, Instant.EPOCH);

    private static Events batch(int most) {
        return new Events(new Dictionary(), CLOCK, most);
    }

    @Test
    void issue_24_fieldsComeBackAsTheyWereAtTheirLimits() {
        Events events = batch(10);
        int name = events.dictionary().number("gemm");
        for (Kind kind : Kind.values()) {
            events.clear();
            long head = Events.head(kind, 255, Events.NOWHERE, 0, name);
            events.add(Long.MIN_VALUE, head, -1, Long.MAX_VALUE, 7);
            assertEquals(
                    new Event(
                            kind,
                            Long.MIN_VALUE,
                            255,
                            Events.NOWHERE,
                            0,
                            "gemm",
                            -1,
                            Long.MAX_VALUE,
                            7),
                    events.get(0));
        }
        events.add(0, Events.head(Kind.LOG, 0, 0, Events.NOWHERE, (1 << 24) - 1), 0, 0, 0);
        assertEquals((1 << 24) - 1, events.nameNumber(1));
        assertEquals(Events.NOWHERE, events.lane(1));
        assertEquals(0, events.domain(1));
    }

    @Test
    void issue_24_whatIsKeptAndLostIsWhatWasMade() {
        Random random = new Random(24);
        for (int round = 0; round < 200; round++) {
            Events events = batch(1 + random.nextInt(100));
            int adds = random.nextInt(400);
            for (int i = 0; i < adds; i++) {
                events.add(i, Events.head(Kind.READY, 0, 0, 0, 0), i, 0, 0);
            }
            events.addLost(round);
            assertEquals(adds + round, events.made());
            assertEquals(events.made(), events.size() + events.lost());
            if (adds > 0) {
                assertEquals(adds - 1, events.subject(events.size() - 1)); // the newest is kept
            }
        }
    }

    @Test
    void issue_24_sortsByTimeAndKeepsTheOrderOfEquals() {
        Random random = new Random(5);
        for (int round = 0; round < 100; round++) {
            Events events = batch(1000);
            int count = random.nextInt(300);
            for (int i = 0; i < count; i++) {
                events.add(random.nextInt(20), Events.head(Kind.READY, 0, 0, 0, 0), i, 0, 0);
            }
            events.sort();
            for (int i = 1; i < count; i++) {
                long step = events.time(i) - events.time(i - 1);
                assertTrue(step > 0 || step == 0 && events.subject(i - 1) < events.subject(i));
            }
        }
    }

    @Test
    void issue_24_namesAreBoundedAndLongOnesCut() {
        Dictionary names = new Dictionary();
        String text = "x".repeat(5000);
        int cut = names.number(text);
        assertEquals(cut, names.number(text));
        assertEquals(Dictionary.LONGEST_NAME + 1, names.name(cut).length());
        for (int i = 0; i < Dictionary.MOST_NAMES; i++) {
            names.number("name " + i);
        }
        assertEquals(Dictionary.OTHERS, names.number("one too many"));
        assertEquals("name 7", names.name(names.number("name 7")));
        assertEquals("", names.name(Integer.MAX_VALUE));
    }

    @Test
    void issue_24_theHistoryHasARowForEachAction() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int card = script.domain("card:0");
        script.kernel(1, "fill", host, 0, 0, 1, 2, 10)
                .transfer(3, "x", host, card, 800, 2, 5, 11, 20)
                .kernel(2, "gemm", card, 1, 4, 20, 21, 30)
                .edge(1, 3, 5, EdgeSort.DATA)
                .edge(3, 2, 5, EdgeSort.DATA)
                .add(new Event(Kind.READY, 5, 0, card, Events.NOWHERE, "", 2, 0, 1));
        ActionHistory history = ActionHistory.of(script.events());
        assertEquals(3, history.actions().size());
        ActionRow gemm = history.action(2);
        assertEquals("gemm", gemm.name());
        assertEquals(5, gemm.ready());
        assertEquals(20, gemm.submitted());
        assertEquals(21, gemm.started());
        assertEquals(9, gemm.runNanos());
        assertEquals(Outcome.DONE, gemm.outcome());
        ActionRow transfer = history.action(3);
        assertEquals(ActionSort.TRANSFER, transfer.sort());
        assertEquals(host, transfer.from());
        assertEquals(card, transfer.to());
        assertEquals(2, transfer.neededBy());
        assertEquals(800, transfer.bytes());
        assertEquals(2, history.waits().size());
        assertNull(history.action(4));
    }

    @Test
    void issue_24_aRecordingOfAScriptReadsWhatIsNew() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(1, "before", host, 0, 0, 1, 2, 3);
        Recording recording = script.record(Level.ACTIONS);
        assertEquals(Level.ACTIONS, script.level());
        Events events = recording.events(100);
        script.kernel(2, "after", host, 0, 4, 5, 6, 7).lose(9);
        assertEquals(5, recording.read(events));
        assertEquals(0, recording.read(events));
        assertEquals(14, events.made());
        assertEquals(9, events.lost());
        recording.close();
        assertEquals(Level.LIFECYCLE, script.level());
    }
}
