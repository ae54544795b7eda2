package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The build's count of the language of comments and documents, on a small tree of its own. */
class LanguageCheckTest {
    private static final Path CHECK =
            Path.of(System.getProperty("anabranch.checkout"), "cnf", "check");
    private static final Path SOURCES = Path.of("part", "src", "main", "java");

    @TempDir Path tree;

    @BeforeEach
    void writeLimits() throws IOException {
        Path limits = tree.resolve("cnf/check/language-limits.txt");
        Files.createDirectories(limits.getParent());
        List<String> rows = Files.readAllLines(CHECK.resolve("language-limits.txt"));
        Files.write(
                limits, rows.stream().map(row -> row.replaceFirst("^( *)\\d+", "$10")).toList());
        Files.createDirectories(tree.resolve(SOURCES));
        source("/** Returns one (AA-1). */ String a = \"/** Whether somebody\";");
        Files.writeString(tree.resolve("ids.md"), "| AA-1 | an id |\n");
    }

    private void source(String text) throws IOException {
        Files.writeString(tree.resolve(SOURCES).resolve("A.java"), text + "\n");
    }

    private Program check(int status) throws Exception {
        String program = CHECK.resolve("Language.java").toString();
        return Program.java(tree, program, "-v").assertEnds(status);
    }

    @Test
    void aTreeWithinItsLimitsPasses() throws Exception {
        check(0);
    }

    @Test
    void oneFaultAboveALimitFailsWithItsPlace() throws Exception {
        source("/** Whether it is one (AA-2). */ int a;");
        String said = check(1).said();
        assertTrue(said.contains("How: part/src/main/java/A.java:1"), said);
        assertTrue(said.contains("defines: part/src/main/java/A.java:1 AA-2"), said);
        assertEquals(2, said.lines().filter(line -> line.endsWith("  too many")).count(), said);
    }

    @Test
    void aClassWithItsPackageFailsUnlessItsNameIsTaken() throws Exception {
        source("import a.b.Map;\njava.util.Map taken;\njava.util.List free;");
        String said = check(1).said();
        assertTrue(said.contains("in code: part/src/main/java/A.java:3 java.util.List"), said);
        assertEquals(1, said.lines().filter(line -> line.contains("in code: ")).count(), said);
    }

    @Test
    void aLongLineOfADocumentFails() throws Exception {
        Files.writeString(tree.resolve("long.md"), "x".repeat(161));
        String said = check(1).said();
        assertTrue(said.contains("160 characters: long.md:1"), said);
    }
}
