package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** C14: settings from the shell, and what is a domain only when somebody says so. */
class SettingsTest {
    private static final Path PAGE =
            Path.of(System.getProperty("anabranch.checkout"), "docs", "settings.md");

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private Checkout.Outcome script(String options, String... lines) throws Exception {
        return checkout.run(
                Map.of("ANABRANCH_JVM", options),
                String.join("\n", lines) + "\n",
                checkout.script().toString());
    }

    private static boolean hasModel(String text) {
        return text.contains("k2h:0") || text.contains("reference:0");
    }

    @Test
    void c14_theTableOfTheDocumentationIsCurrent() throws Exception {
        String table = script("", "settings --markdown").out().strip();
        assertTrue(table.contains("| `workers` |"), table);
        assertTrue(
                Files.readString(PAGE).contains(table),
                () -> PAGE + " must hold what 'settings --markdown' prints:\n" + table);
    }

    @Test
    void c14_theShellSets() throws Exception {
        Checkout.Outcome outcome =
                script(
                        "",
                        "settings set scheduler traced TRUE",
                        "settings org.anabranch.scheduler --json");
        assertEquals(0, outcome.status(), outcome::toString);
        String traced = "\"key\":\"traced\",\"value\":\"true\",\"refused\":false,\"from\":";
        assertTrue(outcome.out().contains(traced + "\"configuration\""), outcome::out);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scheduler workers many | it must be a whole number from 0 to 1024; 0 stays",
                "mic affinity wild | it must be none, compact, scatter or balanced; none stays",
                "scheduler wrokers 3 | org.anabranch.scheduler: there is no setting 'wrokers'",
                "scheduler drainMillis 3000 | anabranch.scheduler.drainMillis = 4000 wins"
            })
    void c14_theShellRefuses(String words, String sentence) throws Exception {
        Checkout.Outcome refused =
                script("-Danabranch.scheduler.drainMillis=4000", "settings set " + words);
        assertEquals(2, refused.status(), refused::toString);
        assertEquals(1, refused.err().lines().count(), refused::err);
        assertTrue(refused.err().contains(sentence), refused::err);
    }

    @Test
    void c14_theShellSaysWhatHoldsWhereAValueWasRefused() throws Exception {
        Files.writeString(
                checkout.plugins().resolve("org.anabranch.scheduler.cfg"), "workers=many");
        Checkout.Outcome told =
                script("", "settings scheduler", "settings set scheduler workers 9999");
        assertTrue(told.out().matches("(?s).* workers +0 \\(refused: many\\) .*"), told::out);
        assertTrue(told.err().contains("workers = 9999 is refused"), told::err);
        assertTrue(told.err().contains("from 0 to 1024; 0 stays"), told::err);
    }

    @Test
    void c14_modelsAreDomainsOnlyWhenNamed() throws Exception {
        assertFalse(hasModel(script("", "run add 1000 --domains all --json", "domains").out()));
        for (String model : List.of("k2h", "reference:0")) {
            Checkout.Outcome named =
                    script("", "run add 1000 --json --domains " + model, "echo then", "domains");
            assertTrue(named.out().contains("\"verified\":true"), named::toString);
            String[] parts = named.out().split("then");
            assertTrue(hasModel(parts[0]), named::toString);
            assertFalse(parts[1].contains("ACTIVE") && hasModel(parts[1]), named::toString);
        }
    }

    @Test
    void c14_commandsCanNameAModelAndSayHow() throws Exception {
        Checkout.Outcome named =
                script("", "conformance", "selftest k2h 1.1 2.1", "conformance reference:0 2.1");
        assertEquals(0, named.status(), named::toString);
        assertTrue(named.out().contains("k2h  (there when it is named)"), named::toString);
        assertTrue(named.out().contains("reference  (there when it is named)"), named::toString);
        assertEquals(2, count(named.out(), "k2h:0  holds "), named::toString);
        assertEquals(1, count(named.out(), "reference:0  holds "), named::toString);
        Checkout.Outcome told = script("", "help domains", "help run", "help top", "domains k2h");
        Checkout.Outcome refused = script("", "run add 1000 --domains reference:11");
        String said = (told.err() + refused.err() + told.out()).replaceAll("\\s+", " ");
        assertTrue(said.contains("There while a command names them: k2h:0"), said);
        assertTrue(said.contains("no domain 'reference:11'; there are: host"), said);
        assertTrue(said.contains("There while a command names them: reference:0"), said);
        assertTrue(said.contains("settings set org.anabranch.k2h boards 1"), said);
        assertTrue(said.contains("--domains host,k2h"), said);
        assertTrue(said.contains("are shown while a command names them"), said);
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length - 1;
    }

    @Test
    void c14_aModelThatIsSetIsADomain() throws Exception {
        Checkout.Outcome set =
                script("-Danabranch.k2h.boards=1", "run add 1000 --domains all --json");
        assertTrue(set.out().contains("k2h:0"), set::toString);
        assertFalse(set.out().contains("reference:0"), set::toString);
    }
}
