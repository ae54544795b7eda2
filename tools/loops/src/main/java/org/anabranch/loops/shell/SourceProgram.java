package org.anabranch.loops.shell;

import org.anabranch.api.ProgramException;
import org.anabranch.loops.Loops;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;
import org.anabranch.spi.support.ForeignThrowables;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program from a Java file with marked loops, compiled and woven. Its classes are kept in a
 * temporary folder until it is closed. Not thread-safe.
 */
final class SourceProgram implements AutoCloseable {
    private final Path folder;
    private final WeavingLoader loader;
    private final List<Class<?>> classes = new ArrayList<>();

    private SourceProgram(Path folder, ClassLoader parent) throws IOException {
        this.folder = folder;
        loader = new WeavingLoader(new URL[] {folder.toUri().toURL()}, parent);
    }

    /**
     * Compiles a file and loads its classes.
     *
     * @param file the source
     * @return the program
     * @throws ProgramException if there is no such file or no compiler, or if the compiler reports
     *     errors, which the message contains with their lines
     */
    static SourceProgram of(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new ProgramException("there is no Java compiler: this needs a JDK, not a JRE");
        }
        if (!Files.isReadable(file)) {
            throw new ProgramException("there is no file " + file);
        }
        ClassLoader parent = SourceProgram.class.getClassLoader();
        try {
            Path folder = Files.createTempDirectory("anabranch");
            SourceProgram program = new SourceProgram(folder, parent);
            try {
                program.compile(compiler, file, parent);
                program.load();
                return program;
            } catch (IOException | RuntimeException failure) {
                program.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(file.toString(), failure);
        }
    }

    private void compile(JavaCompiler compiler, Path file, ClassLoader parent) throws IOException {
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                VisibleClasses visible = new VisibleClasses(files, parent)) {
            List<String> options = List.of("-g", "-proc:none", "-d", folder.toString());
            Iterable<? extends JavaFileObject> sources = files.getJavaFileObjects(file);
            if (!compiler.getTask(said, visible, null, options, null, sources).call()) {
                throw new ProgramException(said.toString().strip());
            }
        }
    }

    private void load() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String path = folder.relativize(file).toString();
                String name = path.substring(0, path.length() - ".class".length());
                classes.add(
                        loader.loadClass(name.replace(file.getFileSystem().getSeparator(), ".")));
            }
        } catch (ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** {@return its classes, sorted by name} */
    List<Class<?>> classes() {
        return List.copyOf(classes);
    }

    /** {@return the reasons why marked loops were not woven, with class, method and line} */
    List<String> refusals() {
        return loader.refusals();
    }

    /**
     * Runs its {@code static void main(String...)}.
     *
     * @param loops runs the marked loops that the calling thread meets
     * @param words for the program
     * @throws ProgramException if it has no such method, or that throws; the cause is the exception
     */
    void run(Loops loops, String... words) {
        Method main =
                classes.stream()
                        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                        .filter(SourceProgram::isMain)
                        .findFirst()
                        .orElseThrow(
                                () -> new ProgramException("it has no static void main(String[])"));
        main.setAccessible(true);
        ParallelLoops.during(
                loops,
                () -> {
                    try {
                        main.invoke(null, (Object) words);
                    } catch (InvocationTargetException thrown) {
                        throw failure(thrown.getCause());
                    } catch (IllegalAccessException closed) {
                        throw new IllegalStateException(closed);
                    }
                });
    }

    private static ProgramException failure(Throwable thrown) {
        StackTraceElement[] trace = ForeignThrowables.trace(thrown, 1);
        String at = trace.length > 0 ? " at " + trace[0] : "";
        return new ProgramException(
                "the program threw " + ForeignThrowables.text(thrown) + at, thrown);
    }

    private static boolean isMain(Method method) {
        return method.getName().equals("main")
                && Modifier.isStatic(method.getModifiers())
                && List.of(method.getParameterTypes()).equals(List.of(String[].class));
    }

    /** Deletes its classes. */
    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            loader.close();
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException left) {
            throw new UncheckedIOException(folder.toString(), left);
        }
    }
}
