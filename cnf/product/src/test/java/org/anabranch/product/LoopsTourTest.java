package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

/**
 * Plain loops at the shell of the product: the first chapter of the README word by word, and
 * plugins.
 */
class LoopsTourTest {
    private static final Path ORIGINAL = Path.of(System.getProperty("anabranch.checkout"));

    @TempDir Path temporary;
    private Checkout checkout;

    @BeforeEach
    void copy() throws Exception {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private Checkout.Outcome shell(String command) throws Exception {
        return checkout.run(Map.of(), "", checkout.script().toString(), "-c", command);
    }

    private String said(String command) throws Exception {
        Checkout.Outcome outcome = shell(command);
        assertEquals(0, outcome.status(), outcome::toString);
        return outcome.out();
    }

    /** The fenced blocks of the chapter, without their fences. */
    private static List<String> tour() throws Exception {
        String page = Files.readString(ORIGINAL.resolve("README.md"));
        String chapter = page.substring(page.indexOf("## A plain loop"));
        String[] parts = chapter.substring(0, chapter.indexOf("\n## ", 4)).split("```[a-z]*\n");
        return List.of(parts[1], parts[3], parts[5]);
    }

    @Test
    @DisplayName("JA-08: the README's loop in an empty folder, word by word: file, command, output")
    void ja08_tour_of_the_readme() throws Exception {
        List<String> tour = tour();
        Path file = ORIGINAL.resolve("examples/loops/Tour.java");
        assertEquals(Files.readString(file), tour.get(0));
        Path empty = Files.createDirectory(temporary.resolve("empty"));
        Files.writeString(empty.resolve("Tour.java"), tour.get(0));
        Path built = checkout.folder().resolve("cnf/target/product/built"); // newer than sources
        Files.setLastModifiedTime(built, FileTime.from(Instant.now().plusSeconds(60)));
        Map<String, String> named = Map.of("ANABRANCH", checkout.folder().toString());
        String command = "cd '" + empty + "' && " + tour.get(1).strip();
        Checkout.Outcome outcome = checkout.run(named, "", "bash", "-c", command);
        assertEquals(0, outcome.status(), outcome::toString);
        assertEquals(tour.get(2), outcome.out());
    }

    @Test
    @DisplayName("JA-12: jobs whose kernels are in Java alone run on OpenCL, or say why not")
    void ja12_jobs_are_translated() throws Exception {
        List<String> jobs =
                List.of(
                        "add 10000",
                        "nbody --steps 1000",
                        "nbody --bodies 50 --steps 3",
                        "series 20");
        for (String job : jobs) {
            String[] words = ("run " + job + " --domains opencl:0").split(" ");
            List<String> command = new ArrayList<>(List.of(checkout.script().toString()));
            command.addAll(List.of(words));
            Checkout.Outcome outcome = checkout.run(Map.of(), "", command.toArray(String[]::new));
            boolean required = "required".equals(System.getenv("ANABRANCH_OPENCL"));
            assumeTrue(required || outcome.status() != 2, "no OpenCL device here");
            assertEquals(0, outcome.status(), outcome::toString);
            assertTrue(outcome.out().contains("opencl:0"), outcome::toString);
        }
    }

    @Test
    @DisplayName("JA-08: unknown classes and classes without loops are said, with status 2")
    void ja08_unknown_classes() throws Exception {
        Checkout.Outcome unknown = shell("loops:explain org.nowhere.Nothing");
        assertEquals(2, unknown.status(), unknown::toString);
        assertTrue(unknown.err().contains("no bundle has a class org.nowhere.Nothing"));
        Checkout.Outcome none = shell("loops:explain org.anabranch.examples.FirstProgram");
        assertEquals(2, none.status(), none::toString);
        assertTrue(none.err().contains("has no loop body"), none::toString);
    }

    @Test
    @DisplayName("JA-01: a plugin's marked loops are explained at the shell, with and without -g")
    void ja01_plugins() throws Exception {
        plugin("Marked", "-g");
        plugin("Bare", "-g:none");
        String text = said("loops:explain marked.Marked --kernel");
        assertTrue(text.contains("marked.Marked.clear (loop in line 3) (Marked.java)"), text);
        assertTrue(text.contains("writes a[i] in line 3"), text);
        assertTrue(text.contains("__kernel void"), text);
        Checkout.Outcome bare = shell("loops:explain bare.Bare");
        assertTrue((bare.out() + bare.err()).contains("has no loop body"), bare::toString);
        assertTrue(bare.err().contains("compile with -g"), bare::toString);
    }

    private void plugin(String name, String debug) throws Exception {
        String folder = name.toLowerCase(java.util.Locale.ROOT);
        String source =
                "package "
                        + folder
                        + ";\npublic class "
                        + name
                        + " { static void clear(int[] a) {\n"
                        + "for (@org.anabranch.loops.Parallel int i = 0; i < a.length; i++) a[i] ="
                        + " 0; } }";
        Path file = Files.writeString(temporary.resolve(name + ".java"), source);
        Path classes = Files.createDirectories(temporary.resolve(folder));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                said,
                                said,
                                debug,
                                "-cp",
                                loops().toString(),
                                "-d",
                                classes.toString(),
                                file.toString());
        assertEquals(0, status, said::toString);
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", folder);
        String entry = folder + "/" + name + ".class";
        try (OutputStream to = Files.newOutputStream(checkout.plugins().resolve(folder + ".jar"));
                JarOutputStream jar = new JarOutputStream(to, manifest)) {
            jar.putNextEntry(new JarEntry(entry));
            Files.copy(classes.resolve(entry), jar);
        }
    }

    private static Path loops() throws Exception {
        try (Stream<Path> files = Files.walk(ORIGINAL.resolve("cnf/target/product/bundle"))) {
            return files.filter(file -> file.getFileName().toString().contains("loops"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
