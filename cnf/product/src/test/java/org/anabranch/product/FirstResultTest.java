package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
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

    /** The page's pom.xml, FirstProgram.java with its text, command and result. */
    private static Matcher page() throws IOException {
        return find(
                "`(pom.xml)`:\n"
                        + "\n"
                        + "```xml\n"
                        + "(.*?)```.*?`(FirstProgram.java)`:\n"
                        + "\n"
                        + "```java\n"
                        + "(.*?)```.*?```\n"
                        + "(mvn .*?)\n"
                        + "```\n"
                        + "\n"
                        + "It prints `(.*?)`");
    }

    private OutsideMaven outside() throws IOException {
        return new OutsideMaven(temporary).install("api", "tools/launch", "scheduler");
    }

    /** From an empty folder, with two dependencies. */
    @Test
    void twoFilesAndACommandGiveTheResult() throws Exception {
        assertThePageHolds(outside());
    }

    static void assertThePageHolds(OutsideMaven outside) throws Exception {
        Path project = Files.createDirectories(outside.folder().resolve("empty"));
        Matcher page = page();
        Files.writeString(project.resolve(page.group(1)), page.group(2));
        Files.writeString(project.resolve(page.group(3)), page.group(4));
        assertEquals(3, page.group(2).split("<dependency>").length, "two dependencies");
        List<String> command = List.of("/bin/sh", "-c", page.group(5));
        Program ran = Program.run(project, outside.environment(), command).assertEnds(0);
        assertEquals(page.group(6), ran.said().strip(), "and nothing else");
    }

    /** Maven sees what a module requires, and Java finds the rest in the same set of jars. */
    @Test
    void e9_theSameProgramIsAModuleWithWhatThePageSaysThatItRequires() throws Exception {
        Path project = temporary.resolve("module");
        Path sources = Files.createDirectories(project.resolve("src/main/java/first"));
        Matcher page = page();
        String pinned =
                """
                  <properties><maven.compiler.release>25</maven.compiler.release></properties>
                  <build>
                    <plugins>
                      <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
                      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
                    </plugins>
                  </build>
                </project>
                """;
        Files.writeString(project.resolve("pom.xml"), page.group(2).replace("</project>", pinned));
        Files.writeString(sources.resolve(page.group(3)), "package first;\n" + page.group(4));
        String required = find("on the module path \\(`requires (.*?)`\\)").group(1);
        Files.writeString(
                sources.resolveSibling("module-info.java"),
                "module first { requires " + required.replace(", ", "; requires ") + "; }");
        outside().run(project, "-q", "compile").assertEnds(0);
        String path =
                project.resolve("target/classes")
                        + File.pathSeparator
                        + EmbeddingTest.path(EmbeddingTest.EMBEDDED);
        Program ran = Program.java(temporary, "-p", path, "-m", "first/first.FirstProgram");
        assertEquals(page.group(6), ran.assertEnds(0).said().strip());
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
