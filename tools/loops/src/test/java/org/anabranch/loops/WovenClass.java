package org.anabranch.loops;

import org.anabranch.loops.lift.WovenFlow;
import org.anabranch.loops.weave.ParallelLoops;
import org.anabranch.loops.weave.WeavingLoader;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A class with marked loops, as compiled and woven. Its public static methods take an {@code
 * int[]}, whose final contents count as a part of their result.
 */
final class WovenClass implements AutoCloseable {
    private static final int SIZE = 64;

    final List<LoopRun> runs = new ArrayList<>();
    private final Class<?> plain;
    private final WeavingLoader loader;
    private final Class<?> woven;

    WovenClass(Compilers compiler, String name, String source) throws Exception {
        plain = compiler.load(name, source);
        URLClassLoader found = (URLClassLoader) plain.getClassLoader();
        loader = new WeavingLoader(found.getURLs(), getClass().getClassLoader());
        woven = loader.loadClass(name);
    }

    /** Lets loops run the marked ones, and tell of each run. */
    void use(Loops loops) {
        ParallelLoops.use(loops.telling(runs::add));
    }

    List<String> methods() {
        return Arrays.stream(plain.getMethods())
                .filter(method -> method.getDeclaringClass() == plain)
                .map(Method::getName)
                .sorted()
                .toList();
    }

    /** The result, the final contents of the array and the exception of the program as it is. */
    String plain(String method, int seed) throws Exception {
        return call(plain, method, seed);
    }

    /** The same of the woven program. */
    String woven(String method, int seed) throws Exception {
        runs.clear();
        return call(woven, method, seed);
    }

    /** The value of a public static field of the woven program. */
    Object field(String name) throws Exception {
        return woven.getField(name).get(null);
    }

    /** The woven methods with a loop that has more than one entry. */
    List<String> irreducible() {
        return WovenFlow.irreducible(woven);
    }

    private static String call(Class<?> type, String name, int seed) throws Exception {
        int[] a = new int[SIZE];
        Arrays.setAll(a, i -> (i * 37 + seed) % 64);
        String result;
        try {
            result = "" + type.getMethod(name, int[].class).invoke(null, a);
        } catch (InvocationTargetException thrown) {
            result = thrown.getCause().toString();
        }
        return result + Arrays.toString(a);
    }

    /** The reasons why marked loops are not woven. */
    List<String> refusals() {
        return loader.refusals();
    }

    @Override
    public void close() throws IOException {
        ParallelLoops.use(null);
        loader.close();
    }
}
