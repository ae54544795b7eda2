package org.anabranch.mic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Kernel;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.spi.DeviceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import javax.tools.ToolProvider;

/** Kernels that live in bundles, which are sent to the framework of the card. */
class BundleKernelsTest {
    private static final String FACTOR =
            "package factor; public class Factor { public static final long VALUE = %d;"
                    + " public static long value() { return VALUE; } }";
    private static final String SCALE =
            """
            package scale;
            import org.anabranch.api.*;
            public class Scale {
                public static final Kernel SCALE = Kernel.of("scale", Parameter.inOut("data")).java(
                    (piece, arguments) -> arguments.segment(0).setAtIndex(
                        java.lang.foreign.ValueLayout.JAVA_LONG, 0, factor.Factor.value() * %d));
            }
            """;

    @TempDir Path folder;
    private BundleContext context;
    private Framework framework;
    private Rig rig;

    @BeforeEach
    void start() throws Exception {
        Map<String, String> settings =
                Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        folder.resolve("cache").toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        "org.anabranch.api;version=1.0.0",
                        "felix.log.level",
                        "1");
        framework =
                ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(settings);
        framework.start();
        context = framework.getBundleContext();
        rig = new Rig(Map.of("cores", 2));
    }

    @AfterEach
    void stop() throws Exception {
        rig.close();
        framework.stop();
        framework.waitForStop(10_000);
    }

    /** Compiles one class, and makes a bundle of its package. */
    private InputStream bundle(String name, String version, String imports, String source)
            throws Exception {
        Path classes = compile(name, source);
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.putValue("Manifest-Version", "1.0");
        headers.putValue("Bundle-ManifestVersion", "2");
        headers.putValue("Bundle-SymbolicName", name);
        headers.putValue("Bundle-Version", version);
        headers.putValue("Export-Package", name);
        headers.putValue("Require-Capability", "osgi.ee;filter:=\"(osgi.ee=JavaSE)\"");
        if (!imports.isEmpty()) {
            headers.putValue("Import-Package", imports);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes, manifest);
                var compiled = Files.list(classes.resolve(name))) {
            for (Path one : compiled.toList()) {
                jar.putNextEntry(new ZipEntry(name + "/" + one.getFileName()));
                Files.copy(one, jar);
            }
        }
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    private Path compile(String name, String source) throws Exception {
        Path sources = Files.createDirectories(folder.resolve(name));
        String type = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        Path file = Files.writeString(sources.resolve(type + ".java"), source);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String path = System.getProperty("java.class.path") + ":" + classes;
        String[] arguments = {"-proc:none", "-cp", path, "-d", classes.toString(), file.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments));
        return classes;
    }

    private InputStream factor(int value) throws Exception {
        return bundle("factor", "1.0." + value, "", FACTOR.formatted(value));
    }

    private InputStream scale(int by) throws Exception {
        return bundle("scale", "1.0." + by, "org.anabranch.api,factor", SCALE.formatted(by));
    }

    private static Kernel kernel(Bundle bundle) throws Exception {
        return (Kernel) bundle.loadClass("scale.Scale").getField("SCALE").get(null);
    }

    @Test
    void aBundleIsSentWithAllThatItIsWiredTo() throws Exception {
        context.installBundle("factor", factor(3));
        Bundle scale = context.installBundle("scale", scale(5));
        assertArrayEquals(new long[] {15}, rig.result(kernel(scale), 1));
        assertArrayEquals(new long[] {15}, rig.result(kernel(scale), 1)); // sent once
    }

    @Test
    void aBundleThatChangesHereChangesThere() throws Exception {
        Bundle factor = context.installBundle("factor", factor(3));
        Bundle scale = context.installBundle("scale", scale(5));
        Kernel old = kernel(scale);
        assertArrayEquals(new long[] {15}, rig.result(old, 1));
        scale.update(scale(7));
        refresh(scale);
        assertArrayEquals(new long[] {21}, rig.result(kernel(scale), 1));
        factor.update(factor(100));
        refresh(factor);
        Kernel fresh = kernel(scale);
        assertNotEquals(old, fresh);
        assertArrayEquals(new long[] {700}, rig.result(fresh, 1));
    }

    private void refresh(Bundle bundle) throws InterruptedException {
        CountDownLatch refreshed = new CountDownLatch(1);
        framework
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(bundle), event -> refreshed.countDown());
        refreshed.await();
    }

    @Test
    void theSameContentHasTheSameHash() throws Exception {
        Bundle factor = context.installBundle("factor", factor(3));
        BundleContents.Content first = new BundleContents().of(factor);
        factor.update(factor(3));
        BundleContents.Content again = new BundleContents().of(factor);
        assertEquals(first.hash(), again.hash());
        factor.update(factor(4));
        assertNotEquals(first.hash(), new BundleContents().of(factor).hash());
    }

    @Test
    void aKernelWhoseBundleDoesNotResolveThereIsRefusedByName() throws Exception {
        Bundle factor = context.installBundle("factor", factor(3));
        Bundle scale = context.installBundle("scale", scale(5));
        Kernel kernel = kernel(scale);
        factor.uninstall(); // still wired, but its entries are gone
        DeviceException refused =
                assertThrows(DeviceException.class, () -> rig.device.load(kernel));
        assertTrue(refused.getMessage().contains("scale"), refused::getMessage);
        assertTrue(refused.getMessage().contains("factor"), refused::getMessage);
    }
}
