package org.anabranch.loops.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ProgramException;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Java files at the shell: {@code loops:java} and {@code loops:explain FILE.java}. */
class SourceFilesTest {
    private static final String HEAD =
            """
            import org.anabranch.loops.Parallel;
            class Tour {
            """;

    private static Engine engine;
    private static LoopCommands commands;

    @TempDir Path folder;

    @BeforeAll
    static void start() {
        engine = Engine.start(EngineSettings.defaults().withWorkers(2));
        commands = new LoopCommands(null, new LiftedLoops(engine.platform("tour")));
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private String file(String members) throws Exception {
        return Files.writeString(folder.resolve("Tour.java"), HEAD + members + "}").toString();
    }

    private static String refusal(String... words) {
        return assertThrows(ProgramException.class, () -> commands.java(words)).getMessage();
    }

    @Test
    @DisplayName("JA-08: a file is run, and each marked loop says how it ran and why")
    void ja08_run() throws Exception {
        String file =
                file(
                        """
                        static int[] y;
                        public static void main(String... words) {
                            y = new int[Integer.parseInt(words[0])];
                            int[] to = y;
                            for (@Parallel int i = 0; i < to.length; i++) to[i] = i;
                            for (@Parallel int i = 1; i < to.length; i++) to[i] += to[i - 1];
                            for (@Parallel int i = 0; i < to.length; i++) {
                                if (to[i] < 0) break;
                            }
                            if (to[to.length - 1] != to.length * (to.length - 1) / 2) {
                                throw new IllegalStateException("wrong");
                            }
                        }
                        """);
        List<String> lines = commands.java(file, "1000").toString().lines().toList();
        assertEquals(5, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith("Tour.main (loop in line 7) ran in parallel: "));
        assertTrue(lines.get(1).startsWith("Tour.main (loop in line 8) ran in order: "));
        assertTrue(lines.get(1).contains("distance 1"), lines.get(1));
        assertTrue(lines.get(2).contains("iteration 1 writes to[i] in line 8"), lines.get(2));
        assertTrue(lines.get(3).contains("would help: "), lines.get(3));
        assertTrue(lines.get(4).equals("not parallel: Tour.main, line 9: it breaks"), lines.get(4));
        Map<?, ?> data = (Map<?, ?>) commands.java("--json", file, "1000");
        assertEquals(2, assertInstanceOf(List.class, data.get("loops")).size());
        String text = commands.explain(file, "--kernel").toString();
        assertTrue(text.contains("Tour.main (loop in line 8) (Tour.java)"), text);
        assertTrue(text.contains("reads to[i - 1] in line 8"), text);
        assertTrue(text.contains("__kernel void"), text);
    }

    @Test
    @DisplayName("JA-08: a file that does not compile, run or exist is said, located")
    void ja08_refusals() throws Exception {
        assertTrue(refusal("/nowhere/Tour.java").contains("/nowhere/Tour.java"));
        String wrong = file("static int x = nothing;");
        assertTrue(refusal(wrong).contains("Tour.java:3: error"), refusal(wrong));
        String none = file("static int x = 1;");
        assertTrue(refusal(none).contains("static void main"), refusal(none));
        String throwing = file("static void main(String[] w) { w[9] = null; }");
        assertTrue(refusal(throwing).contains("ArrayIndexOutOfBounds"), refusal(throwing));
        assertTrue(refusal(throwing).contains("Tour.java:3"), refusal(throwing));
        assertTrue(refusal("--what").contains("takes a Java file"));
        assertEquals(
                "no loop is marked with @Parallel",
                commands.java(file("static void main(String[] w) {}")));
    }
}
