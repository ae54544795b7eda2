package org.anabranch.seeing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.EdgeSort;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.PathStep;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.RunTotals;
import org.junit.jupiter.api.Test;

import java.util.List;

/** The longest way against all ways. */
class CriticalPathTest {

    /** The longest way that begins with an action, found by going all ways. */
    private static long after(RunModel run, long action) {
        long most = 0;
        for (ActionHistory.Wait wait : run.waits()) {
            if (wait.earlier() == action) {
                most = Math.max(most, after(run, wait.later()));
            }
        }
        return most + run.action(action).runNanos();
    }

    @Test
    void issue_24_equalsBruteForceOnAThousandRandomGraphsWithTransfers() {
        long transfers = 0;
        for (int seed = 0; seed < 1000; seed++) {
            RunModel run = RunModel.of(RandomRuns.events(seed, 1 + seed % 14));
            PathStep path = RunTotals.of(run.events()).longest();
            long longest =
                    run.actions().stream().mapToLong(a -> after(run, a.action())).max().orElse(0);
            assertEquals(longest, path.length(), "seed " + seed);
            assertTrue(path.length() <= run.wall(), "seed " + seed);
            transfers += run.actions().stream().filter(row -> row.reason() != null).count();
            assertIsPath(run, path);
        }
        assertTrue(transfers > 1000, "transfers " + transfers);
    }

    private static void assertIsPath(RunModel run, PathStep path) {
        List<ActionRow> steps = path.actions();
        assertEquals(path.number(), steps.size());
        assertEquals(path.length(), steps.stream().mapToLong(ActionRow::runNanos).sum());
        for (int i = 1; i < steps.size(); i++) {
            long earlier = steps.get(i - 1).action();
            long later = steps.get(i).action();
            assertTrue(
                    run.waits().stream()
                            .anyMatch(w -> w.earlier() == earlier && w.later() == later));
        }
    }

    /**
     * A bounded replay reads a log batch by batch while it is written, and forgets retired actions.
     */
    @Test
    void issue_45_aBoundedReplayFindsTheSamePath() {
        for (int seed = 0; seed < 100; seed++) {
            Events events = RandomRuns.events(seed, 200);
            RunTotals totals = RunTotals.bounded();
            for (int i = 0; i < events.size(); i++) {
                totals.add(events, i);
            }
            assertEquals(RunTotals.of(events).longest().length(), totals.longest().length());
        }
    }

    /** Actions that end at one moment, in the order in which a reader may find their events. */
    @Test
    void issue_45_actionsThatRetireAtOneMomentAreOnThePathInTheirOrder() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        script.kernel(3, "c", host, 2, 0, 0, 95, 100)
                .kernel(2, "b", host, 1, 0, 0, 90, 100)
                .kernel(1, "a", host, 0, 0, 0, 0, 100)
                .edge(1, 2, 1, EdgeSort.ORDER)
                .edge(2, 3, 1, EdgeSort.ORDER);
        Events events = script.events();
        Events ends = new Events(events.dictionary(), events.clock(), 100);
        for (int i = 0; i < events.size(); i++) {
            boolean retires = events.kind(i) == Kind.RETIRED;
            if (!retires) {
                events.copyTo(ends, i);
            }
        }
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i) == Kind.RETIRED) {
                events.copyTo(ends, i);
            }
        }
        PathStep path = RunTotals.of(ends).longest();
        assertEquals(List.of("a", "b", "c"), path.actions().stream().map(ActionRow::name).toList());
        assertEquals(115, path.length());
    }

    @Test
    void issue_24_aCircleEnds() {
        EventScript script = new EventScript();
        int host = script.domain("host");
        for (int i = 1; i <= 3; i++) {
            script.kernel(i, "k", host, i, 0, 0, 0, 100).edge(i, i % 3 + 1, 1, EdgeSort.ORDER);
        }
        PathStep path = RunTotals.of(script.events()).longest();
        assertTrue(path.number() >= 1 && path.number() <= 3, () -> "steps " + path.number());
    }

    @Test
    void issue_24_nothingHasNoPath() {
        PathStep path = RunTotals.of(new EventScript().events()).longest();
        assertEquals(0, path.length());
        assertEquals(List.of(), path.actions());
    }
}
