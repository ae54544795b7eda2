package org.anabranch.loops;

import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles a source at run time, with either compiler, with and without debug information. */
enum Compilers {
    JAVAC("-g"),
    JAVAC_BARE("-g:none"),
    ECJ("-g"),
    ECJ_BARE("-g:none");

    private static final JavaCompiler JAVAC_HERE = ToolProvider.getSystemJavaCompiler();

    /** One for all: it has read the class path. */
    private static final StandardJavaFileManager FILES =
            JAVAC_HERE.getStandardFileManager(null, null, null);

    private final String debug;

    Compilers(String debug) {
        this.debug = debug;
    }

    boolean hasLines() {
        return debug.equals("-g");
    }

    /** Loads the class {@code name} of a source. */
    Class<?> load(String name, String source) throws Exception {
        Path folder = Files.createTempDirectory("loops");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        String path = System.getProperty("java.class.path");
        List<String> options =
                List.of(debug, "-cp", path, "-d", folder.toString(), file.toString());
        StringWriter said = new StringWriter();
        boolean done = name().startsWith("ECJ") ? ecj(options, said) : javac(options, said);
        if (!done) {
            throw new IOException(said + source);
        }
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())
                .loadClass(name);
    }

    /** Classes are loaded from it up to the end of the process. */
    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }

    private static boolean javac(List<String> options, StringWriter said) {
        List<String> given = options.subList(0, options.size() - 1);
        return JAVAC_HERE
                .getTask(
                        said, FILES, null, given, null, FILES.getJavaFileObjects(options.getLast()))
                .call();
    }

    private static boolean ecj(List<String> options, StringWriter said) {
        List<String> all = new java.util.ArrayList<>(List.of("-25", "-nowarn"));
        all.addAll(options);
        PrintWriter out = new PrintWriter(said);
        boolean done = BatchCompiler.compile(all.toArray(String[]::new), out, out, null);
        out.flush();
        return done;
    }
}
