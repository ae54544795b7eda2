package org.anabranch.loops.lift;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** Class files that were changed when they were loaded: as resources they are the old ones. */
public final class WovenClasses {
    private static final Map<ClassLoader, Map<String, byte[]>> KEPT =
            Collections.synchronizedMap(new WeakHashMap<>());

    private WovenClasses() {}

    /**
     * Keeps one as long as its loader.
     *
     * @param loader that defines the class
     * @param name of the class
     * @param classFile what is defined
     */
    public static void keep(ClassLoader loader, String name, byte[] classFile) {
        KEPT.computeIfAbsent(loader, key -> new ConcurrentHashMap<>()).put(name, classFile);
    }

    static byte[] of(Class<?> type) {
        Map<String, byte[]> kept = KEPT.get(type.getClassLoader());
        return kept == null ? null : kept.get(type.getName());
    }
}
