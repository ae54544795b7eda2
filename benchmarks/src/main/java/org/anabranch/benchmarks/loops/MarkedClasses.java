package org.anabranch.benchmarks.loops;

import org.anabranch.loops.Loops;
import org.anabranch.loops.weave.WeavingLoader;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The classes with marked loops, loaded again: each loading has sites and compiled code of its own.
 *
 * @param loops that run the marked loops, null if they are plain
 * @param loader loads the classes
 */
record MarkedClasses(Loops loops, ClassLoader loader) {
    private static final String PACKAGE = "org.anabranch.benchmarks.loops.marked.";

    /** Loads the classes, woven unless the loops are null. */
    static MarkedClasses load(Loops loops) {
        URL[] classes = {MarkedClasses.class.getProtectionDomain().getCodeSource().getLocation()};
        ClassLoader without =
                new ClassLoader(MarkedClasses.class.getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve)
                            throws ClassNotFoundException {
                        if (name.startsWith(PACKAGE)) {
                            throw new ClassNotFoundException(name);
                        }
                        return super.loadClass(name, resolve);
                    }
                };
        ClassLoader loader =
                loops == null
                        ? new URLClassLoader(classes, without)
                        : new WeavingLoader(classes, without);
        return new MarkedClasses(loops, loader);
    }

    /** Returns the public methods of these classes with a return type, by name. */
    static List<Method> methods(List<String> classes, Class<?> returned)
            throws ClassNotFoundException {
        Stream<Method> all = Stream.empty();
        for (String name : classes) {
            all =
                    Stream.concat(
                            all,
                            Arrays.stream(Class.forName(PACKAGE + name).getMethods())
                                    .filter(method -> method.getReturnType() == returned)
                                    .filter(method -> method.getDeclaringClass() != Object.class)
                                    .sorted(Comparator.comparing(Method::getName)));
        }
        return all.toList();
    }

    /** Calls a static method of these classes. */
    Object call(Method method, Object... arguments) {
        try {
            return loader.loadClass(method.getDeclaringClass().getName())
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(null, arguments);
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(method.getName(), failed);
        }
    }
}
