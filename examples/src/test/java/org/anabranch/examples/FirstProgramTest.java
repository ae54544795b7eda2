package org.anabranch.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The README's program is this one, and it runs. */
class FirstProgramTest {

    @Test
    void theReadmeShowsThisProgramLineForLine() throws IOException {
        String source =
                Files.readString(Path.of("src/main/java/org/anabranch/examples/FirstProgram.java"));
        String readme = Files.readString(Path.of("../README.md"));
        String code = source.substring(source.indexOf("import "));
        assertTrue(readme.contains("```java\n" + code + "```\n"), () -> "not in README:\n" + code);
    }

    @Test
    void itRunsFromAPlainMain() {
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            FirstProgram.main(new String[0]);
        } finally {
            System.setOut(console);
        }
        assertEquals("31 squared is 961", printed.toString(StandardCharsets.UTF_8).strip());
    }
}
