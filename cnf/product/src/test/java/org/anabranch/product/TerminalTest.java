package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The shell as a person at a terminal has it. */
@EnabledOnOs(OS.LINUX)
class TerminalTest {
    private static final String PROMPT = "anabranch> ";
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String UP = "\u001bOA";
    private static final String LONG_JOB = "run nbody --bodies 5000 --steps 100000";

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws IOException {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    @Test
    void d2_completesCommandsJobsDomainsAndFiles() throws Throwable {
        Files.createFile(checkout.folder().resolve("some-matrix.mtx"));
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type("dom\t");
            terminal.await("domains ");
            terminal.type("ho\t\r");
            terminal.await("host ");
            terminal.await("processors: ");
            terminal.await(PROMPT);
            terminal.type("run chol\t");
            terminal.await("cholesky ");
            terminal.type(checkout.folder() + "/some-m\t");
            terminal.await("some-matrix.mtx");
            terminal.type(" --dom\t");
            terminal.await("--domains ");
            terminal.type("reference:0,ho\t");
            terminal.await("reference:0,host");
            terminal.type(CTRL_C);
            terminal.await(PROMPT);
            terminal.type("exit 4\r");
            assertEquals(4, terminal.status());
        }
    }

    @Test
    void d2_editsLinesAndRemembersThemInTheNextShell() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type("ech two\u0001\u001bOC\u001bOC\u001bOCo\r"); // home, three to the right
            terminal.await("\ntwo\n");
            terminal.await(PROMPT);
            terminal.type(UP + "\r");
            terminal.await("\ntwo\n");
            terminal.await(PROMPT); // before it, the terminal itself would take Ctrl-D as an end
            terminal.type(CTRL_D);
            assertEquals(0, terminal.status());
        }
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type(UP);
            terminal.await("echo two");
            terminal.type("\r");
            terminal.await("\ntwo\n");
            terminal.type("quit\r");
            assertEquals(0, terminal.status());
        }
    }

    @Test
    void d1_ctrlCClearsTheLineAndCancelsAJobAndKeepsTheShell() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type("nix");
            terminal.await("nix");
            terminal.type(CTRL_C);
            terminal.await(PROMPT);
            terminal.type(LONG_JOB + "\r");
            terminal.await("5000 bodies");
            terminal.type(CTRL_C);
            terminal.await("cancelling nbody");
            terminal.await("error: job nbody was cancelled");
            terminal.await(PROMPT);
            terminal.type("top -n 1000\r");
            terminal.await("streams with");
            terminal.type(CTRL_C);
            terminal.await(PROMPT);
            terminal.type("version\r");
            terminal.await(", Java ");
            assertFalse(terminal.all().contains("no command 'nix'"), terminal::all);
            terminal.type("exit 6\r");
            assertEquals(6, terminal.status());
        }
    }

    /** All processes of the foreground group get the signal, and so did the cards. */
    @Test
    void r16_ctrlCCancelsAJobOnTwoCardsAndKeepsBothCards() throws Throwable {
        List<Long> processes;
        try (PseudoTerminal terminal = checkout.terminalWith("-Danabranch.mic.cards=2")) {
            terminal.await(PROMPT);
            terminal.type("run add 1000 --domains mic\r");
            terminal.await("verified");
            List<String> before = cards(terminal);
            terminal.type(LONG_JOB + " --domains mic:0,mic:1\r");
            terminal.await(" of 100000 steps ");
            terminal.type(CTRL_C);
            terminal.await("error: job nbody was cancelled");
            terminal.await(PROMPT);
            terminal.type("run add 1000 --domains mic\r");
            terminal.await("verified");
            assertEquals(before, cards(terminal));
            processes = before.stream().map(TerminalTest::process).toList();
        } // by SIGKILL
        for (long process : processes) {
            ProcessHandle card = ProcessHandle.of(process).orElse(null);
            if (card != null) {
                card.onExit().get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void r22_nextStartDeletesTheFolderOfAKilledShell() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
        } // by SIGKILL
        assertFalse(temporaryFiles().isEmpty(), "a killed process cannot delete them");
        Checkout.Outcome next =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", "version");
        assertEquals(0, next.status(), next::err);
        assertEquals(List.of(), temporaryFiles());
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(checkout.temporary())) {
            return files.toList();
        }
    }

    /** The lines of the two cards: process and generation, which must stay. */
    private static List<String> cards(PseudoTerminal terminal) throws Throwable {
        terminal.await(PROMPT);
        terminal.type("mic:cards\r");
        terminal.await("mic:cards");
        List<String> lines = new ArrayList<>();
        for (String card : List.of("mic:0", "mic:1")) {
            terminal.await(card + ": ");
            lines.add(terminal.await(", generation ") + terminal.await(","));
        }
        terminal.await(PROMPT);
        return lines;
    }

    private static long process(String card) {
        return Long.parseLong(card.replaceAll("process (\\d+),.*", "$1"));
    }

    /** The shell at the terminal is that of the bundle before, up to the next line. */
    @Test
    void r20_theTerminalGoesOnAfterARefresh() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type("x = seven\r");
            terminal.await("\nseven\n");
            terminal.await(PROMPT);
            terminal.type("refresh 2; sleep 4; run add 1000; echo $x\r"); // the API
            terminal.await("verified");
            terminal.await("\nseven\n");
            terminal.await(PROMPT);
            terminal.type("hel\t");
            terminal.await("help ");
            terminal.type("run\r");
            terminal.await("[--domains <domains>]");
            terminal.await(PROMPT);
            terminal.type(LONG_JOB + "\r");
            terminal.await("5000 bodies");
            terminal.type(CTRL_C);
            terminal.await("error: job nbody was cancelled");
            terminal.await(PROMPT);
            terminal.type("exit 6\r");
            assertEquals(6, terminal.status());
        }
    }

    /** One tile that takes minutes: nothing can end it but the end of the process. */
    private static final String ENDLESS_JOB = "run series 3000000 --tile 3000000";

    /** A kernel that is cancelled before it begins never does, and then there is no wait to end. */
    private static final long BEGINS_MILLIS = 2_000;

    @Test
    void d1_secondCtrlCWhileAJobDrainsEndsTheWaitAtOnce() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type(ENDLESS_JOB + "\r");
            terminal.await("3000000 pairs");
            Thread.sleep(BEGINS_MILLIS);
            terminal.type(CTRL_C);
            terminal.await("cancelling series ...; Ctrl-C once more does not wait for it");
            terminal.await("being cancelled for ");
            terminal.type(CTRL_C);
            terminal.await(PROMPT);
            terminal.type("version\r");
            terminal.await(", Java ");
            terminal.await(PROMPT);
        }
        try (PseudoTerminal terminal = checkout.terminal(80, ENDLESS_JOB.split(" "))) {
            terminal.await("3000000 pairs");
            Thread.sleep(BEGINS_MILLIS);
            terminal.type(CTRL_C);
            terminal.await("being cancelled for ");
            terminal.type(CTRL_C);
            assertEquals(130, terminal.status());
        }
    }

    @Test
    void d6_progressOfAJobIsALineThatGoesAgain() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            terminal.await(PROMPT);
            terminal.type("run nbody --bodies 3000 --steps 400 &\r");
            terminal.await("3000 bodies, 400 steps"); // it runs, and so is listed
            terminal.type("jobs\r");
            terminal.await("[1] run nbody --bodies 3000 --steps 400: ");
            terminal.await(PROMPT);
            terminal.type(LONG_JOB + "\r");
            terminal.await(" of 100000 steps (0 %), ");
            terminal.type(CTRL_C);
            terminal.await("cancelling nbody");
            terminal.await("error: job nbody was cancelled");
            terminal.await(PROMPT);
            terminal.type("exit\r");
            assertEquals(0, terminal.status());
        }
    }

    @Test
    void d3_progressFitsAWindowThatIsMadeSmaller() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(100)) {
            terminal.await(PROMPT);
            terminal.type(LONG_JOB + "\r");
            terminal.await(" of 100000 steps (0 %), ");
            terminal.await(" left"); // wider than what comes
            terminal.resize(40);
            terminal.await("\r");
            terminal.await("\r"); // the one in work may have been made before
            String line = terminal.await("(0 %)");
            line += terminal.await("\r");
            assertEquals(39, line.stripTrailing().length(), line);
            terminal.type(CTRL_C);
            terminal.await("error: job nbody was cancelled");
        }
    }

    /** With nohup the signal is ignored, and reads of what is gone return at once, for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"", "trap '' HUP; "})
    void issue_20_shellEndsWithItsTerminal(String before) throws Throwable {
        String command = before + "exec \"$0\" 2> \"$1\"";
        String script = checkout.script().toString();
        Path errors = checkout.folder().resolve("hangup.txt");
        try (PseudoTerminal terminal =
                checkout.terminalOf("/bin/bash", "-c", command, script, errors.toString())) {
            terminal.await(PROMPT);
            terminal.hangUp();
            assertEquals(129, terminal.status());
        }
        assertEquals("", Files.readString(errors));
    }

    @Test
    void issue_20_historyThatCannotBeKeptIsOneLine() throws Throwable {
        Path file = checkout.folder().resolve("state/anabranch/history");
        Files.createDirectories(file); // not even root can read it
        try (PseudoTerminal terminal = checkout.terminal(200)) {
            terminal.await("the history of this shell is not kept, its file cannot be read: ");
            terminal.await(PROMPT);
            terminal.type("echo one\r");
            terminal.await("\none\n");
            terminal.await(PROMPT);
            terminal.type(UP + "\r");
            terminal.await("\none\n");
            terminal.type("exit 3\r");
            assertEquals(3, terminal.status());
        }
        Files.delete(file);
        Files.delete(file.getParent());
        Files.createFile(file.getParent()); // no folder
        try (PseudoTerminal terminal = checkout.terminal(200)) {
            for (String word : new String[] {"one", "two"}) {
                terminal.await(PROMPT);
                terminal.type("echo " + word + "\r");
                terminal.await("\n" + word + "\n");
            }
            terminal.type("exit 3\r");
            assertEquals(3, terminal.status());
            assertEquals(2, terminal.all().split("history of this shell", -1).length);
        }
    }

    @Test
    void d1_ctrlCCancelsTheJobOfACommandLineWithStatus130() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80, LONG_JOB.split(" "))) {
            terminal.await("5000 bodies");
            terminal.type(CTRL_C);
            terminal.await("error: job nbody was cancelled");
            assertEquals(130, terminal.status());
        }
    }

    @Test
    void d3_nothingIsWiderThanTheTerminal() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(80)) {
            for (String command :
                    new String[] {"help", "help run", "jobs", "domains", "tasks", "run add 1000"}) {
                terminal.await(PROMPT);
                terminal.type(command + "\r");
            }
            terminal.await("ran on");
            terminal.await(PROMPT);
            for (String line : terminal.all().split("[\n\r]")) {
                assertTrue(line.stripTrailing().length() <= 80, line);
            }
        }
    }

    @Test
    void b6_failureOfABackgroundJobIsALineAboveThePrompt() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(200)) {
            terminal.await(PROMPT);
            terminal.type("run nope &\r");
            terminal.await("[1] run nope: error: no job 'nope'");
            terminal.await(PROMPT);
        }
    }
}
