package org.anabranch.scheduler.count;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Handles of fields, for access in orders that the language has no word for.
 *
 * <p>Where a class first uses a handle in one way, the virtual machine links that, which takes
 * memory. In a full heap it throws, be it in the middle of a step that must be made whole: the end
 * of an action, a theft. So each class links all of its ways when it is initialized.
 */
public final class Handles {
    static {
        linkThoseOfJava();
    }

    private Handles() {}

    /** The counts, lists and queues of Java are made of handles, too. */
    private static void linkThoseOfJava() {
        AtomicReference<Object> one = new AtomicReference<>();
        boolean _ = one.compareAndSet(null, one.getAndSet(null));
        AtomicReferenceArray<Object> several = new AtomicReferenceArray<>(1);
        boolean _ = several.compareAndSet(0, several.get(0), several.getAndSet(0, null));
        AtomicLongArray longs = new AtomicLongArray(1);
        longs.setPlain(0, longs.get(0));
        long _ = longs.addAndGet(0, 1) + longs.getAndIncrement(0) + longs.getAndUpdate(0, n -> n);
        long _ = longs.getAndAccumulate(0, 0, Math::max);
        AtomicIntegerArray ints = new AtomicIntegerArray(1);
        int _ = ints.incrementAndGet(0) + ints.decrementAndGet(0) + ints.get(0);
        ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
        boolean _ = queue.add(ints) && queue.poll() == ints && queue.isEmpty();
    }

    /**
     * Links the accesses of the calling class that return nothing or whether they succeeded.
     *
     * @param accesses of no object: each throws a {@link NullPointerException} once it is linked
     */
    public static void linkCalls(Runnable... accesses) {
        for (Runnable access : accesses) {
            try {
                access.run();
            } catch (NullPointerException linked) {
                continue;
            }
        }
    }

    /**
     * Links the accesses of the calling class that return a value.
     *
     * @param accesses of no object, each with the cast with which the class uses it
     */
    public static void linkReads(Supplier<?>... accesses) {
        for (Supplier<?> access : accesses) {
            linkCalls(() -> Objects.requireNonNull(access.get()));
        }
    }

    /** The handle of a field that the class whose lookup is given has or inherits. */
    public static VarHandle of(MethodHandles.Lookup lookup, String field, Class<?> type) {
        try {
            return lookup.findVarHandle(lookup.lookupClass(), field, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
