package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What CONTRIBUTING tells a newcomer to type. */
class InstructionsTest {
    private static final Path ROOT = Path.of(System.getProperty("anabranch.checkout"));

    @Test
    void c15_theLineThatTestsOneModuleRunsTests() throws IOException {
        Matcher line =
                Pattern.compile("-pl (\\S+) -am test -Dtest='(\\w+)\\*'")
                        .matcher(Files.readString(ROOT.resolve("CONTRIBUTING.md")));
        assertTrue(line.find());
        try (Stream<Path> files = Files.walk(ROOT.resolve(line.group(1)).resolve("src/test"))) {
            assertTrue(
                    files.anyMatch(
                            file ->
                                    file.getFileName()
                                            .toString()
                                            .matches(line.group(2) + "\\w*Test\\.java")),
                    line.group());
        }
    }

    @Test
    void c15_whatTheLinesOfTheReadmeWriteIsIgnored() throws IOException {
        String ignored = Files.readString(ROOT.resolve(".gitignore"));
        List<String> written =
                Pattern.compile("--(?:svg |out \\w+=)([\\w.]+)")
                        .matcher(Files.readString(ROOT.resolve("README.md")))
                        .results()
                        .map(line -> line.group(1))
                        .toList();
        assertEquals(List.of("plan.svg", "warm.png"), written);
        for (String file : written) {
            assertTrue(ignored.lines().anyMatch(line -> line.equals("/" + file)), file);
        }
    }
}
