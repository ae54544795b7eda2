package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Words that no command can use: each is answered with one sentence, and nothing breaks. */
@EnabledOnOs(OS.LINUX)
class WrongWordsTest {
    private static final String PROMPT = "anabranch> ";
    private static final int WIDE = 1000;
    private static final String HEAT =
            Path.of(System.getProperty("anabranch.checkout"), "examples/stencils/heat.xml")
                    .toString();
    private static final Pattern LISTED = Pattern.compile("(?m)^([a-z0-9]+(?::[a-z]+)?)  +\\S");
    private static final Pattern JOB = Pattern.compile("(?m)^([a-z0-9-]+)  +\\S");

    /** Some say why a word is wrong, some what they take instead; a type is no reason. */
    private static final Pattern SENTENCE =
            Pattern.compile("error: (?!\\w*(Exception|Error)\\b)[^\\n]{10,}");

    /** JLine's way to begin a new line where there is none. */
    private static final Pattern FRESH_LINE = Pattern.compile("~? *$");

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    /** Words that are too few, too many, of the wrong kind, or lack their value. */
    private static final List<String> LINES =
            List.of(
                    "run",
                    "run nope",
                    "run add 1000 --domains",
                    "run add 1000 --domains nowhere",
                    "run add 1000 --domains=",
                    "run add 1000 --domains ,",
                    "jobs nope",
                    "domains nowhere",
                    "settings nowhere",
                    "settings --nope",
                    "settings set",
                    "settings set scheduler workers many",
                    "domains host nowhere",
                    "help nope",
                    "help run jobs",
                    "exit soon",
                    "exit 256",
                    "exit -1",
                    "exit 1 2",
                    "quit 99999999999",
                    "top -n",
                    "top -n 0",
                    "top -n many",
                    "top -i",
                    "top -i 0",
                    "top -i never",
                    "nope",
                    "nope:nope",
                    "stencil:nope",
                    "stencil:plan",
                    "stencil:plan /no/such.xml",
                    "stencil:plan " + HEAT + " " + HEAT,
                    "stencil:plan " + HEAT + " --devices",
                    "stencil:plan " + HEAT + " --devices 0",
                    "stencil:plan " + HEAT + " --devices two",
                    "stencil:plan " + HEAT + " --devices 2 --devices 2",
                    "stencil:plan " + HEAT + " --devices 2 --weights 1,2",
                    "stencil:plan " + HEAT + " --weights 1,x",
                    "stencil:plan " + HEAT + " --weights -1",
                    "stencil:plan " + HEAT + " --policy odd",
                    "stencil:plan " + HEAT + " --cut odd",
                    "stencil:plan " + HEAT + " --depth 0",
                    "stencil:plan " + HEAT + " --svg /no/such/folder/plan.svg",
                    "stencil:plan /etc/hostname",
                    "stencil:compute",
                    "stencil:compute /no/such.xml",
                    "stencil:compute " + HEAT + " --iterations -1",
                    "stencil:compute " + HEAT + " --domains nowhere",
                    "stencil:compute " + HEAT + " --in nowhere=1",
                    "stencil:compute " + HEAT + " --in x",
                    "stencil:compute " + HEAT + " --out nowhere=/tmp/x",
                    "stencil:compute " + HEAT + " --range 1",
                    "stencil:compute " + HEAT + " --flops many",
                    "stencil:check",
                    "stencil:check /no/such.xml",
                    "stencil:check " + HEAT + " --domains nowhere",
                    "stencil:emit",
                    "stencil:emit " + HEAT + " --json",
                    "stencil:emit " + HEAT + " --to /no/such/folder/x.c",
                    "k2h:simulate",
                    "k2h:simulate nope",
                    "k2h:simulate nbody many",
                    "k2h:simulate nbody --workers 13",
                    "k2h:simulate nbody --workers 2..1",
                    "k2h:simulate nbody --board nowhere",
                    "k2h:simulate nbody --policy odd",
                    "k2h:simulate nbody --seed x",
                    "k2h:simulate nbody --seed",
                    "k2h:simulate nbody 128 --workers 1 --gantt /proc/none/g.svg",
                    "k2h:programs nope",
                    "k2h:boards nowhere",
                    "k2h:boards /etc/hostname",
                    "k2h:boards k2h am57x",
                    "k2h:simulate matmul --workers",
                    "k2h:simulate matmul --workers 0",
                    "k2h:simulate matmul --runs 0",
                    "k2h:simulate matmul --real --runs 2",
                    "k2h:simulate matmul --scheduler odd",
                    "k2h:simulate matmul --scheduler anabranch --dsp-only",
                    "k2h:simulate matmul --scheduler anabranch --workers 65",
                    "k2h:simulate matmul --reading odd",
                    "k2h:simulate matmul --workers 1 --out /proc/none",
                    "loops:explain",
                    "loops:explain no.such.Type",
                    "loops:explain a b",
                    "loops:explain /no/such.java",
                    "loops:java",
                    "loops:java /no/such.java",
                    "loops:java /etc/hostname",
                    "sleep",
                    "sleep x",
                    "sleep -1",
                    "sleep 1 2",
                    "domains }",
                    "domains > /no/such/folder/x",
                    "domains --json=maybe",
                    "run add 1000 --json=maybe");

    private List<String> commands(PseudoTerminal terminal) throws Throwable {
        terminal.type("help\r");
        List<String> names = found(LISTED, terminal.await("'exit' or Ctrl-D leaves."));
        assertTrue(names.containsAll(List.of("top", "stencil:plan", "mic:cards")), names::toString);
        return names;
    }

    private static List<String> found(Pattern pattern, String text) {
        List<String> names = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** What a line prints, without its echo. */
    private static String answer(PseudoTerminal terminal, String line) throws Throwable {
        terminal.type(line + "\r");
        String said = terminal.await(PROMPT).replace("\r", "");
        String answer = said.substring(said.indexOf('\n') + 1, said.length() - PROMPT.length());
        return FRESH_LINE.matcher(answer).replaceFirst("");
    }

    /** No trace, no name of a type, no words of Gogo's own. */
    private static String fault(String line, String said) {
        List<String> errors = said.lines().filter(text -> !text.isBlank()).toList();
        boolean sentence = errors.size() == 1 && SENTENCE.matcher(errors.getFirst()).matches();
        boolean plain = !said.contains("gogo: ") && !said.contains("\tat ");
        return sentence && plain && !said.contains("Exception") ? "" : line + " -> " + said;
    }

    @Test
    @DisplayName("D4: whatever the words are, a command answers with one sentence")
    void d4_everyCommandAnswersWrongWordsWithOneSentence() throws Throwable {
        List<String> faults = new ArrayList<>();
        try (PseudoTerminal terminal = checkout.terminal(WIDE)) {
            terminal.await(PROMPT);
            List<String> lines = new ArrayList<>(LINES);
            for (String command : commands(terminal)) {
                lines.add(command + " --nonsense");
                lines.add(command + " --nonsense=3 x");
                lines.add(command + " x".repeat(7));
            }
            terminal.await(PROMPT);
            String jobs = answer(terminal, "jobs");
            for (String job : found(JOB, jobs)) {
                lines.add("run " + job + " --nonsense");
                lines.add("run " + job + " 1 2 3 4 5 6 7 8 9");
                lines.add("run " + job + " -7 x");
            }
            for (String line : lines) {
                String fault = fault(line, answer(terminal, line));
                if (!fault.isEmpty()) {
                    faults.add(fault.strip());
                }
            }
            terminal.type("exit 5\r");
            assertEquals(5, terminal.status());
        }
        assertEquals(List.of(), faults, () -> String.join("\n", faults));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "domains --nonsense",
                "stencil:compute --nonsense",
                "k2h:simulate nope",
                "mic:cards x",
                "loops:java",
                "domains | nope",
                "run nope | grep x"
            })
    @DisplayName("D4: wrong words end a process with status 2")
    void d4_wrongWordsAreStatus2(String line) throws Exception {
        Checkout.Outcome outcome =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", line);
        assertEquals(2, outcome.status(), outcome::toString);
        assertEquals("", fault(line, outcome.err()));
    }

    @Test
    @DisplayName("D7: help of a command names every option that the command takes")
    void d7_helpNamesTheOptionsOfEveryCommand() throws Throwable {
        try (PseudoTerminal terminal = checkout.terminal(WIDE)) {
            terminal.await(PROMPT);
            List<String> commands = commands(terminal);
            terminal.await(PROMPT);
            for (String command : commands) {
                String help = answer(terminal, "help " + command);
                assertTrue(help.startsWith(command), help);
                boolean lists = !List.of("exit", "quit", "version", "help").contains(command);
                if (lists && !command.equals("stencil:emit")) {
                    assertTrue(help.contains("[--json]"), help);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80})
    @DisplayName("D3: no listing breaks a word at the edge of the terminal")
    void d3_noListingBreaksAWord(int columns) throws Throwable {
        List<String> wide = new ArrayList<>();
        try (PseudoTerminal terminal = checkout.terminal(columns)) {
            terminal.await(PROMPT);
            for (String line :
                    List.of(
                            "help",
                            "help run",
                            "help top",
                            "help stencil:compute",
                            "help k2h:simulate",
                            "jobs",
                            "domains",
                            "domains host",
                            "streams",
                            "buffers",
                            "tasks",
                            "version",
                            "top -n 1 -i 0.1",
                            "run add 1000",
                            "mic:cards",
                            "k2h:queues",
                            "k2h:cores",
                            "k2h:stats",
                            "loops:recent")) {
                for (String printed : answer(terminal, line).split("\n")) {
                    if (printed.stripTrailing().length() > columns) {
                        wide.add(line + " -> " + printed);
                    }
                }
            }
        }
        assertEquals(List.of(), wide, () -> String.join("\n", wide));
    }
}
