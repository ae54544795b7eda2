package org.anabranch.mic.process;

import org.anabranch.api.Kernel;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.mic.sink.CardMain;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.osgi.framework.Bundle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * The class path of a card's process: the {@code api}, this bundle, the pool and a framework.
 * Bundles are written into the card's folder, since a framework need not keep them as files; in a
 * plain program the jars stay where they are.
 */
public final class SinkClassPath {
    private static final List<Class<?>> ANCHORS =
            List.of(Kernel.class, CardMain.class, GenericKeyedObjectPool.class);
    private static final String FRAMEWORK = "framework.jar";

    private SinkClassPath() {}

    public static String write(Path folder, BundleContents bundles) throws IOException {
        StringJoiner path = new StringJoiner(File.pathSeparator);
        for (Path part : parts(folder, bundles)) {
            path.add(part.toString());
        }
        return path.toString();
    }

    private static List<Path> parts(Path folder, BundleContents bundles) throws IOException {
        List<Path> parts = new ArrayList<>();
        for (Class<?> anchor : ANCHORS) {
            Bundle bundle = BundleContents.of(anchor);
            if (bundle == null) {
                parts.add(source(anchor));
            } else {
                Path jar = folder.resolve(bundle.getSymbolicName() + ".jar");
                Files.write(jar, bundles.of(bundle).jar());
                parts.add(jar);
            }
        }
        try (InputStream framework =
                SinkClassPath.class.getResourceAsStream("/org/anabranch/mic/" + FRAMEWORK)) {
            if (framework == null) {
                throw new IOException("the bundle lacks " + FRAMEWORK);
            }
            Path jar = folder.resolve(FRAMEWORK);
            Files.copy(framework, jar);
            parts.add(jar);
        }
        return parts;
    }

    /** The folder or jar that a class of a plain program comes from. */
    public static Path source(Class<?> anchor) throws IOException {
        try {
            return Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException | RuntimeException unknown) {
            throw new IOException("it is not known where " + anchor + " comes from", unknown);
        }
    }
}
