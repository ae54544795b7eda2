package org.anabranch.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class BundleFileTest {
    @TempDir private Path folder;

    @Test
    void headersWithQuotesAndDirectives() throws IOException {
        Path jar =
                new BundleJar("acme.one;singleton:=true")
                        .header("Bundle-Version", "1.2.3")
                        .header("Export-Package", "a;b;version=\"1.5\";uses:=\"x,y;z\",c")
                        .write(folder.resolve("one.jar"));
        BundleFile file = BundleFile.of(jar);
        assertEquals("acme.one 1.2.3", file.identity());
        assertEquals(Map.of("a", "1.5", "b", "1.5", "c", "0.0.0"), file.exports());
        assertFalse(file.isFramework());
        assertFalse(file.offersPlatform());
    }

    @Test
    void firstOfTwoOnThePathCountsAndManifestOnlyJarsAreFollowed() throws IOException {
        Path first = new BundleJar("acme").header("Which", "first").write(folder.resolve("1.jar"));
        Path second =
                new BundleJar("acme")
                        .header("Which", "second")
                        .write(folder.resolve("2 space.jar"));
        Path plain = new BundleJar("").write(folder.resolve("plain.jar"));
        Path pointer =
                new BundleJar("")
                        .header(
                                "Class-Path",
                                second.toUri() + " " + plain.toUri() + " " + first.toUri())
                        .write(folder.resolve("pointer.jar"));
        try (URLClassLoader path = new URLClassLoader(new URL[] {pointer.toUri().toURL()}, null)) {
            List<BundleFile> found =
                    BundleFile.on(path).stream()
                            .filter(file -> file.symbolicName().equals("acme"))
                            .toList();
            assertEquals(1, found.size());
            assertEquals("second", found.getFirst().headers().getValue("Which"));
            assertEquals(second.toUri(), found.getFirst().root());
        }
    }

    @Test
    void frameworkIsRecognisedOnTheClassPath() {
        List<BundleFile> frameworks =
                BundleFile.on(BundleFile.class.getClassLoader()).stream()
                        .filter(BundleFile::isFramework)
                        .toList();
        assertEquals(1, frameworks.size());
        assertEquals("org.apache.felix.framework", frameworks.getFirst().symbolicName());
    }

    @Test
    void fileThatIsNoBundleIsNamed() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
        Path plain = new BundleJar("").write(folder.resolve("plain.jar"));
        for (Path path : List.of(text, plain, folder.resolve("absent.jar"))) {
            LaunchException failure =
                    assertThrows(LaunchException.class, () -> BundleFile.of(path));
            assertEquals(LaunchException.Reason.BAD_BUNDLE, failure.reason());
            assertTrue(
                    failure.getMessage().contains(path.getFileName().toString()),
                    failure::getMessage);
        }
    }
}
