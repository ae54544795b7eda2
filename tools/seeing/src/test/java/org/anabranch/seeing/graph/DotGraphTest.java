package org.anabranch.seeing.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.anabranch.events.ActionRow;
import org.anabranch.events.EventScript;
import org.anabranch.seeing.RandomRuns;
import org.anabranch.seeing.model.RunModel;
import org.anabranch.spi.analysis.RunTotals;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.regex.Pattern;

/** Graphs: all actions, groups, or a refusal. */
class DotGraphTest {
    private static DotGraph graph(EventScript script) {
        RunModel run = RunModel.of(script.events());
        return new DotGraph(run, path(run));
    }

    private static List<ActionRow> path(RunModel run) {
        return RunTotals.of(run.events()).longest().actions();
    }

    private static EventScript kernels(int count, int kinds) {
        EventScript script = new EventScript();
        int host = script.domain("host");
        for (int i = 1; i <= count; i++) {
            script.kernel(i, "kernel " + i % kinds, host, 0, 0, 0, i, i + 1);
        }
        return script;
    }

    @Test
    void issue_24_upToThreeHundredActionsEachIsANode() {
        DotGraph graph = graph(kernels(300, 2));
        assertFalse(graph.isGrouped());
        assertEquals(300, graph.nodes());
    }

    @Test
    void issue_24_moreAreGroupedByKernelAndDomain() {
        DotGraph graph = graph(kernels(301, 2));
        assertTrue(graph.isGrouped());
        assertEquals(2, graph.nodes());
        assertTrue(graph.text().contains("kernel 1\\nhost\\n151 times"), graph.text());
    }

    @Test
    void issue_24_whatNoPictureCanShowIsRefused() {
        ProgramException refused =
                assertThrows(ProgramException.class, () -> graph(kernels(400, 301)));
        assertTrue(refused.getMessage().contains("400 actions of 301 kinds"), refused.getMessage());
        assertThrows(ProgramException.class, () -> graph(new EventScript()));
    }

    @Test
    void issue_24_edgesAreTheWaitsAndThePathIsThick() {
        RunModel run = RunModel.of(RandomRuns.events(5, 60));
        List<ActionRow> path = path(run);
        String text = new DotGraph(run, path).text();
        long edges = Pattern.compile("-> n").matcher(text).results().count();
        assertEquals(run.waits().stream().distinct().count(), edges);
        long thick = Pattern.compile("label=\"[^\\n]*penwidth=3").matcher(text).results().count();
        assertEquals(path.size(), thick);
    }

    @Test
    void issue_24_hostileNamesStayInTheirQuotes() {
        EventScript script = new EventScript();
        script.kernel(1, "a\"]; evil [label=\"\\", script.domain("host"), 0, 0, 0, 0, 1);
        String text = graph(script).text();
        assertTrue(text.contains("[label=\"a\\\"]; evil [label=\\\"\\\\\\nhost"), text);
    }
}
