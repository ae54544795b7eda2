package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the mistakes of the page, and compares what each of them says. */
@EnabledOnOs(OS.LINUX)
class PitfallsTest {
    private static final Path ROOT = Path.of(System.getProperty("anabranch.checkout"));
    private static final Path PRODUCT = ROOT.resolve("cnf/target/product");
    private static final Pattern VARIABLES = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern MISTAKE =
            Pattern.compile(
                    "## \\d+\\. ([^\n]*)\n(.*?)```java\n(.*?)```\n\n```\n(.*?)\n```",
                    Pattern.DOTALL);

    private static final String NEEDED =
            "org\\.anabranch\\.(api|launch|scheduler|loops|backend\\.mic)-.*|org\\.osgi\\..*"
                    + "|org\\.apache\\.felix\\.(scr|log)-.*|commons-pool2-.*|felix\\.jar";

    private static final String HEAD =
            """
            import static java.lang.foreign.ValueLayout.JAVA_INT;
            import java.time.Duration;
            import java.util.*;
            import org.anabranch.api.*;
            import org.anabranch.launch.*;
            import org.anabranch.loops.run.LiftedLoops;
            class Mistakes {
                interface Mistake { void make(Anabranch anabranch) throws Exception; }
                static void show(Anabranch anabranch, Mistake mistake) {
                    String said = "nothing";
                    try {
                        mistake.make(anabranch);
                    } catch (Throwable thrown) {
                        said = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
                    }
                    System.out.println(said.lines().findFirst().orElse(""));
                }
                static void main(String... words) {
                    var options = LaunchOptions.DEFAULT
                            .withProperty("anabranch.scheduler.checked", words[0])
                            .withProperty("anabranch.mic.cards", words[1]);
                    try (Anabranch anabranch = Anabranch.start(options)) {
            """;

    @TempDir Path temporary;

    @Test
    void eachMistakeSaysWhatThePageSays() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/pitfalls.md"));
        List<MatchResult> mistakes = MISTAKE.matcher(page).results().toList();
        assertEquals(12, mistakes.size());
        assertEquals(mistakes.size(), page.split("\n## \\d+\\. ").length - 1, "of one form");
        MatchResult variables = VARIABLES.matcher(page).results().findFirst().orElseThrow();
        for (boolean checked : new boolean[] {false, true}) {
            compare(
                    variables.group(1),
                    checked,
                    mistakes.stream()
                            .filter(one -> one.group(2).contains("checked mode") == checked)
                            .toList());
        }
    }

    private void compare(String variables, boolean checked, List<MatchResult> mistakes)
            throws Exception {
        StringBuilder program = new StringBuilder(HEAD);
        for (int i = 0; i < mistakes.size(); i++) {
            program.append("show(anabranch, Mistakes::make" + i + ");\n");
        }
        program.append("} }\n");
        for (int i = 0; i < mistakes.size(); i++) {
            program.append("static void make" + i + "(Anabranch anabranch) throws Exception {\n")
                    .append(variables)
                    .append(mistakes.get(i).group(3))
                    .append("}\n");
        }
        Path file = temporary.resolve("Mistakes.java");
        Files.writeString(file, program.append("}\n"));
        Program ran =
                Program.java(
                                temporary,
                                "-Djava.util.logging.config.file=" + silence(),
                                "-cp",
                                classPath(),
                                file.toString(),
                                "" + checked,
                                checked ? "0" : "1")
                        .assertEnds(0);
        List<String> said = ran.said().strip().lines().toList();
        List<String> differing = new ArrayList<>();
        assertEquals(mistakes.size(), said.size(), ran.said());
        for (int i = 0; i < mistakes.size(); i++) {
            String expected = mistakes.get(i).group(4);
            if (!said.get(i).matches(pattern(expected))) {
                differing.add(mistakes.get(i).group(1) + ": " + said.get(i));
            }
        }
        assertTrue(differing.isEmpty(), () -> String.join("\n", differing));
    }

    private static String pattern(String expected) {
        return Arrays.stream(expected.split("\\.\\.\\.", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*"));
    }

    /** Warnings of the log are none of the messages. */
    private Path silence() throws IOException {
        return Files.writeString(temporary.resolve("logging.properties"), ".level=OFF\n");
    }

    private static String classPath() throws IOException {
        List<String> jars = new ArrayList<>();
        for (String folder : List.of("bundle", "bin")) {
            try (Stream<Path> files = Files.list(PRODUCT.resolve(folder))) {
                files.filter(file -> file.getFileName().toString().matches(NEEDED))
                        .forEach(file -> jars.add(file.toString()));
            }
        }
        return String.join(File.pathSeparator, jars);
    }
}
