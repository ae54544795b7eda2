package org.anabranch.loops.device;

import org.anabranch.api.Platform;
import org.anabranch.loops.cost.CoarseClock;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The arrays and segments that stay on devices, of all loops in this process. Code that reads or
 * runs the program's memory asks here first, so that it finds the contents. Thread-safe.
 */
public final class KeptArrays {
    private static final List<KeptArray> ALL = new CopyOnWriteArrayList<>();

    /** The number of arrays of which buffers count, not only the program's memory. */
    private static final AtomicInteger NOT_PLAIN = new AtomicInteger();

    private KeptArrays() {}

    /** {@return true if the program's memory may lack contents} */
    public static boolean any() {
        return NOT_PLAIN.get() > 0;
    }

    static void count(int change) {
        NOT_PLAIN.addAndGet(change);
        CoarseClock.ask(change);
    }

    /**
     * Brings contents home before the program's memory is read.
     *
     * @param memory an array or segment; anything else is ignored
     * @throws org.anabranch.api.AnabranchException if contents were lost
     */
    public static void home(Object memory) {
        each(memory, KeptArray::home);
    }

    /**
     * Brings contents home before the host uses the program's memory, and perhaps writes it.
     *
     * @param memory an array or segment; anything else is ignored
     * @throws org.anabranch.api.AnabranchException if contents were lost
     */
    public static void used(Object memory) {
        each(memory, KeptArray::used);
    }

    /** Brings all contents home before the host runs code that may use any memory. */
    public static void usedAny() {
        if (any()) {
            ALL.forEach(KeptArray::used);
        }
    }

    private static void each(Object memory, Consumer<KeptArray> action) {
        if (any()) {
            ALL.stream().filter(kept -> kept.isAffectedBy(memory)).forEach(action);
        }
    }

    /** Prepares memory for devices: brings home all others that share a part of it. */
    static KeptArray lent(Object root, Platform platform) {
        KeptArray found = null;
        for (KeptArray kept : ALL) {
            if (isSame(kept.root, root) && kept.residence.platform() == platform) {
                found = kept;
            } else if (kept.isAffectedBy(root)) {
                kept.used();
            }
        }
        return found;
    }

    /** {@return true if one is kept for loops of this platform} */
    public static boolean isKept(Object memory, Platform platform) {
        return ALL.stream()
                .anyMatch(
                        kept -> isSame(kept.root, memory) && kept.residence.platform() == platform);
    }

    static boolean isSame(Object one, Object other) {
        return one == other || one instanceof MemorySegment && one.equals(other);
    }

    /** Begins to keep memory, in one more scope. */
    static synchronized KeptArray keep(Object root, Residence residence) {
        for (KeptArray kept : ALL) {
            if (isSame(kept.root, root)) {
                kept.scopes++;
                return kept;
            }
        }
        KeptArray kept = new KeptArray(root, residence);
        kept.scopes++;
        ALL.add(kept);
        return kept;
    }

    /** Ends a scope of some arrays, with all contents home that are not lost. */
    static void release(List<KeptArray> some) {
        List<RuntimeException> failures = new ArrayList<>();
        for (KeptArray kept : some) {
            try {
                end(kept);
            } catch (RuntimeException failure) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
    }

    private static synchronized void end(KeptArray kept) {
        if (--kept.scopes > 0) {
            kept.home();
            return;
        }
        try {
            kept.release();
        } finally {
            ALL.remove(kept);
        }
    }
}
