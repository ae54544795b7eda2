package org.anabranch.loops.run;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A test for classes that the calling thread is initializing. Another thread that runs their code
 * waits until that is done: a deadlock if the calling thread waits for that thread.
 */
final class Initializing {
    private static final StackWalker STACK =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private Initializing() {}

    /** Returns true if the calling thread is initializing any class. */
    static boolean isAny() {
        return STACK.walk(
                frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
    }

    /** Returns one of the classes that other threads cannot use yet, or null. */
    static Class<?> of(Collection<Class<?>> classes) {
        if (classes.isEmpty()) {
            return null;
        }
        Set<Class<?>> open =
                STACK.walk(
                        frames ->
                                frames.filter(frame -> frame.getMethodName().equals("<clinit>"))
                                        .map(StackWalker.StackFrame::getDeclaringClass)
                                        .collect(Collectors.toSet()));
        return classes.stream().filter(open::contains).findFirst().orElse(null);
    }
}
