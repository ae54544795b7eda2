package org.anabranch.seeing.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.seeing.RandomRuns;
import org.anabranch.seeing.model.RunModel;
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

    private static long before(RunModel run, long action) {
        long most = 0;
        for (ActionHistory.Wait wait : run.waits()) {
            if (wait.later() == action) {
                most = Math.max(most, before(run, wait.earlier()));
            }
        }
        return most + run.action(action).runNanos();
    }

    @Test
    void issue_24_equalsBruteForceOnAThousandRandomGraphsWithTransfers() {
        long transfers = 0;
        for (int seed = 0; seed < 1000; seed++) {
            RunModel run = RunModel.of(RandomRuns.events(seed, 1 + seed % 14));
            ActionPath path = ActionPath.of(run);
            long longest =
                    run.actions().stream().mapToLong(a -> after(run, a.action())).max().orElse(0);
            assertEquals(longest, path.length(), "seed " + seed);
            assertTrue(path.length() <= run.wall(), "seed " + seed);
            for (int i = 0; i < path.rows().size(); i++) {
                ActionRow row = path.rows().get(i);
                transfers += row.reason() == null ? 0 : 1;
                long through =
                        before(run, row.action()) + after(run, row.action()) - row.runNanos();
                assertEquals(longest - through, path.path().slack(i), "seed " + seed);
            }
            assertIsPath(run, path);
        }
        assertTrue(transfers > 1000, "transfers " + transfers);
    }

    private static void assertIsPath(RunModel run, ActionPath path) {
        List<ActionRow> steps = path.path().nodes().stream().map(path.rows()::get).toList();
        assertEquals(path.length(), steps.stream().mapToLong(ActionRow::runNanos).sum());
        for (int i = 1; i < steps.size(); i++) {
            long earlier = steps.get(i - 1).action();
            long later = steps.get(i).action();
            assertTrue(
                    run.waits().stream()
                            .anyMatch(w -> w.earlier() == earlier && w.later() == later));
        }
    }

    @Test
    void issue_24_aCircleIsSaid() {
        int[] one = {0, 1, 2};
        int[] other = {1, 2, 1};
        IllegalArgumentException circle =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> CriticalPath.of(new long[] {1, 1, 1}, one, other));
        assertTrue(circle.getMessage().contains("circle"), circle.getMessage());
    }

    @Test
    void issue_24_nothingHasNoPath() {
        CriticalPath path = CriticalPath.of(new long[0], new int[0], new int[0]);
        assertEquals(0, path.length());
        assertEquals(List.of(), path.nodes());
    }
}
