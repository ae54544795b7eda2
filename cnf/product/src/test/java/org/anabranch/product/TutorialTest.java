package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tutorial in an empty folder, word by word: each file, its command and its output. */
@DisabledOnOs(OS.WINDOWS)
class TutorialTest {
    private static final Path PAGE =
            Path.of(System.getProperty("anabranch.checkout"), "docs", "tutorial.md");
    private static final Pattern SETUP = Pattern.compile("```\n(B=.*?)```", Pattern.DOTALL);
    private static final Pattern STEP =
            Pattern.compile(
                    "## \\d+\\. ([^\n(]*) \\(.*?`(\\w+\\.java)`:\n\n```java\n(.*?)```\n\n"
                            + "```\n(.*?)```\n\n```\n(.*?)```",
                    Pattern.DOTALL);

    @TempDir Path temporary;

    @TestFactory
    Stream<DynamicTest> everyStepPrintsWhatThePageSays() throws Exception {
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Path built = checkout.folder().resolve("cnf/target/product/built"); // newer than sources
        Files.setLastModifiedTime(built, FileTime.from(Instant.now().plusSeconds(60)));
        String page = Files.readString(PAGE);
        List<MatchResult> steps = STEP.matcher(page).results().toList();
        assertEquals(page.split("\n## \\d+\\. ").length - 1, steps.size(), "steps of one form");
        MatchResult setup = SETUP.matcher(page).results().findFirst().orElseThrow();
        Path folder = Files.createDirectory(temporary.resolve("empty"));
        return steps.stream()
                .map(
                        step ->
                                DynamicTest.dynamicTest(
                                        step.group(1),
                                        () -> run(checkout, folder, setup.group(1), step)));
    }

    private static void run(Checkout checkout, Path folder, String setup, MatchResult step)
            throws Exception {
        Files.writeString(folder.resolve(step.group(2)), step.group(3));
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        Map<String, String> environment =
                Map.of(
                        "ANABRANCH",
                        checkout.folder().toString(),
                        "PATH",
                        java + ":" + System.getenv("PATH"),
                        "JDK_JAVA_OPTIONS",
                        Program.SHORT_LIVED);
        String script = "cd '" + folder + "'\n" + setup + step.group(4);
        Checkout.Outcome outcome = checkout.run(environment, "", "bash", "-ec", script);
        assertEquals(0, outcome.status(), outcome::toString);
        assertEquals(step.group(5), outcome.out());
        assertTrue(!outcome.err().contains("does not start"), outcome::toString);
    }
}
