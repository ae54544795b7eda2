package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A11: a framework that comes up without its shell ends in one line and status 70. */
class StartTest {
    @TempDir Path temporary;

    private static void assertNotStarted(Checkout.Outcome outcome) {
        assertEquals(70, outcome.status(), outcome::toString);
        assertEquals(1, outcome.err().lines().count(), outcome::err);
        assertTrue(outcome.err().startsWith("anabranch: not started: "), outcome::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"C#", "x?y", "a b%20c"})
    void a11_folderOfAnyNameWorks(String name) throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve(name));
        String script = checkout.script().toString();
        Checkout.Outcome outcome = checkout.run(Map.of(), "", script, "run", "add", "1000");
        assertEquals(0, outcome.status(), outcome::err);
        assertTrue(outcome.out().startsWith("verified"), outcome::out);
    }

    /** A file is read before the engine starts, a property wins, and what is wrong is a line. */
    @Test
    void c14_e1_settingsComeFromAFileOrAProperty() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script = checkout.script().toString();
        Path file = checkout.plugins().resolve("org.anabranch.scheduler.cfg");
        Files.writeString(file, "workers = 3\n");
        String three = checkout.run(Map.of(), "", script, "-c", "tasks").out();
        assertEquals(3, workers(three), three);
        Map<String, String> property = Map.of("ANABRANCH_JVM", "-Danabranch.scheduler.workers=1");
        String one = checkout.run(property, "", script, "-c", "tasks").out();
        assertEquals(1, workers(one), one);
        Files.writeString(file, "workers = -5\n");
        Checkout.Outcome refused = checkout.run(Map.of(), "", script, "-c", "version");
        assertEquals(0, refused.status());
        assertTrue(refused.err().contains("workers = -5 is refused: it must be"), refused::err);
    }

    private static long workers(String tasks) {
        return tasks.lines().filter(line -> line.startsWith("worker-")).count();
    }

    /** By the JVM's own properties: the machine may not have the locales installed. */
    @ParameterizedTest
    @ValueSource(strings = {"ar-EG", "fa-IR", "bn-BD"})
    void a11_digitsOfOtherScriptsDoNotMatter(String tag) throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String[] parts = tag.split("-");
        String options = "-Duser.language=" + parts[0] + " -Duser.country=" + parts[1];
        Checkout.Outcome outcome =
                checkout.run(
                        Map.of("ANABRANCH_JVM", options),
                        "",
                        checkout.script().toString(),
                        "run",
                        "add",
                        "1000");
        assertEquals(0, outcome.status(), outcome::err);
        assertTrue(outcome.out().startsWith("verified"), outcome::out);
    }

    @Test
    void a11_fewFilesAreOneLineAndStatus70() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        assertNotStarted(
                checkout.run(
                        Map.of(),
                        "",
                        "/bin/bash",
                        "-c",
                        "ulimit -n 24; exec \"$0\" run add 1000",
                        checkout.script().toString()));
    }

    /** A limit on the size of files stands for a full disk: only root can mount a small one. */
    @Test
    void a11_fullTemporaryFolderIsOneLineAndStatus70() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        assertNotStarted(
                checkout.run(
                        Map.of(),
                        "",
                        "/bin/bash",
                        "-c",
                        "trap '' XFSZ; ulimit -f 64; exec \"$0\" run add 1000",
                        checkout.script().toString()));
        Path absent = temporary.resolve("absent");
        assertNotStarted(
                checkout.run(
                        Map.of("TMPDIR", absent.toString()),
                        "",
                        checkout.script().toString(),
                        "-c",
                        "version"));
    }

    @Test
    void a11_bundleThatIsMissingIsOneLineAndStatus70() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        try (var bundles =
                Files.newDirectoryStream(
                        checkout.folder().resolve("cnf/target/product/bundle"), "*gogo.runtime*")) {
            for (Path bundle : bundles) {
                Files.delete(bundle);
            }
        }
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", "version");
        assertNotStarted(outcome);
        assertTrue(outcome.err().contains("org.anabranch.shell"), outcome::err);
    }

    /** An activator that never returns and uses no processor time. */
    @Test
    void a11_startThatHangsIsOneLineAndStatus70() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Path bundles = checkout.folder().resolve("cnf/target/product/bundle");
        Class<?> hanging = BundleJar.Hanging.class;
        BundleJar.write(bundles, "a.hanging", hanging, hanging.getName());
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", "version");
        assertNotStarted(outcome);
        assertTrue(outcome.err().contains("starting a.hanging has not ended"), outcome::err);
    }

    @Test
    void a11_whateverIsThrownIsOneLineAndStatus70() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Files.writeString(
                checkout.folder().resolve("cnf/target/product/conf/config.properties"),
                "felix.fileinstall.dir = no\\u0000path\n");
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", "version");
        assertNotStarted(outcome);
        assertTrue(outcome.err().contains("InvalidPathException"), outcome::err);
    }

    /** The refresh takes the shell along, which runs the script. */
    @ParameterizedTest
    @ValueSource(strings = {"org.anabranch.api", "org.anabranch.scheduler", "org.anabranch.loops"})
    void r20_aScriptGoesOnAfterARefresh(String bundle) throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script =
                "x = seven\n"
                        + "run nbody --bodies 5000 --steps 100000 > /dev/null &\n"
                        + ("refresh " + id(checkout, bundle) + "\n")
                        + "sleep 4; run add 1000 | grep verified\n"
                        + "echo $x\n"
                        + "exit 5\n"
                        + "echo unreached\n";
        Checkout.Outcome outcome = checkout.run(Map.of(), script, checkout.script().toString());
        assertEquals(5, outcome.status(), outcome::toString);
        assertTrue(
                outcome.out().endsWith("verified  all 1000 sums are exact\nseven\n"), outcome::out);
        assertFalse(outcome.err().contains("not started"), outcome::err);
        assertFalse(outcome.err().contains("Exception"), outcome::err);
    }

    /** An error after a refresh has its status and its sentence. */
    @Test
    void r20_anErrorAfterARefreshHasItsStatus() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String program = "refresh " + id(checkout, "org.anabranch.api") + "; sleep 4; nix";
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", program);
        assertEquals(
                new Checkout.Outcome(2, "", "error: no command 'nix'; 'help' lists the commands\n"),
                outcome);
    }

    /** Bundles are installed in the order of their files. */
    private static int id(Checkout checkout, String bundle) throws Exception {
        try (Stream<Path> bundles =
                Files.list(checkout.folder().resolve("cnf/target/product/bundle"))) {
            List<String> names =
                    bundles.map(file -> file.getFileName().toString()).sorted().toList();
            for (int i = 0; i < names.size(); i++) {
                if (names.get(i).startsWith(bundle + "-")) {
                    return i + 1;
                }
            }
        }
        throw new AssertionError("no " + bundle);
    }

    /** What is lost is said, but not to who has read enough. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void d8_outputThatCannotBeWrittenIsAFailure() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script = checkout.script().toString();
        Map<String, String> none = Map.of();
        String full = "\"$0\" -c jobs > /dev/full";
        Checkout.Outcome lost = checkout.run(none, "", "/bin/bash", "-c", full, script);
        assertEquals(1, lost.status(), lost::toString);
        assertEquals(
                "error: standard output cannot be written: No space left on device\n", lost.err());
        String enough = "\"$0\" -c 'jobs; jobs; jobs' | head -n 1; exit ${PIPESTATUS[0]}";
        Checkout.Outcome read = checkout.run(none, "", "/bin/bash", "-c", enough, script);
        assertEquals(new Checkout.Outcome(0, read.out(), ""), read);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void d4_versionTakesNoMoreWords() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script = checkout.script().toString();
        Checkout.Outcome extra = checkout.run(Map.of(), "", script, "--version", "extra");
        assertEquals(2, extra.status(), extra::toString);
        assertTrue(
                extra.err().startsWith("anabranch: --version takes no more words; "), extra.err());
    }

    @Test
    void d8_sleepTakesPartsOfASecond() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script = checkout.script().toString();
        assertEquals(
                new Checkout.Outcome(0, "", ""),
                checkout.run(Map.of(), "", script, "-c", "sleep 0.01"));
    }

    @Test
    void d8_scriptOnStandardInputHasNoPromptsAndAStatus() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        String script = checkout.script().toString();
        Checkout.Outcome failed =
                checkout.run(Map.of(), "echo one\ndomains | grep ^host\nnix\necho two\n", script);
        assertEquals(2, failed.status());
        assertTrue(failed.out().matches("one\nhost  [^\n]*\n"), failed::out);
        assertEquals("error: no command 'nix'; 'help' lists the commands\n", failed.err());
        assertEquals(5, checkout.run(Map.of(), "exit 5\n", script).status());
        assertEquals(
                1, checkout.run(Map.of(), "", script, "-c", "domains | grep nothing").status());
    }
}
