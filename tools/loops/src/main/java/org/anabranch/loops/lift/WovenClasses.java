package org.anabranch.loops.lift;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The class files of woven classes; as resources, their loaders return the original ones. */
public final class WovenClasses {
    private static final Map<ClassLoader, Map<String, byte[]>> KEPT =
            Collections.synchronizedMap(new WeakHashMap<>());

    private WovenClasses() {}

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
