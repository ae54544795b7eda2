package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

/** What kernels take, from process to process; and what health says. */
@EnabledOnOs(OS.LINUX)
class KernelsTest {
    private static final String NONE = "no kernel has run yet; try 'run matmul' and ask again\n";

    @TempDir Path temporary;
    private Checkout checkout;
    private Path file;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
        file = temporary.resolve("checkout/state/anabranch/kernel-costs");
    }

    private Checkout.Outcome script(Map<String, String> more, String... lines) throws Exception {
        return checkout.run(more, String.join("\n", lines) + "\n", checkout.script().toString());
    }

    @Test
    void issue_24_whatKernelsTakeIsKnownInTheNextProcessUnlessItIsNotToBeKept() throws Exception {
        assertEquals(NONE, script(Map.of(), "kernels").out());
        assertFalse(Files.exists(file), "nothing ran");
        Checkout.Outcome first =
                script(
                        Map.of(),
                        "run matmul 512 | wc -l",
                        "kernels",
                        "kernels --bars",
                        "kernels --plot k.svg | wc -l");
        assertEquals(0, first.status(), first::toString);
        assertTrue(Pattern.compile("(?m)^\\S+ +host .*B ").matcher(first.out()).find(), first::out);
        assertTrue(first.out().contains("#"), first::out);
        assertFalse(first.out().contains("*"), first::out);
        var svg =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(temporary.resolve("checkout/k.svg").toFile());
        assertNotEquals(0, svg.getElementsByTagName("polyline").getLength());
        Checkout.Outcome next = script(Map.of(), "kernels", "kernels --json");
        assertTrue(Pattern.compile("(?m)^\\S+ +host .* \\d+\\* ").matcher(next.out()).find());
        assertTrue(next.out().contains("\"kept\":true"), next::out);
        Map<String, String> off = Map.of("ANABRANCH_JVM", "-Danabranch.scheduler.keepCosts=false");
        assertEquals(NONE, script(off, "kernels").out());
        assertEquals(NONE, script(Map.of("ANABRANCH_JVM", "-Danabranch.costs="), "kernels").out());
    }

    @Test
    void issue_24_aFileThatIsNoneOfOursIsRefusedInOneLineAndLeft() throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "my thesis\n");
        Checkout.Outcome run = script(Map.of(), "run matmul 512 | wc -l", "kernels | wc -l");
        assertEquals(0, run.status(), run::toString);
        assertEquals(1, run.err().lines().count(), run::err);
        assertTrue(run.err().contains(file + " does not begin with"), run::err);
        assertEquals("my thesis\n", Files.readString(file));
    }

    @Test
    void issue_24_wrongWordsAreRefused() throws Exception {
        for (String wrong :
                new String[] {
                    "kernels gemmm", "kernels --plot k.png", "kernels --odd", "health now"
                }) {
            Checkout.Outcome refused =
                    checkout.run(Map.of(), "", checkout.script().toString(), "-c", wrong);
            assertNotEquals(0, refused.status(), wrong);
            assertEquals(1, refused.err().lines().count(), refused::err);
        }
    }

    @Test
    void issue_24_healthSaysHowEachThingIs() throws Exception {
        Checkout.Outcome health = script(Map.of(), "health");
        assertTrue(
                Pattern.compile("(?s)domains .*\nstall     OK .*\nmemory    OK .*\nevents    OK .*")
                        .matcher(health.out())
                        .matches(),
                health::out);
    }
}
