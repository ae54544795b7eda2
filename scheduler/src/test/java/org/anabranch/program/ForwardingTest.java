package org.anabranch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A class that stands in front of another of the same interface passes every method on: a default
 * method that it forgets would hide what the one behind it does.
 */
class ForwardingTest {

    @Test
    void every_wrapper_overrides_every_method_of_its_interface() throws Exception {
        Set<String> wrappers = new TreeSet<>();
        List<String> forgotten = new ArrayList<>();
        for (Class<?> type : types()) {
            for (Class<?> face : wrapped(type)) {
                wrappers.add(type.getSimpleName());
                for (Method method : face.getMethods()) {
                    if (Modifier.isStatic(method.getModifiers())) {
                        continue;
                    }
                    Method found = type.getMethod(method.getName(), method.getParameterTypes());
                    if (found.getDeclaringClass().isInterface()) {
                        forgotten.add(type.getSimpleName() + " forgets " + method);
                    }
                }
            }
        }
        assertEquals(List.of(), forgotten);
        Set<String> known =
                Set.of(
                        "WatchedStream",
                        "WatchedFinish",
                        "WatchedEvent",
                        "WatchedResult",
                        "WatchedPromise",
                        "FaultyBackend",
                        "FaultyDevice");
        assertTrue(wrappers.containsAll(known), wrappers::toString);
    }

    /** The interfaces of ours that a class has, and has an object of to pass calls on to. */
    private static Set<Class<?>> wrapped(Class<?> type) {
        Set<Class<?>> faces = new LinkedHashSet<>();
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return faces;
        }
        for (Class<?> of = type; of != null; of = of.getSuperclass()) {
            for (Field field : of.getDeclaredFields()) {
                Class<?> face = field.getType();
                if (face.isInterface()
                        && face.getName().matches("org\\.anabranch\\.(api|spi)\\..*")
                        && face.isAssignableFrom(type)
                        && !field.isSynthetic()
                        && !Modifier.isStatic(field.getModifiers())) {
                    faces.add(face);
                }
            }
        }
        return faces;
    }

    private static List<Class<?>> types() throws IOException, ClassNotFoundException {
        List<String> names = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path place = Path.of(entry);
            if (Files.isDirectory(place)) {
                names.addAll(names(place));
            } else if (place.getFileName().toString().startsWith("org.anabranch")) {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    names.addAll(names(jar.getPath("/")));
                }
            }
        }
        List<Class<?>> types = new ArrayList<>();
        for (String name : names) {
            types.add(Class.forName(name, false, ForwardingTest.class.getClassLoader()));
        }
        return types;
    }

    private static List<String> names(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString().replace('/', '.'))
                    .filter(name -> name.startsWith("org.anabranch.") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(name -> !name.endsWith("-info"))
                    .toList();
        }
    }
}
