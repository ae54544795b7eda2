package org.anabranch.mic;

import org.anabranch.mic.process.SinkClassPath;
import org.anabranch.mic.program.BundleContents;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.Bundle;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes of a place, loaded while there is memory: one that is first needed in a full heap
 * ends the thread that needs it, or is lost for good.
 */
final class CardClasses {
    private static final String SUFFIX = ".class";

    private CardClasses() {}

    /**
     * Loads them, as far as they are found.
     *
     * @param one is among them
     * @param root package that all of them are in or below
     */
    static void load(Class<?> one, String root) {
        String folder = root.replace('.', '/');
        Bundle bundle = BundleContents.of(one);
        try {
            for (String path : bundle == null ? files(one, folder) : entries(bundle, folder)) {
                int end = path.length() - SUFFIX.length();
                String name = path.substring(path.lastIndexOf(folder), end).replace('/', '.');
                initialize(name, one.getClassLoader());
            }
        } catch (IOException unknown) {
            BackendLog.say(CardClasses.class, Level.DEBUG, "no classes of " + root, unknown);
        }
    }

    private static void initialize(String name, ClassLoader loader) {
        try {
            Class<?> unused = Class.forName(name, true, loader);
        } catch (ClassNotFoundException | LinkageError missing) {
            BackendLog.say(CardClasses.class, Level.DEBUG, "not loaded: " + name, missing);
        }
    }

    private static List<String> entries(Bundle bundle, String folder) {
        return Collections.list(bundle.findEntries(folder, "*" + SUFFIX, true)).stream()
                .map(URL::getPath)
                .toList();
    }

    /** From a folder or a jar. */
    private static List<String> files(Class<?> one, String folder) throws IOException {
        Path place = SinkClassPath.source(one);
        if (Files.isDirectory(place)) {
            return files(place.resolve(folder));
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return files(jar.getPath(folder));
        }
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString).filter(path -> path.endsWith(SUFFIX)).toList();
        }
    }
}
