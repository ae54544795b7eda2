package org.anabranch.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

final class ActionReplayTest {
    private static Events events() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int card = script.domain("card:0");
        return script.kernel(1, "fill", host, 0, 0, 1, 2, 10)
                .transfer(3, "x", host, card, 800, 2, 5, 11, 20)
                .kernel(2, "gemm", card, 1, 4, 20, 21, 30)
                .events();
    }

    private static List<ActionRow> retired(ActionReplay replay, Events events, int from) {
        return IntStream.range(from, events.size())
                .mapToObj(i -> replay.add(events, i))
                .filter(Objects::nonNull)
                .toList();
    }

    @Test
    void issue_45_aRetiredActionHasTheRowOfTheHistory() {
        Events events = events();
        List<ActionRow> expected = new ArrayList<>(ActionHistory.of(events).actions());
        List<ActionRow> rows = retired(new ActionReplay(10), events, 0);
        assertEquals(3, rows.size());
        rows.forEach(expected::remove);
        assertEquals(List.of(), expected);
    }

    @Test
    void issue_45_onlySoManyActionsAreKept() {
        assertEquals(List.of(1L), numbers(retired(new ActionReplay(1), events(), 0)));
        assertEquals(List.of(1L, 2L), numbers(retired(new ActionReplay(2), events(), 0)));
    }

    @Test
    void issue_45_anActionWhoseBeginningIsUnknownIsIgnored() {
        Events events = events();
        ActionReplay replay = new ActionReplay(10);
        assertEquals(List.of(2L, 3L), numbers(retired(replay, events, 1)));
        replay.add(events, 0);
        replay.clear();
        assertNull(replay.add(events, events.size() - 1));
    }

    private static List<Long> numbers(List<ActionRow> rows) {
        return rows.stream().map(ActionRow::action).sorted().toList();
    }

    @Test
    void issue_45_lanesAreNamedByTheirDomain() {
        DomainEntry host = new DomainEntry(0, "host", "host", 1, true);
        assertEquals("worker 3", host.lane(3));
        assertEquals("spare 0", host.lane(Events.FIRST_SPARE));
        assertEquals("program's thread 2", host.lane(Events.FIRST_PROGRAM + 2));
        assertEquals("lane 3", new DomainEntry(1, "card:0", "card", 1, false).lane(3));
    }
}
