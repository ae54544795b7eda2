package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;

class AnabranchTest {
    private static final ClassLoader NO_SCHEDULER = new PathWithout(false, "scheduler");
    @TempDir private Path folder;

    @Test
    void platformAndMonitorAreThoseOfTheBundleAndTypesAreShared() throws IOException {
        Path bundle =
                BundleJar.scheduler("fake.scheduler")
                        .write(folder.resolve("a name with spaces.jar"));
        try (Anabranch anabranch =
                Anabranch.start(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER)) {
            assertEquals("fake of fake.scheduler", anabranch.platform().toString());
            assertEquals("fake of fake.scheduler", anabranch.monitor().toString());
            KernelLibrary library = List::of;
            var registration =
                    anabranch.framework().registerService(KernelLibrary.class, library, null);
            assertSame(library, anabranch.framework().getService(registration.getReference()));
        }
    }

    @Test
    void e1_platformAndMonitorFollowTheirServices() throws Exception {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        Anabranch anabranch =
                Anabranch.start(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER);
        try (anabranch) {
            Platform first = anabranch.platform();
            assertSame(first, anabranch.platform());
            Bundle scheduler = bundle(anabranch.framework(), "fake.scheduler");
            scheduler.stop();
            scheduler.start();
            assertNotSame(first, anabranch.platform());
            assertEquals("fake of fake.scheduler", anabranch.monitor().toString());
            scheduler.stop();
            Thread later =
                    Thread.ofPlatform().start(() -> assertDoesNotThrow(() -> scheduler.start()));
            assertEquals("fake of fake.scheduler", anabranch.platform().toString());
            later.join();
        }
        assertEquals("fake of fake.scheduler", anabranch.platform().toString(), "the last one");
    }

    /** As in the jar that Spring Boot makes: the bundle is an entry of another jar. */
    @Test
    void bundleWithinAJarIsInstalledFromThere() throws Exception {
        Path bundle = BundleJar.scheduler("fake.nested").write(folder.resolve("s.jar"));
        Path outer = folder.resolve("outer.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(outer))) {
            jar.putNextEntry(new JarEntry("BOOT-INF/lib/s.jar"));
            Files.copy(bundle, jar);
        }
        URI within = URI.create(outer.toUri() + "!/BOOT-INF/lib/s.jar");
        BundleFile nested = new BundleFile(within, BundleFile.of(bundle).headers(), false);
        try (Anabranch anabranch =
                Anabranch.start(
                        LaunchOptions.DEFAULT.withBundle(
                                BundleJar.scheduler("fake.scheduler")
                                        .write(folder.resolve("other.jar"))),
                        NO_SCHEDULER)) {
            Bundle installed = nested.installIn(anabranch.framework());
            installed.start();
            assertEquals(Bundle.ACTIVE, installed.getState());
        }
    }

    @Test
    void mergedJarIsSaid() throws IOException {
        Path merged = folder.resolve("merged/org/anabranch/scheduler/EngineComponent.class");
        Files.createDirectories(merged.getParent());
        Files.createFile(merged);
        try (URLClassLoader path =
                new URLClassLoader(
                        new URL[] {folder.resolve("merged").toUri().toURL()}, NO_SCHEDULER)) {
            LaunchException failure = failure(LaunchOptions.DEFAULT, path);
            assertEquals(LaunchException.Reason.NO_SCHEDULER, failure.reason());
            assertTrue(failure.getMessage().contains("merged of several"), failure::getMessage);
        }
    }

    @Test
    void unpackedFolderIsABundleToo() throws IOException {
        Path bundle = BundleJar.scheduler("fake.folder").writeFolder(folder.resolve("classes"));
        try (Anabranch anabranch =
                Anabranch.start(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER)) {
            assertEquals("fake of fake.folder", anabranch.platform().toString());
        }
    }

    @Test
    void bundlesOfTheClassPathAreStartedButNotTheFrameworkNorTheApi() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        try (Anabranch anabranch =
                Anabranch.start(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER)) {
            assertEquals(
                    Bundle.ACTIVE,
                    bundle(anabranch.framework(), "org.apache.felix.scr").getState());
            assertEquals(
                    Bundle.ACTIVE,
                    bundle(anabranch.framework(), "org.apache.felix.log").getState());
            List<String> names =
                    Arrays.stream(anabranch.framework().getBundles())
                            .map(Bundle::getSymbolicName)
                            .toList();
            assertFalse(names.contains("org.anabranch.api"), names::toString);
            assertEquals(
                    1,
                    names.stream().filter(name -> name.endsWith("framework")).count(),
                    names::toString);
        }
    }

    @Test
    void twoRunSideBySide() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        LaunchOptions options = LaunchOptions.DEFAULT.withBundle(bundle);
        try (Anabranch one = Anabranch.start(options, NO_SCHEDULER);
                Anabranch two = Anabranch.start(options, NO_SCHEDULER)) {
            assertNotSame(one.platform(), two.platform());
        }
    }

    @Test
    void closeStopsTheFrameworkAndRemovesItsFolder() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        Anabranch anabranch =
                Anabranch.start(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER);
        BundleContext context = anabranch.framework();
        Bundle scheduler = bundle(context, "fake.scheduler");
        Path storage = Path.of(context.getProperty("org.osgi.framework.storage"));
        assertTrue(Files.isDirectory(storage));
        anabranch.close();
        assertFalse(Files.exists(storage));
        assertTrue(Files.exists(bundle), "a bundle that was given is the program's");
        assertTrue(scheduler.getState() != Bundle.ACTIVE);
        assertThrows(IllegalStateException.class, anabranch::framework);
        assertDoesNotThrow(anabranch::close);
    }

    @Test
    void propertiesOfTheProgramWin() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        LaunchOptions options =
                LaunchOptions.DEFAULT
                        .withBundle(bundle)
                        .withProperty("gosh.args", "mine")
                        .withProperty("other", "5");
        try (Anabranch anabranch = Anabranch.start(options, NO_SCHEDULER)) {
            assertEquals("mine", anabranch.framework().getProperty("gosh.args"));
            assertEquals("5", anabranch.framework().getProperty("other"));
        }
    }

    @Test
    void sharedPackageIsSeenByBundles() throws Exception {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        Path user =
                new BundleJar("user")
                        .header("Import-Package", "org.junit.jupiter.api.io;version=\"[5,6)\"")
                        .write(folder.resolve("user.jar"));
        LaunchOptions options =
                LaunchOptions.DEFAULT
                        .withBundle(bundle)
                        .withBundle(user)
                        .withSharedPackage("org.junit.jupiter.api.io");
        try (Anabranch anabranch =
                Anabranch.start(options, new PathWithout(false, "scheduler", "surefire"))) {
            Bundle bundleOfUser = bundle(anabranch.framework(), "user");
            assertSame(TempDir.class, bundleOfUser.loadClass(TempDir.class.getName()));
        }
    }

    @Test
    void noSchedulerIsSaid() {
        LaunchException failure = failure(LaunchOptions.DEFAULT, NO_SCHEDULER);
        assertEquals(LaunchException.Reason.NO_SCHEDULER, failure.reason());
        assertTrue(failure.getMessage().contains("org.anabranch.scheduler"), failure::getMessage);
        assertTrue(
                failure.getMessage().contains("org.apache.felix.scr"),
                "what was found: " + failure.getMessage());
    }

    @Test
    void noFrameworkIsSaid() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        LaunchException failure =
                failure(
                        LaunchOptions.DEFAULT.withBundle(bundle),
                        new PathWithout(true, "scheduler"));
        assertEquals(LaunchException.Reason.NO_FRAMEWORK, failure.reason());
    }

    @Test
    void apiWithoutItsBundleIsSaid() throws IOException {
        Path bundle = BundleJar.scheduler("fake.scheduler").write(folder.resolve("s.jar"));
        LaunchException failure =
                failure(
                        LaunchOptions.DEFAULT.withBundle(bundle),
                        new PathWithout(false, "scheduler", "org.anabranch.api", "/api/"));
        assertEquals(LaunchException.Reason.NO_SHARED_API, failure.reason());
    }

    @Test
    void laterJavaIsSaid() throws IOException {
        Path bundle =
                BundleJar.scheduler("fake.future")
                        .header(
                                "Require-Capability",
                                "osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=99))\"")
                        .write(folder.resolve("s.jar"));
        LaunchException failure = failure(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER);
        assertEquals(LaunchException.Reason.JAVA_VERSION, failure.reason());
        assertTrue(failure.getMessage().contains("99"), failure::getMessage);
        assertTrue(failure.getMessage().contains("fake.future"), failure::getMessage);
    }

    @Test
    void schedulerThatDoesNotResolveNamesWhatItLacks() throws IOException {
        Path bundle =
                BundleJar.scheduler("fake.lonely")
                        .header(
                                "Import-Package",
                                "org.osgi.framework,org.anabranch.api,com.acme.missing;version=3")
                        .write(folder.resolve("s.jar"));
        LaunchException failure = failure(LaunchOptions.DEFAULT.withBundle(bundle), NO_SCHEDULER);
        assertEquals(LaunchException.Reason.NO_PLATFORM, failure.reason());
        assertTrue(failure.getMessage().contains("com.acme.missing"), failure::getMessage);
    }

    @Test
    void platformThatDoesNotComeNamesTheComponentThatWaits() throws IOException {
        String component =
                """
                <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.4.0" name="fake.component" immediate="true">
                  <reference name="theMissingOne" interface="com.acme.Missing"/>
                  <service><provide interface="org.anabranch.api.Platform"/></service>
                  <implementation class="com.acme.None"/>
                </scr:component>
                """;
        Path bundle =
                new BundleJar("fake.waiting")
                        .header(
                                "Provide-Capability",
                                "osgi.service;objectClass=\"org.anabranch.api.Platform\"")
                        .header("Service-Component", "OSGI-INF/c.xml")
                        .text("OSGI-INF/c.xml", component)
                        .write(folder.resolve("s.jar"));
        LaunchOptions options =
                LaunchOptions.DEFAULT.withBundle(bundle).withTimeout(Duration.ofMillis(10));
        LaunchException failure = failure(options, NO_SCHEDULER);
        assertEquals(LaunchException.Reason.NO_PLATFORM, failure.reason());
        assertTrue(failure.getMessage().contains(Platform.class.getName()), failure::getMessage);
        assertTrue(
                failure.getMessage().contains("fake.component waits for [theMissingOne]"),
                failure::getMessage);
    }

    @Test
    void failureLeavesNoFolderBehind() throws IOException {
        Path bundle = new BundleJar("org.anabranch.scheduler").write(folder.resolve("s.jar"));
        LaunchOptions options = LaunchOptions.DEFAULT.withBundle(bundle).withTimeout(Duration.ZERO);
        Path storage = folder.resolve("storage");
        failure(
                options.withProperty("org.osgi.framework.storage", storage.toString()),
                NO_SCHEDULER);
        assertTrue(Files.exists(storage), "what the program chose itself stays");
        Set<Path> left = leftBy(options);
        for (int i = 0; i < 10 && !left.isEmpty(); i++) { // others may start Anabranch meanwhile
            left = leftBy(options);
        }
        assertEquals(Set.of(), left);
    }

    private static Set<Path> leftBy(LaunchOptions options) throws IOException {
        Set<Path> before = temporaryFolders();
        failure(options, NO_SCHEDULER);
        Set<Path> left = temporaryFolders();
        left.removeAll(before);
        return left;
    }

    private static Set<Path> temporaryFolders() throws IOException {
        try (var all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(path -> path.getFileName().toString().startsWith("anabranch"))
                    .collect(Collectors.toSet());
        }
    }

    private static LaunchException failure(LaunchOptions options, ClassLoader path) {
        return assertThrows(LaunchException.class, () -> Anabranch.start(options, path).close());
    }

    private static Bundle bundle(BundleContext context, String name) {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow();
    }
}
