package org.anabranch.seeing.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Monitor;
import org.anabranch.api.ProgramException;
import org.anabranch.events.EventScript;
import org.anabranch.events.Level;
import org.anabranch.events.RunRecorder;
import org.anabranch.seeing.shell.SeeingCommands;
import org.anabranch.seeing.trace.TraceCounts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The commands and the service, over a script. */
class RecorderTest {
    @TempDir Path folder;
    private final EventScript script = new EventScript();
    private final int host = script.domain("host");
    private final Recorder recorder = new Recorder(script, nobody());
    private final SeeingCommands commands = new SeeingCommands(recorder);

    /** A monitor of nothing. */
    private static Monitor nobody() {
        return (Monitor)
                Proxy.newProxyInstance(
                        RecorderTest.class.getClassLoader(),
                        new Class<?>[] {Monitor.class},
                        (proxy, method, arguments) -> List.of());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void end() {
        recorder.deactivate();
    }

    @Test
    void issue_24_aTraceIsStartedToldOfStoppedAndWritten() throws IOException {
        assertEquals("no trace is running", commands.trace(null, false));
        commands.trace(null, false, "start", file("t.json"));
        assertEquals(Level.ACTIONS, script.level());
        assertEquals(true, ((Map<?, ?>) commands.trace(null, true, "status")).get("running"));
        Map<?, ?> counts = (Map<?, ?>) commands.trace(null, true, "stop");
        assertEquals(0L, counts.get("lost"));
        assertEquals(Files.size(folder.resolve("t.json")), counts.get("bytes"));
        assertEquals(Level.LIFECYCLE, script.level());
        assertNull(recorder.file());
    }

    @Test
    void issue_24_wrongWordsAndWrongMomentsAreSaid() throws IOException {
        assertMessage("no trace is running", () -> commands.trace(null, false, "stop"));
        assertMessage("takes 'start FILE'", () -> commands.trace(null, false, "begin"));
        assertMessage("takes 'start FILE'", () -> commands.trace(null, false, "start"));
        assertMessage("no folder", () -> recorder.start(folder.resolve("none/t.json")));
        assertMessage("it is a folder", () -> recorder.start(folder));
        assertMessage("nothing is recorded", () -> commands.graph(null, false, file("g.dot")));
        assertMessage("graph takes one file", () -> commands.graph(null, false));
        recorder.start(folder.resolve("a.json"));
        assertMessage("running already, into", () -> recorder.start(folder.resolve("b.json")));
        end();
        assertTrue(Files.exists(folder.resolve("a.json")));
        assertFalse(Files.exists(folder.resolve("b.json")));
    }

    /** Permissions say that root may, but the file system does not let anybody. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void issue_24_whatCannotBeWrittenIsRefusedBeforeItIsRecorded() {
        assertMessage(
                "cannot write /proc/t.json: no file can be made in /proc",
                () -> recorder.start(Path.of("/proc/t.json")));
        assertMessage(
                "cannot write /proc/t.json: ",
                () ->
                        recorder.begin(
                                new RunRecorder.Wish(
                                        "x", "x", Map.of(), Path.of("/proc/t.json"), null)));
        assertEquals(Level.LIFECYCLE, script.level());
    }

    @Test
    void issue_24_aFileThatFailsAtTheEndIsNamedAndTheOtherOneIsWritten() throws IOException {
        Path away = Files.createDirectory(folder.resolve("away"));
        RunRecorder.Session session = recorder.begin(wish("away/t.json", "r.html"));
        recorder.start(away.resolve("u.json"));
        script.kernel(1, "gemm", host, 0, 0, 1, 2, 10);
        Files.delete(away);
        assertMessage("t.json: its folder is not there", () -> session.end("verified"));
        assertTrue(Files.readString(folder.resolve("r.html")).contains("gemm"));
        assertMessage("u.json: its folder is not there", recorder::endTrace);
        assertEquals(List.of(), recorder.endTrace()); // it is over
        recorder.start(folder.resolve("v.json"));
        assertTrue(recorder.endTrace().getFirst().startsWith("wrote the trace "));
    }

    @Test
    void issue_24_aRunWhoseRecorderGoesHasWhatWasThereUntilThen() throws IOException {
        RunRecorder.Session session = recorder.begin(wish("t.json", "r.html"));
        script.kernel(1, "gemm", host, 0, 0, 1, 2, 10);
        recorder.deactivate();
        assertEquals(Level.LIFECYCLE, script.level());
        List<String> said = session.end("verified");
        assertTrue(said.getFirst().contains("the bundle that records was stopped"), said::toString);
        assertTrue(said.get(1).contains("1 actions"), said::toString);
        assertTrue(Files.readString(folder.resolve("r.html")).contains("ended before the run did"));
    }

    /** Each would take the place of the other one. */
    @Test
    void issue_24_oneFileIsNotForTwoThings() {
        assertMessage("into the same file", () -> recorder.begin(wish("a", "./a")));
        recorder.start(folder.resolve("t.json"));
        String goes = "t.json: the trace that is running goes there";
        assertMessage(goes, () -> recorder.begin(wish("t.json", "r.html")));
        assertMessage(goes, () -> recorder.begin(wish("u.json", "t.json")));
        assertMessage(goes, () -> commands.graph(null, false, file("t.json")));
        assertFalse(Files.exists(folder.resolve("t.json")));
        end();
    }

    private static void assertMessage(String part, org.junit.jupiter.api.function.Executable act) {
        AnabranchException thrown = assertThrows(AnabranchException.class, act);
        assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
    }

    @Test
    void issue_24_whatIsRecordedIsDrawnWithItsPath() throws IOException {
        RunRecorder.Session session = recorder.begin(wish("t.json", "r.html"));
        script.kernel(1, "gemm", host, 0, 0, 1, 2, 1_000_002);
        List<String> said = session.end("verified");
        assertTrue(said.getFirst().contains("1 actions, 0 arrows, 0 events lost"), said::toString);
        assertTrue(said.getLast().startsWith("Ran 1.00 ms"), said::toString);
        String table = (String) commands.graph(null, false, file("g.dot"));
        assertTrue(table.contains("gemm"), table);
        assertTrue(table.contains("critical path 1.000 ms of 1.000 ms"), table);
        assertTrue(Files.readString(folder.resolve("g.dot")).startsWith("digraph"));
        assertTrue(Files.readString(folder.resolve("r.html")).contains("run x --report"));
    }

    private RunRecorder.Wish wish(String trace, String report) {
        return new RunRecorder.Wish(
                "x", "run x --report", Map.of(), folder.resolve(trace), folder.resolve(report));
    }

    @Test
    void issue_24_aRunIsRefusedBeforeItBeginsIfAFileIsNotOurs() throws IOException {
        Files.writeString(folder.resolve("letters.html"), "mine");
        ProgramException refused =
                assertThrows(
                        ProgramException.class,
                        () -> recorder.begin(wish("t.json", "letters.html")));
        assertTrue(refused.getMessage().contains("is not replaced"), refused.getMessage());
        assertEquals(Level.LIFECYCLE, script.level());
    }

    @Test
    void issue_24_aRunThatIsGivenUpWritesNothing() throws IOException {
        recorder.begin(wish("t.json", "r.html")).close();
        assertEquals(Level.LIFECYCLE, script.level());
        assertFalse(Files.exists(folder.resolve("t.json")));
    }

    @Test
    void issue_24_aTraceGoesOnWhileARunIsRecorded() {
        recorder.start(folder.resolve("a.json"));
        try (RunRecorder.Session run = recorder.begin(wish("t.json", "r.html"))) {
            script.kernel(1, "gemm", host, 0, 0, 1, 2, 10);
            run.end("verified");
        }
        TraceCounts counts = recorder.stop();
        assertEquals(1, counts.actions());
    }
}
