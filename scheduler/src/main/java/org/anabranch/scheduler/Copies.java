package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;

import java.util.ArrayList;
import java.util.List;

/**
 * Where one box of a buffer is valid, what is still on its way there, and whether the content is
 * defined.
 */
final class Copies {
    static final int HOST = 0;

    /** One bit per memory, also for those whose copy is still on its way. */
    private long valid;

    private List<Pending> pending;

    /** Why the content is undefined, or null. */
    AnabranchException undefined;

    /** An action, not retired, that makes the copy of a memory. */
    private record Pending(int memory, Action producer) {}

    Copies() {
        valid = 1L << HOST;
        pending = List.of();
    }

    private Copies(Copies other) {
        valid = other.valid;
        pending = List.copyOf(other.pending);
        undefined = other.undefined;
    }

    Copies copy() {
        return new Copies(this);
    }

    boolean isValid(int memory) {
        return (valid >>> memory & 1) != 0;
    }

    boolean isNowhere() {
        return valid == 0;
    }

    /** Whether there is nothing to remember: valid on the host alone, defined, at rest. */
    boolean isFresh() {
        return valid == 1L << HOST && pending.isEmpty() && undefined == null;
    }

    /** A memory to copy from: the host if it will do. */
    int source() {
        return isValid(HOST) ? HOST : Long.numberOfTrailingZeros(valid);
    }

    /** The action that still has to make the copy of a memory, or null. */
    Action producer(int memory) {
        for (Pending entry : pending) {
            if (entry.memory == memory) {
                return entry.producer;
            }
        }
        return null;
    }

    /** A copy will be made. */
    void add(int memory, Action producer) {
        valid |= 1L << memory;
        List<Pending> more = new ArrayList<>(pending);
        more.add(new Pending(memory, producer));
        pending = more;
    }

    /** The content will be replaced, in one memory; all other copies are void. */
    void replace(int memory, Action producer) {
        valid = 0;
        pending = List.of();
        add(memory, producer);
        undefined = null;
    }

    /** All unfinished producers. */
    List<Action> producers() {
        return pending.stream().map(Pending::producer).toList();
    }

    /** The producer has retired; without success its copy was never made. */
    void made(int memory, Action producer, boolean success) {
        if (producer(memory) == producer) {
            pending = pending.stream().filter(entry -> entry.producer != producer).toList();
            if (!success) {
                valid &= ~(1L << memory);
            }
        }
    }

    /** The producer that replaced the content has retired. */
    boolean replaced(int memory, Action producer) {
        boolean current = producer(memory) == producer;
        if (current) {
            pending = pending.stream().filter(entry -> entry.producer != producer).toList();
        }
        return current;
    }

    /** A memory is no more. */
    void drop(int memory) {
        valid &= ~(1L << memory);
        pending = pending.stream().filter(entry -> entry.memory != memory).toList();
    }

    /** Makes one memory the only valid one, at rest and defined. */
    void settleAt(int memory) {
        valid = 1L << memory;
        pending = List.of();
        undefined = null;
    }
}
