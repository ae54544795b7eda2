package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Figure 3 of the paper of HC-K2H, built outside of the reactor as its page says, and run. */
@EnabledOnOs(OS.LINUX)
class K2hProgramTest {
    private static final Path ORIGINAL = Path.of(System.getProperty("anabranch.checkout"));

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
        Path example = Files.createDirectories(checkout.folder().resolve("examples/k2h"));
        for (String file : List.of("ArrayAddition.java", "MANIFEST.MF")) {
            Files.copy(ORIGINAL.resolve("examples/k2h").resolve(file), example.resolve(file));
        }
        Path built = checkout.folder().resolve("cnf/target/product/built"); // newer than sources
        Files.setLastModifiedTime(built, FileTime.from(Instant.now().plusSeconds(60)));
    }

    /** The commands below "Build and run it:", but for the last. */
    private static String buildOfThePage() throws Exception {
        String page = Files.readString(ORIGINAL.resolve("docs/k2h.md"));
        String block = page.substring(page.indexOf("Build and run it:")).split("```[a-z]*\n")[1];
        List<String> lines = block.lines().toList();
        assertTrue(lines.getLast().startsWith("./anabranch -c 'k2h:simulate addition"), block);
        return String.join("\n", lines.subList(0, lines.size() - 1));
    }

    private String shell(String command) throws Exception {
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", command);
        assertEquals(0, outcome.status(), outcome::toString);
        return outcome.out();
    }

    @Test
    @DisplayName("K2H-M8: figure 3 as a bundle is right on two boards, the checker silent")
    void k2hM8_figure3AsABundle() throws Exception {
        String tools = Path.of(System.getProperty("java.home"), "bin").toString();
        Map<String, String> path = Map.of("PATH", tools + ":" + System.getenv("PATH"));
        Checkout.Outcome build = checkout.run(path, "", "bash", "-ec", buildOfThePage());
        assertEquals(0, build.status(), build::toString);
        assertTrue(shell("k2h:programs").contains("addition [N]: figure 3"));
        everyLineIsRight("k2h:simulate addition 20000 --check", 12);
        everyLineIsRight("k2h:simulate addition 20000 --check --board am57x", 4);
    }

    private void everyLineIsRight(String command, int workers) throws Exception {
        String said = shell(command + " --workers 1.." + workers);
        List<String> runs = said.lines().skip(2).toList();
        assertEquals(workers, runs.size(), said);
        for (String run : runs) {
            assertTrue(run.endsWith("right, clean"), said);
        }
    }
}
