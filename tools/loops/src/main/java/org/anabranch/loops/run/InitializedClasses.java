package org.anabranch.loops.run;

import org.anabranch.loops.lift.ClassCache;
import org.anabranch.loops.lift.Revealed;

import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A test whether classes are initialized, without initializing any. A class is known to be
 * initialized if its code has created the body or its instance was captured. Of the others the
 * virtual machine is asked by its diagnostic command {@code VM.classes}; what it says of a class
 * stays true. Safe for use by any thread.
 */
final class InitializedClasses {
    /** Questions after which a class is asked about at each second, fourth, ... loop only. */
    private static final int PATIENCE = 4;

    private static final int KNOWN = -1;

    /** Loops that asked about a class in vain, or {@link #KNOWN}. */
    private static final ClassValue<AtomicInteger> ASKED =
            new ClassCache<>(type -> new AtomicInteger());

    private InitializedClasses() {}

    /**
     * Returns a class that may not be initialized.
     *
     * @param used classes that an iteration may initialize
     * @param body the method of the body, and what it captured
     * @return one of them, or null if all are initialized
     */
    static Class<?> missing(Collection<Class<?>> used, Revealed body) {
        Set<Class<?>> open = new HashSet<>();
        for (Class<?> type : used) {
            if (ASKED.get(type).get() != KNOWN && !hasRun(type, body)) {
                open.add(type);
            }
        }
        if (open.isEmpty()) {
            return null;
        }
        if (open.stream().anyMatch(type -> isDue(ASKED.get(type).getAndIncrement()))) {
            Set<String> uninitialized = uninitialized(open);
            open.removeIf(
                    type -> {
                        boolean known = !uninitialized.contains(type.getName());
                        if (known) {
                            ASKED.get(type).set(KNOWN);
                        }
                        return known;
                    });
        }
        return open.isEmpty() ? null : open.iterator().next();
    }

    /** Returns true for the first questions, then for those whose number is a power of two. */
    private static boolean isDue(int asked) {
        return asked < PATIENCE || Integer.bitCount(asked) == 1;
    }

    /** Returns true if code of the class has run: of its instance, or to create the body. */
    private static boolean hasRun(Class<?> type, Revealed body) {
        boolean created = !body.isStatic() || body.method().startsWith("lambda$");
        if (created && type.isAssignableFrom(body.owner())) {
            return true;
        }
        for (Object captured : body.captured()) {
            if (type.isInstance(captured)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the names of the classes that the virtual machine does not call initialized. */
    private static Set<String> uninitialized(Set<Class<?>> types) {
        Set<String> names = new HashSet<>();
        types.forEach(type -> names.add(type.getName()));
        Set<String> listed = new HashSet<>();
        Set<String> uninitialized = new HashSet<>();
        for (String line : classes().split("\n")) {
            String[] words = line.strip().split(" +");
            String name = words[words.length - 1];
            if (words.length > 3 && names.contains(name)) {
                listed.add(name);
                // of several classes of one name, in several loaders, any may be the one
                if (!words[2].equals("fully_initialized")) {
                    uninitialized.add(name);
                }
            }
        }
        names.removeAll(listed);
        uninitialized.addAll(names);
        return uninitialized;
    }

    /** Returns the table of the virtual machine's classes, empty if it has no such command. */
    private static String classes() {
        try {
            return (String)
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "vmClasses",
                                    new Object[] {new String[0]},
                                    new String[] {String[].class.getName()});
        } catch (JMException | RuntimeException | LinkageError absent) {
            return "";
        }
    }
}
