package org.anabranch.k2h.arm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The work-stealing deque of Chase and Lev (Dynamic circular work-stealing deque, SPAA 2005). The
 * owner pushes and pops at the bottom, anyone takes from the top; contention for the last element
 * is resolved at the top by compare-and-set. Volatile accesses give the order that the algorithm
 * needs between the owner's write of bottom and its read of top. A slot is read before the top
 * moves; if the top moved meanwhile, the value is discarded. The ring grows, by copying into a new
 * one, so a thief with the old ring still reads right values.
 *
 * @param <T> elements
 */
final class WsDeque<T> {
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(WsDeque.class, "top", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long top;
    private volatile long bottom;
    private volatile AtomicReferenceArray<T> ring = new AtomicReferenceArray<>(64);

    /** Pushes an element; called by the owner. */
    void push(T element) {
        long b = bottom;
        AtomicReferenceArray<T> slots = ring;
        if (b - top >= slots.length()) {
            slots = grow(slots, b);
        }
        slots.setPlain(index(slots, b), element);
        bottom = b + 1;
    }

    private AtomicReferenceArray<T> grow(AtomicReferenceArray<T> old, long b) {
        AtomicReferenceArray<T> larger = new AtomicReferenceArray<>(old.length() * 2);
        for (long i = top; i < b; i++) {
            larger.setPlain(index(larger, i), old.getPlain(index(old, i)));
        }
        ring = larger;
        return larger;
    }

    /** Pops the newest element, or returns null; called by the owner. */
    T pop() {
        long b = bottom - 1;
        bottom = b;
        long t = top;
        if (t > b) {
            bottom = b + 1;
            return null;
        }
        AtomicReferenceArray<T> slots = ring;
        T element = slots.getPlain(index(slots, b));
        if (t == b) {
            if (!TOP.compareAndSet(this, t, t + 1)) {
                element = null;
            }
            bottom = b + 1;
        } else {
            slots.setPlain(index(slots, b), null);
        }
        return element;
    }

    /**
     * Steals the oldest element; returns null if there is none or another thread was faster. Called
     * by any thread.
     */
    T steal() {
        long t = top;
        if (t >= bottom) {
            return null;
        }
        AtomicReferenceArray<T> slots = ring;
        T element = slots.get(index(slots, t));
        return TOP.compareAndSet(this, t, t + 1) ? element : null;
    }

    /** Returns the oldest element, or null; a hint. */
    T oldest() {
        long t = top;
        AtomicReferenceArray<T> slots = ring;
        return t < bottom ? slots.get(index(slots, t)) : null;
    }

    int size() {
        return (int) Math.max(0, bottom - top);
    }

    private static int index(AtomicReferenceArray<?> slots, long position) {
        return (int) (position & slots.length() - 1);
    }
}
