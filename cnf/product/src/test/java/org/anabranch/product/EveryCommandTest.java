package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All commands of all scopes, in one way: a new one is met here, and has to behave. */
class EveryCommandTest {
    private static final Path STENCILS =
            Path.of(System.getProperty("anabranch.checkout"), "examples", "stencils");

    private static final String TOUR =
            Path.of(System.getProperty("anabranch.checkout"), "examples/loops/Tour.java")
                    .toString();

    /** Those that list nothing. */
    private static final Set<String> ACTING =
            Set.of("exit", "quit", "version", "help", "stencil:emit", "graph");

    /** What a command needs to have something to say. */
    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("run", "add 1000"),
                    Map.entry("top", "-n 1 -i 0.05"),
                    Map.entry("stencil:plan", STENCILS.resolve("jacobi.xml").toString()),
                    Map.entry("stencil:compute", STENCILS.resolve("heat.xml") + " --iterations 2"),
                    Map.entry("stencil:check", STENCILS.resolve("heat.xml").toString()),
                    Map.entry("stencil:emit", STENCILS.resolve("heat.xml").toString()),
                    Map.entry("k2h:simulate", "matmul --workers 2 --scheduler anabranch --out ."),
                    Map.entry("loops:explain", TOUR),
                    Map.entry("loops:java", TOUR),
                    Map.entry("exit", "0"));

    private static final Pattern LISTED = Pattern.compile("(?m)^([a-z0-9]+(?::[a-z]+)?)  +\\S");

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private List<String> commands() throws Exception {
        Checkout.Outcome help =
                checkout.run(Map.of(), "", checkout.script().toString(), "-c", "help");
        List<String> names = new ArrayList<>();
        Matcher found = LISTED.matcher(help.out());
        while (found.find()) {
            names.add(found.group(1));
        }
        assertTrue(
                names.containsAll(
                        List.of(
                                "domains",
                                "top",
                                "stencil:plan",
                                "k2h:cores",
                                "mic:cards",
                                "loops:recent")),
                names::toString);
        return names;
    }

    /** One process runs all: what is printed for each, in order. */
    private List<String> outputs(List<String> lines) throws Exception {
        StringBuilder script = new StringBuilder();
        lines.forEach(line -> script.append("echo next-command\n").append(line).append('\n'));
        Checkout.Outcome outcome =
                checkout.run(Map.of(), script.toString(), checkout.script().toString());
        assertEquals(0, outcome.status(), outcome::toString);
        List<String> parts = List.of(outcome.out().split("next-command\n", -1));
        assertEquals(lines.size() + 1, parts.size(), outcome::toString);
        return parts.subList(1, parts.size());
    }

    @Test
    @DisplayName("D5: every command that lists something has --json, one line that parses")
    void d5_everyListingOfEveryScopeHasJson() throws Exception {
        List<String> listing = new ArrayList<>(commands());
        listing.removeAll(ACTING);
        List<String> lines =
                listing.stream()
                        .map(name -> name + " " + WORDS.getOrDefault(name, "") + " --json")
                        .toList();
        List<String> outputs = outputs(lines);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i) + " gives " + outputs.get(i);
            assertEquals(1, outputs.get(i).lines().count(), line);
            JsonText.check(outputs.get(i), line);
        }
    }

    @Test
    @DisplayName("D8: what every command of every scope prints goes through a pipe")
    void d8_everyCommandPrintsIntoPipes() throws Exception {
        List<String> names = new ArrayList<>(commands());
        names.removeAll(List.of("exit", "quit", "graph")); // nothing is recorded to be drawn
        List<String> lines =
                names.stream()
                        .map(name -> name + " " + WORDS.getOrDefault(name, "") + " | wc -l")
                        .toList();
        List<String> outputs = outputs(lines);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i) + " gives " + outputs.get(i);
            assertTrue(outputs.get(i).strip().matches("[1-9][0-9]*"), line);
        }
    }
}
