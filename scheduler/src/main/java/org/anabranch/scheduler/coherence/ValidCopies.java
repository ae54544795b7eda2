package org.anabranch.scheduler.coherence;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.action.Action;

import java.util.ArrayList;
import java.util.List;

/**
 * The memories in which one box of a buffer is valid, the transfers on their way there, and whether
 * the content is defined.
 */
public final class ValidCopies {
    public static final int HOST = 0;

    /** One bit per memory, also for those whose copy is still on its way. */
    private long valid;

    /** The one action, not retired, that makes a copy; further ones are in {@link #more}. */
    private Action producer;

    private int producedMemory;
    private List<Pending> more = List.of();

    /** Why the content is undefined, or null. */
    AnabranchException undefined;

    /** An action, not retired, that makes the copy of a memory. */
    private record Pending(int memory, Action producer) {}

    ValidCopies() {
        valid = 1L << HOST;
    }

    private ValidCopies(ValidCopies other) {
        valid = other.valid;
        producer = other.producer;
        producedMemory = other.producedMemory;
        more = other.more.isEmpty() ? List.of() : new ArrayList<>(other.more);
        undefined = other.undefined;
    }

    ValidCopies copy() {
        return new ValidCopies(this);
    }

    boolean isValid(int memory) {
        return (valid >>> memory & 1) != 0;
    }

    boolean isNowhere() {
        return valid == 0;
    }

    /**
     * Returns true if the entry has the default state: valid on the host alone, defined, no
     * transfer.
     */
    boolean isFresh() {
        return valid == 1L << HOST && producer == null && undefined == null;
    }

    /** A memory to copy from: the host if it will do. */
    int source() {
        return isValid(HOST) ? HOST : Long.numberOfTrailingZeros(valid);
    }

    /** The action that still has to make the copy of a memory, or null. */
    Action producer(int memory) {
        if (producer == null || producedMemory == memory) {
            return producer;
        }
        for (Pending entry : more) {
            if (entry.memory == memory) {
                return entry.producer;
            }
        }
        return null;
    }

    /** A copy will be made. */
    void add(int memory, Action newProducer) {
        if (producer == null) {
            producer = newProducer;
            producedMemory = memory;
        } else {
            List<Pending> longer = new ArrayList<>(more.size() + 1);
            longer.addAll(more);
            longer.add(new Pending(memory, newProducer));
            more = longer;
        }
        valid |= 1L << memory; // last: without memory to know its producer it is not made
    }

    /** The content will be replaced, in one memory; all other copies are void. */
    void replace(int memory, Action newProducer) {
        valid = 1L << memory;
        producer = newProducer;
        producedMemory = memory;
        more = List.of();
        undefined = null;
    }

    /** All unfinished producers come before the action. */
    void precede(Action action) {
        if (producer != null && producer != action) {
            producer.precede(action, false);
        }
        for (Pending entry : more) {
            if (entry.producer != action) {
                entry.producer.precede(action, false);
            }
        }
    }

    /** All unfinished producers. */
    List<Action> producers() {
        List<Action> producers = new ArrayList<>();
        if (producer != null) {
            producers.add(producer);
        }
        more.forEach(entry -> producers.add(entry.producer));
        return producers;
    }

    /** The producer has retired; without success its copy was never made. */
    void made(int memory, Action retired, boolean success) {
        if (replaced(memory, retired) && !success) {
            valid &= ~(1L << memory);
        }
    }

    /** The producer of the content in a memory has retired; whether it was that. */
    boolean replaced(int memory, Action retired) {
        if (producer(memory) != retired) {
            return false;
        }
        remove(retired, memory);
        return true;
    }

    /** Removes what an action makes, or for null what is made in a memory. Takes no memory. */
    private void remove(Action retired, int memory) {
        for (int i = more.size() - 1; i >= 0; i--) {
            Pending entry = more.get(i);
            if (retired == null ? entry.memory == memory : entry.producer == retired) {
                more.remove(i);
            }
        }
        if (producer != null
                && (retired == null ? producedMemory == memory : producer == retired)) {
            producer = null;
            if (!more.isEmpty()) {
                Pending next = more.removeFirst();
                producer = next.producer;
                producedMemory = next.memory;
            }
        }
    }

    /** A memory is no more. */
    void drop(int memory) {
        valid &= ~(1L << memory);
        remove(null, memory);
    }

    /** Makes one memory the only valid one, at rest and defined. */
    void settleAt(int memory) {
        valid = 1L << memory;
        producer = null;
        more = List.of();
        undefined = null;
    }
}
