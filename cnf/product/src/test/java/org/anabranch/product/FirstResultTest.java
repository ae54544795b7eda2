package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does what the first page of the README says, word by word. */
class FirstResultTest {
    @TempDir Path temporary;

    private static String readme() throws IOException {
        return Files.readString(OutsideMaven.ROOT.resolve("README.md"));
    }

    private static Matcher find(String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(readme());
        assertTrue(found.find(), pattern);
        return found;
    }

    /** From an empty folder, with two dependencies. */
    @Test
    void twoFilesAndACommandGiveTheResult() throws Exception {
        OutsideMaven outside = new OutsideMaven(temporary);
        outside.install("api", "tools/launch", "scheduler");
        Path project = Files.createDirectories(temporary.resolve("empty"));
        Matcher page =
                find(
                        "`(pom.xml)`:\\n"
                                + "\\n"
                                + "```xml\\n"
                                + "(.*?)```.*?`(FirstProgram.java)`:\\n"
                                + "\\n"
                                + "```java\\n"
                                + "(.*?)```.*?```\\n"
                                + "(mvn .*?)\\n"
                                + "```\\n"
                                + "\\n"
                                + "It prints `(.*?)`");
        Files.writeString(project.resolve(page.group(1)), page.group(2));
        Files.writeString(project.resolve(page.group(3)), page.group(4));
        assertEquals(3, page.group(2).split("<dependency>").length, "two dependencies");
        List<String> command = List.of("/bin/sh", "-c", page.group(5));
        Program ran = Program.run(project, outside.environment(), command).assertEnds(0);
        assertEquals(page.group(6), ran.said().lines().toList().getLast(), ran::said);
    }

    /** Neither needs a file of one's own. */
    @Test
    void theFirstOfTheTwoCommandsFactorsAMatrixThatIsThere() throws Exception {
        String command = find("## Two commands.*?```\\n(\\./anabranch [^#]*?) +#").group(1);
        Checkout checkout = Checkout.in(temporary.resolve("checkout"));
        Checkout.Outcome ran = checkout.run(Map.of(), "", "/bin/sh", "-c", command);
        assertEquals(0, ran.status(), ran::toString);
        assertTrue(ran.out().contains("\nverified "), ran::toString);
    }
}
