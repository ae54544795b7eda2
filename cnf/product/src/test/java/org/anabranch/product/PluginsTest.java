package org.anabranch.product;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Plugins that are not as they should be. */
class PluginsTest {
    @TempDir Path temporary;
    private Checkout checkout;

    /** Fails. */
    public static final class Failing implements BundleActivator {
        @Override
        public void start(BundleContext context) {
            throw new IllegalStateException("no board\nfound");
        }

        @Override
        public void stop(BundleContext context) {}
    }

    /** Works, and makes a file. */
    public static final class Working implements BundleActivator {
        @Override
        public void start(BundleContext context) throws IOException {
            Files.createFile(Path.of(System.getProperty("anabranch.plugins"), "works"));
        }

        @Override
        public void stop(BundleContext context) {}
    }

    @BeforeEach
    void copy() throws IOException {
        checkout = Checkout.in(temporary.resolve("checkout"));
    }

    private void jar(String name, Class<?> activator) throws IOException {
        BundleJar.write(checkout.plugins(), name, activator, activator.getName());
    }

    /** Waits for what another process does, by its effect. */
    private void await(Path file) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file)) {
            assertTrue(System.nanoTime() - limit < 0, () -> file + " does not come");
            Thread.sleep(20);
        }
    }

    private Process startedWithHangingPlugin() throws Exception {
        jar("a.hanging", BundleJar.Hanging.class);
        jar("b.working", Working.class);
        Process process = checkout.start(Map.of(), checkout.script().toString());
        await(checkout.plugins().resolve("works"));
        return process;
    }

    @Test
    void a12_hangingActivatorHoldsUpNeitherOthersNorExit() throws Exception {
        Process process = startedWithHangingPlugin();
        String reason = "has not returned from its activator for 5 s";
        awaitLine(reason);
        try (var commands = process.outputWriter()) {
            commands.write("plugins\nexit 3\n");
        }
        Checkout.Outcome outcome = checkout.end(process);
        assertEquals(3, outcome.status());
        String table = outcome.out().replaceAll(" +", " ");
        assertTrue(table.contains("a.hanging.jar a.hanging 0.0.0 starting " + reason), table);
    }

    @Test
    void a12_hangingActivatorDoesNotHoldUpATermination() throws Exception {
        Process process = startedWithHangingPlugin();
        process.toHandle().destroy(); // that of the process closes its input, too: then it exits
        assertEquals(143, checkout.end(process).status());
    }

    @Test
    void b7_eachPluginThatIsNotUsedIsALine() throws Exception {
        jar("fails", Failing.class);
        BundleJar.write(checkout.plugins(), "lacks", Working.class, "org.nowhere.Activator");
        jar("works", Working.class);
        byte[] whole = Files.readAllBytes(checkout.plugins().resolve("works.jar"));
        Files.write(
                checkout.plugins().resolve("truncated.jar"),
                java.util.Arrays.copyOf(whole, whole.length / 2));
        Files.writeString(checkout.plugins().resolve("text.jar"), "hello");
        try (OutputStream file = Files.newOutputStream(checkout.plugins().resolve("nobundle.jar"));
                JarOutputStream jar = new JarOutputStream(file)) {
            jar.putNextEntry(new JarEntry("x"));
        }
        Process process = checkout.start(Map.of(), checkout.script().toString());
        await(checkout.plugins().resolve("works"));
        for (String name : new String[] {"fails", "lacks", "truncated", "text", "nobundle"}) {
            awaitLine(" plugin " + name + ".jar ");
        }
        try (var commands = process.outputWriter()) {
            commands.write("exit\n");
        }
        String said = checkout.end(process).err();
        assertEquals(5, said.lines().count(), said);
        assertTrue(said.contains("fails.jar is not used: "), said);
        assertTrue(said.contains("IllegalStateException: no board | found"), said);
    }

    /** Writes one more bundle of the name of {@code works}. */
    private void version(String file, String version) throws IOException {
        BundleJar.write(
                checkout.plugins().resolve(file),
                Map.of(
                        "Bundle-SymbolicName",
                        "works",
                        "Bundle-Version",
                        version,
                        "Import-Package",
                        "org.osgi.framework"),
                Working.class,
                Working.class.getName());
    }

    @Test
    void o5_eachJarIsListedWithItsStateAndReason() throws Exception {
        version("works-1.jar", "1.0.0");
        String foreign = "org.osgi.framework,org.anabranch.api;version=\"[7,8)\"";
        BundleJar.write(
                checkout.plugins(), "foreign", Working.class, Working.class.getName(), foreign);
        Files.writeString(checkout.plugins().resolve("broken.jar"), "hello");
        Process process = checkout.start(Map.of(), checkout.script().toString());
        await(checkout.plugins().resolve("works"));
        awaitLine(" plugin foreign.jar ");
        awaitLine(" plugin broken.jar ");
        Files.delete(checkout.plugins().resolve("works")); // the next one writes it, too
        version("works-2.jar", "2.0.0");
        awaitLine(" plugin works-2.jar ");
        try (var commands = process.outputWriter()) {
            commands.write("plugins --json\nplugins\nhealth\nexit\n");
        }
        Checkout.Outcome output = checkout.end(process);
        String said = output.out();
        assertTrue(output.err().contains("works-2.jar is 2.0.0; there is another version"), said);
        String table = said.replaceAll(" +", " ");
        assertTrue(table.contains("broken.jar unused is no bundle: it cannot be read as"), said);
        assertTrue(table.contains("foreign.jar foreign 0.0.0 unused it lacks package"), said);
        assertTrue(said.contains("\"file\":\"works-1.jar\",\"name\":\"works\""), said);
        for (String other : List.of("2.0.0 (works-2.jar)", "1.0.0 (works-1.jar)")) {
            assertTrue(said.contains("there is another version of it: " + other), said);
        }
        assertTrue(table.contains("plugins WARN broken.jar: is no bundle"), said);
    }

    @Test
    void issue51_secondJarOfAVersionIsNamedAndRunsWhenTheFirstIsRemoved() throws Exception {
        version("works-1.jar", "1.0.0");
        Process process = checkout.start(Map.of(), checkout.script().toString());
        await(checkout.plugins().resolve("works"));
        version("copy.jar", "1.0.0");
        awaitLine(" plugin copy.jar is not used: works 1.0.0 runs already, from works-1.jar");
        Files.delete(checkout.plugins().resolve("works"));
        Files.delete(checkout.plugins().resolve("works-1.jar"));
        await(checkout.plugins().resolve("works"));
        try (var commands = process.outputWriter()) {
            commands.write("plugins\nexit\n");
        }
        Checkout.Outcome outcome = checkout.end(process);
        String table = outcome.out().replaceAll(" +", " ");
        assertTrue(table.contains("copy.jar works 1.0.0 active"), table);
        assertEquals(1, outcome.err().lines().count(), outcome::err);
    }

    @Test
    @DisplayName("B7: what a plug-in lacks is said in words, with who offers another version")
    void b7_whatAPluginLacksIsSaidInWords() throws Exception {
        String imports =
                "org.osgi.framework;version=\"[99,100)\",org.nowhere;version=\"1.2\",org.other";
        BundleJar.write(
                checkout.plugins(), "lacks", Working.class, Working.class.getName(), imports);
        Process process = checkout.start(Map.of(), checkout.script().toString());
        awaitLine(" plugin lacks.jar ");
        try (var commands = process.outputWriter()) {
            commands.write("exit\n");
        }
        String said = checkout.end(process).err();
        String expected =
                "plugin lacks\\.jar is not used: it lacks package org\\.nowhere 1\\.2\\.0, which no"
                        + " bundle offers; it lacks package org\\.osgi\\.framework"
                        + " \\[99\\.0\\.0,100\\.0\\.0\\) \\(org\\.apache\\.felix\\.framework offers"
                        + " [0-9.]+\\); it lacks package org\\.other, which no bundle offers";
        assertTrue(said.strip().matches(".* " + expected), said);
    }

    private void awaitLine(String text) throws Exception {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!checkout.err().contains(text)) {
            assertTrue(System.nanoTime() - limit < 0, () -> "no line with" + text);
            Thread.sleep(20);
        }
    }

    @Test
    void b7_folderThatIsNotThereIsALine() throws Exception {
        Checkout.Outcome outcome =
                checkout.run(
                        Map.of("ANABRANCH_PLUGINS", "/nowhere"),
                        "",
                        checkout.script().toString(),
                        "-c",
                        "version");
        assertEquals(0, outcome.status());
        assertEquals(
                "anabranch: there is no folder /nowhere: no plugin is watched for\n",
                outcome.err());
    }
}
