package org.anabranch.launch;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The bundles of a program that is a module: the modules that the JVM observes, resolved or not,
 * and, in a run-time image made by {@code jlink}, the jars in the image's folder for bundles that
 * are no modules.
 */
final class ModuleBundles {
    /** The scheme of the modules of a run-time image. */
    static final String IMAGE = "jrt";

    private static final Pattern SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private ModuleBundles() {}

    /** {@return true if this module is part of a run-time image} */
    static boolean inImage() {
        return IMAGE.equals(ModuleBundles.class.getResource("ModuleBundles.class").getProtocol());
    }

    /** {@return the folder of the image for bundles that are no modules} */
    static Path folder() {
        return Path.of(System.getProperty("java.home"), "lib", "bundles");
    }

    /** {@return in an image, where bundles belong that are no modules; else nothing} */
    static String advice() {
        return inImage() ? "; in this run-time image bundles belong into " + folder() : "";
    }

    /** {@return the bundles; none unless this class is in a named module} */
    static List<BundleFile> all() throws IOException {
        List<BundleFile> found = new ArrayList<>();
        if (!ModuleBundles.class.getModule().isNamed()) {
            return found;
        }
        for (ModuleReference module : observable().findAll()) {
            try (ModuleReader reader = module.open()) {
                Optional<URI> manifest = reader.find(JarFile.MANIFEST_NAME);
                if (manifest.isPresent()) {
                    found.add(BundleFile.read(manifest.get().toURL()));
                }
            }
        }
        if (inImage() && Files.isDirectory(folder())) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder(), "*.jar")) {
                jars.forEach(jar -> found.add(BundleFile.of(jar)));
            }
        }
        return found;
    }

    private static ModuleFinder observable() {
        Path[] path =
                SEPARATOR
                        .splitAsStream(System.getProperty("jdk.module.path", ""))
                        .filter(part -> !part.isEmpty())
                        .map(Path::of)
                        .toArray(Path[]::new);
        return ModuleFinder.compose(ModuleFinder.ofSystem(), ModuleFinder.of(path));
    }

    /**
     * Packs a module of the image into a jar, since frameworks install no other form.
     *
     * @param root the module's location
     */
    static InputStream pack(URI root) throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        String name = Path.of(root).getFileName().toString();
        ModuleReference module =
                ModuleFinder.ofSystem().find(name).orElseThrow(NoSuchElementException::new);
        try (ModuleReader reader = module.open();
                ZipOutputStream out = new ZipOutputStream(jar)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (String entry : reader.list().toList()) {
                out.putNextEntry(new ZipEntry(entry));
                try (InputStream in = reader.open(entry).orElseThrow()) {
                    in.transferTo(out);
                }
            }
        }
        return new ByteArrayInputStream(jar.toByteArray());
    }
}
