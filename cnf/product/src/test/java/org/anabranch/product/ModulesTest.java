package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The modules that the jars are for Java, and a program that is one of them. */
class ModulesTest {
    /** A clause of {@code Export-Package}: its package, and parameters that may be quoted. */
    private static final Pattern CLAUSE = Pattern.compile("([\\w.]+)(?:;[^,\"]*(?:\"[^\"]*\")?)*");

    private static final String PROGRAM =
            """
            package looping;

            import org.anabranch.launch.Anabranch;
            import org.anabranch.loops.Loops;
            import org.anabranch.loops.run.LiftedLoops;
            import looping.closed.Count;

            public final class Looping {
                public static void main(String[] none) {
                    try (Anabranch anabranch = Anabranch.start()) {
                        Loops loops = LiftedLoops.of(anabranch.platform(), true);
                        float[] x = new float[1000], y = new float[1000];
                        System.out.println(loops.parallel(0, 1000, i -> y[(int) i] += x[(int) i]));
                        Count count = new Count();
                        System.out.println(loops.parallel(0, 1000, i -> count.set(i)));
                        System.out.println("the last is " + count.get());
                    }
                }
            }
            """;

    private static final String COUNT =
            """
            package looping.closed;

            public final class Count {
                private long last;

                public void set(long value) {
                    last = value;
                }

                public long get() {
                    return last;
                }
            }
            """;

    @TempDir Path temporary;

    private static ModuleDescriptor descriptor(Path jar) {
        return ModuleFinder.of(jar).findAll().iterator().next().descriptor();
    }

    private static Path jar(String name) {
        return EmbeddingTest.jars(name).getFirst();
    }

    private static Set<String> exported(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            String header = file.getManifest().getMainAttributes().getValue("Export-Package");
            return header == null
                    ? Set.of()
                    : CLAUSE.matcher(header)
                            .results()
                            .map(clause -> clause.group(1))
                            .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"api", "launch", "scheduler", "loops"})
    void o6_theModuleExportsWhatTheBundleExports(String name) throws Exception {
        Path jar = jar("org.anabranch." + name);
        ModuleDescriptor module = descriptor(jar);
        assertEquals("org.anabranch." + name, module.name());
        assertFalse(module.isAutomatic(), "it is no module of its own");
        assertFalse(module.isOpen(), "it is open to all");
        Set<String> open =
                module.exports().stream()
                        .filter(export -> !export.isQualified())
                        .map(ModuleDescriptor.Exports::source)
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(exported(jar), open);
    }

    /** jlink takes no automatic module. */
    @Test
    void o6_whatTheModulesRequireIsNoAutomaticModule() {
        Map<String, Path> jars =
                EmbeddingTest.EMBEDDED.stream()
                        .collect(Collectors.toMap(jar -> descriptor(jar).name(), jar -> jar));
        for (String name : List.of("api", "launch", "scheduler", "loops")) {
            for (ModuleDescriptor.Requires required :
                    descriptor(jar("org.anabranch." + name)).requires()) {
                boolean isStatic =
                        required.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC);
                if (!isStatic && ModuleFinder.ofSystem().find(required.name()).isEmpty()) {
                    Path jar = jars.get(required.name());
                    assertTrue(jar != null && !descriptor(jar).isAutomatic(), required::toString);
                }
            }
        }
    }

    /** The framework, which is found by {@code ServiceLoader}, and what its service returns. */
    @Test
    void o6_launchUsesAFrameworkAndBringsItsTypesAlong() {
        ModuleDescriptor launch = descriptor(jar("org.anabranch.launch"));
        String factory = "org.osgi.framework.launch.FrameworkFactory";
        assertEquals(Set.of(factory), launch.uses());
        ModuleDescriptor felix = descriptor(jar("org.apache.felix.framework"));
        assertTrue(felix.provides().stream().anyMatch(p -> p.service().equals(factory)));
        Set<String> along =
                launch.requires().stream()
                        .filter(
                                required ->
                                        required.modifiers()
                                                .contains(
                                                        ModuleDescriptor.Requires.Modifier
                                                                .TRANSITIVE))
                        .map(ModuleDescriptor.Requires::name)
                        .collect(Collectors.toSet());
        assertEquals(Set.of("org.anabranch.api", "org.apache.felix.framework"), along);
    }

    /** A program that is a module, compiled, with loops in a package that it opens or does not. */
    private String modulePath(String opens) throws Exception {
        Path classes = temporary.resolve("classes");
        Path sources = Files.createDirectories(temporary.resolve("sources/looping"));
        Files.writeString(
                sources.resolveSibling("module-info.java"),
                "module looping { requires org.anabranch.launch; requires org.anabranch.loops; "
                        + opens
                        + " }");
        Files.writeString(sources.resolve("Looping.java"), PROGRAM);
        Path closed = Files.createDirectory(sources.resolve("closed"));
        Files.writeString(closed.resolve("Count.java"), COUNT);
        String jars =
                EmbeddingTest.path(EmbeddingTest.EMBEDDED)
                        + File.pathSeparator
                        + jar("org.anabranch.loops");
        tool(
                "javac",
                "-J-XX:TieredStopAtLevel=1",
                "-d",
                classes.toString(),
                "-p",
                jars,
                sources.resolveSibling("module-info.java").toString(),
                sources.resolve("Looping.java").toString(),
                closed.resolve("Count.java").toString());
        return classes + File.pathSeparator + jars;
    }

    private void tool(String name, String... words) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.addAll(List.of(words));
        Program.run(temporary, Map.of(), command).assertEnds(0);
    }

    @Test
    void o6_loopsOfAClosedModuleRunInOrderAndNameTheLineThatItLacks() throws Exception {
        Program run =
                Program.java(temporary, "-p", modulePath(""), "-m", "looping/looping.Looping");
        List<String> lines = run.assertEnds(0).said().lines().toList();
        String remedy =
                " ran in order: the body does not tell which method it is: module looping does not"
                        + " open its package looping: add \"opens looping to org.anabranch.loops;\""
                        + " to its module-info.java";
        assertTrue(lines.getFirst().endsWith(remedy), run::said);
        assertEquals("the last is 999", lines.getLast(), run::said);
    }

    /** In an image, class files are in another kind of place. */
    @Test
    void o6_loopsOfAModuleThatOpensItsPackageAreProvedInAnImage() throws Exception {
        String path = modulePath("opens looping to org.anabranch.loops;");
        Path image = temporary.resolve("image");
        tool(
                "jlink",
                "-J-XX:TieredStopAtLevel=1",
                "--module-path",
                path,
                "--add-modules",
                "looping,org.anabranch.scheduler",
                "--output",
                image.toString());
        Path bundles = Files.createDirectory(image.resolve("lib/bundles"));
        for (Path jar : EmbeddingTest.EMBEDDED) {
            Files.copy(jar, bundles.resolve(jar.getFileName()));
        }
        Program run =
                Program.run(
                        temporary,
                        Map.of(),
                        List.of(
                                image.resolve("bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-m",
                                "looping/looping.Looping"));
        String said = run.assertEnds(0).said();
        assertTrue(said.startsWith("looping.Looping.main (lambda in line 13) ran in par"), said);
        String remedy =
                "field last cannot be used: module looping does not open its package"
                        + " looping.closed: add \"opens looping.closed to org.anabranch.loops;\"";
        assertTrue(said.contains(remedy), said);
        assertTrue(said.contains("the last is 999"), said);
    }
}
