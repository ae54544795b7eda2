package org.anabranch.loops.lift;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The class files of woven classes; as resources, their loaders return the original ones. */
public final class WovenClasses {
    private static final Map<ClassLoader, Map<String, byte[]>> KEPT =
            Collections.synchronizedMap(new WeakHashMap<>());

    /** The name of a method that holds the iteration of a marked loop: its method and line. */
    private static final Pattern LOOP = Pattern.compile("lambda\\$(.*)\\$parallel\\$(\\d+)\\$\\d+");

    /** The end of the name of a method that holds a range of iterations of a marked loop. */
    private static final String RANGE = "$range";

    private WovenClasses() {}

    /**
     * Returns the name of a marked loop, for people.
     *
     * @param method the name of the method that holds an iteration
     * @return the method that has the loop, and its line; null if it is no such method
     */
    public static String loop(String method) {
        Matcher parts = LOOP.matcher(method);
        if (!parts.matches()) {
            return null;
        }
        String line = parts.group(2).equals("0") ? "" : " in line " + parts.group(2);
        return parts.group(1) + " (loop" + line + ")";
    }

    /**
     * Returns the name of a method that holds a range of iterations.
     *
     * @param method the name of the method that holds one of them
     * @return its name
     */
    public static String rangeOf(String method) {
        return method + RANGE;
    }

    /**
     * Returns the name of the continuation of a method that calls its marked loops.
     *
     * @param method the name of the method that holds an iteration of its first marked loop
     * @return its name
     */
    public static String restOf(String method) {
        return method + "$rest";
    }

    /**
     * Returns the name of the continuation that runs marked loops in place.
     *
     * @param method the name of the method that holds an iteration of its first marked loop
     * @return its name
     */
    public static String resumedOf(String method) {
        return method + "$resumed";
    }

    /**
     * Returns the name of the method that saves the variables of another one before a marked loop.
     *
     * @param method the name of the method that holds an iteration of the loop
     * @return its name
     */
    public static String saverOf(String method) {
        return method + "$saver";
    }

    static boolean isRange(String method) {
        return method.endsWith(RANGE) && loop(iterationOf(method)) != null;
    }

    static String iterationOf(String range) {
        return range.substring(0, range.length() - RANGE.length());
    }

    /**
     * Keeps a class file as long as its loader.
     *
     * @param loader that defines the class
     * @param name of the class
     * @param classFile the woven class file
     */
    public static void keep(ClassLoader loader, String name, byte[] classFile) {
        KEPT.computeIfAbsent(loader, key -> new ConcurrentHashMap<>()).put(name, classFile);
    }

    static byte[] of(Class<?> type) {
        Map<String, byte[]> kept = KEPT.get(type.getClassLoader());
        return kept == null ? null : kept.get(type.getName());
    }
}
