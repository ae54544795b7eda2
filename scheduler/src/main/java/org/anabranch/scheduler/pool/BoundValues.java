package org.anabranch.scheduler.pool;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Tells whether the code on the calling thread's stack may have bound {@link ScopedValue}s. A
 * binding cannot be undone for what runs on top of it, and no public method lists the bindings; so
 * the frames are searched for the one that each binding leaves on the stack.
 */
final class BoundValues {
    private static final Class<?> BINDING = ScopedValue.Carrier.class;

    /** Without hidden frames: the methods that a program calls to bind values are none. */
    private static final StackWalker FRAMES =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private BoundValues() {}

    /**
     * Returns false if no values are bound. The search ends at the frame of a task that was started
     * after another search found none, so nested waits do not look at the same frames again.
     */
    static boolean mayExist() {
        try {
            return FRAMES.walk(BoundValues::findsBinding);
        } catch (OutOfMemoryError | StackOverflowError full) {
            return true;
        }
    }

    private static boolean findsBinding(Stream<StackWalker.StackFrame> frames) {
        Iterator<StackWalker.StackFrame> rest = frames.iterator();
        for (int i = 0; i < PoolTuning.MOST_FRAMES && rest.hasNext(); i++) {
            StackWalker.StackFrame frame = rest.next();
            Class<?> declaring = frame.getDeclaringClass();
            if (declaring == BINDING) {
                return true;
            }
            if (declaring == Worker.class && frame.getMethodName().equals(Worker.UNBOUND)) {
                return false;
            }
        }
        return rest.hasNext();
    }
}
