package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The program of the README as a run-time image, made by the commands of a page. */
@DisabledOnOs(OS.WINDOWS)
class JlinkTest {
    private static final Path PAGE = OutsideMaven.ROOT.resolve("docs/writing-an-application.md");
    private static final Path README = OutsideMaven.ROOT.resolve("README.md");

    /** The factor by which an image may exceed the size on the page, with another JDK. */
    private static final double TOLERANCE = 1.25;

    private static final double MEBIBYTE = 1 << 20;

    @TempDir Path temporary;

    /** {@return the groups of a pattern in a page, whose dots match ends of lines} */
    private static Matcher find(Path page, String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(page));
        assertTrue(found.find(), pattern);
        return found;
    }

    /** Runs what is seen of a machine that has no Java. */
    private static Program runAlone(Path program) throws Exception {
        Map<String, String> without = Map.of("JAVA_HOME", "", "CLASSPATH", "", "PATH", "/bin");
        return Program.run(program.getParent(), without, List.of(program.toString()));
    }

    private static double mebibytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes / MEBIBYTE;
    }

    /** Makes the image of the page, and leaves nothing else of what it was made of. */
    private Path image() throws Exception {
        Path project = Files.createDirectories(temporary.resolve("project"));
        Matcher source = find(README, "`FirstProgram.java`:\n\n```java\n(.*?)```");
        Path first = Files.createDirectories(project.resolve("first"));
        Files.writeString(
                first.resolve("FirstProgram.java"), "package first;\n\n" + source.group(1));
        Matcher page =
                find(
                        PAGE,
                        "`module-info.java`:\n\n"
                                + "```java\n"
                                + "(.*?)```.*?```\n"
                                + "(javac .*?image/bin/first)\n");
        Files.writeString(project.resolve("module-info.java"), page.group(1));
        Path jars = Files.createDirectories(project.resolve("jars"));
        for (Path jar : EmbeddingTest.EMBEDDED) {
            Files.copy(jar, jars.resolve(jar.getFileName()));
        }
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        Map<String, String> environment =
                Map.of(
                        "PATH",
                        java + File.pathSeparator + System.getenv("PATH"),
                        "JAVA_TOOL_OPTIONS",
                        Program.SHORT_LIVED);
        Program made = Program.run(project, environment, List.of("/bin/sh", "-ec", page.group(2)));
        String result = find(README, "It prints `(31 .*?)`").group(1);
        assertTrue(made.assertEnds(0).said().contains(result), made::said);
        Path image = temporary.resolve("elsewhere");
        Files.move(project.resolve("image"), image);
        Files.move(project, temporary.resolve("hidden"));
        return image;
    }

    @Test
    void o6_theFirstProgramIsAnImageThatNeedsNothingElse() throws Exception {
        Path image = image();
        String result = find(README, "It prints `(31 .*?)`").group(1);
        assertEquals(result, runAlone(image.resolve("bin/first")).assertEnds(0).said().strip());
        double size = mebibytes(image);
        System.out.printf("image of the first program: %.1f MiB%n", size);
        double said = Double.parseDouble(find(PAGE, "The image has (\\d+) MiB").group(1));
        assertTrue(size < said * TOLERANCE, "MiB: " + size);

        Path bundles = image.resolve("lib/bundles");
        try (Stream<Path> jars = Files.list(bundles)) {
            for (Path jar : jars.filter(jar -> jar.toString().contains("felix.scr")).toList()) {
                Files.delete(jar);
            }
        }
        Program lacking = runAlone(image.resolve("bin/first")).assertEnds(1);
        String advice = "add org.apache.felix.scr; in this run-time image bundles belong into ";
        assertTrue(lacking.said().contains(advice + bundles.toRealPath()), lacking::said);
    }
}
