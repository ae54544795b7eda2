package org.anabranch.loops.run;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds classes that the calling thread is initializing. Another thread that runs their code waits
 * until that is done, which would be never if the calling thread waits for the other one.
 */
final class Initializing {
    private static final StackWalker STACK =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private Initializing() {}

    /** One of some classes that is not ready for other threads, or null. */
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
