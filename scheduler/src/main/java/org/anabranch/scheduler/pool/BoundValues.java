package org.anabranch.scheduler.pool;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * A test if the code on the calling thread's stack may have bound {@link ScopedValue}s. A binding
 * cannot be undone for tasks that run on top of it, and no public method lists the bindings; so the
 * stack is searched for the frame that each binding leaves.
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
     *
     * @param runner the class whose method {@code unbound} starts such a task
     */
    static boolean mayExist(Class<?> runner, String unbound) {
        try {
            return FRAMES.walk(frames -> findsBinding(frames, runner, unbound));
        } catch (OutOfMemoryError | StackOverflowError full) {
            return true;
        }
    }

    private static boolean findsBinding(
            Stream<StackWalker.StackFrame> frames, Class<?> runner, String unbound) {
        Iterator<StackWalker.StackFrame> rest = frames.iterator();
        for (int i = 0; i < PoolTuning.MOST_FRAMES && rest.hasNext(); i++) {
            StackWalker.StackFrame frame = rest.next();
            Class<?> declaring = frame.getDeclaringClass();
            if (declaring == BINDING) {
                return true;
            }
            if (declaring == runner && frame.getMethodName().equals(unbound)) {
                return false;
            }
        }
        return rest.hasNext();
    }
}
