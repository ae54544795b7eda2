package org.anabranch.scheduler.action;

import org.anabranch.scheduler.count.Handles;
import org.anabranch.spi.Order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * One attempt of an action to run as an operation of a device: the ticket under which the device
 * has it, and the tickets after which it must run. An action on the host has none. A second attempt
 * is another operation, so a late completion of this one does not concern the action.
 *
 * <p>A device that orders operations itself receives an operation before its predecessors have
 * ended. It may then report that it has not started the operation, because one of these failed;
 * that one may be attempted again under another ticket, and its successors are ordered anew.
 */
public abstract class DeviceOperation {
    private static final VarHandle AFTER =
            Handles.of(MethodHandles.lookup(), "after", long[].class);

    static {
        DeviceOperation none = null;
        Handles.linkCalls(() -> AFTER.compareAndSet(none, Order.NOTHING, Order.NOTHING));
    }

    private final boolean submittedBefore;

    /** Of the operation that the device has, or 0. */
    private volatile long ticket;

    private volatile boolean submitted;
    private boolean withdrawn;

    /** Tickets of operations that this is to run after; read once the holds are gone. */
    private volatile long[] after = Order.NOTHING;

    /**
     * Makes an attempt.
     *
     * @param earlier the attempt before it on the same device, or null
     */
    protected DeviceOperation(DeviceOperation earlier) {
        this.submittedBefore = earlier != null && earlier.wasSubmitted();
        this.withdrawn = earlier != null && earlier.withdrawn;
    }

    /** {@return the action} */
    protected abstract DependenceNode node();

    /** Returns true if the device can run the other after this. */
    protected abstract boolean isOrderedBefore(DeviceOperation other);

    /** {@return another attempt of the same action on the same device} */
    protected abstract DeviceOperation again();

    /**
     * The tickets but for those of attempts that failed, whose actions, not retired, are added to a
     * list.
     */
    protected abstract long[] withoutFailed(long[] tickets, List<DependenceNode> failed);

    /** Forgets a failed attempt: the action has retired, so no thread waits for it. */
    protected abstract void forget();

    /**
     * Returns true if it was submitted to a device, so that early successors may have acquired
     * already.
     */
    final boolean wasSubmitted() {
        return submitted || submittedBefore;
    }

    /** Returns the ticket after which others may run, or 0. */
    final long announced() {
        return submitted ? ticket : 0;
    }

    final void runAfter(long other) {
        long[] known;
        long[] more;
        do {
            known = after;
            for (long one : known) {
                if (one == other) {
                    return;
                }
            }
            more = Arrays.copyOf(known, known.length + 1);
            more[known.length] = other;
        } while (!AFTER.compareAndSet(this, known, more));
    }

    final boolean isAfterOthers() {
        return after.length > 0;
    }

    /** Drops the tickets of attempts that failed; returns their actions. The holds are gone. */
    final List<DependenceNode> takeFailed(List<DependenceNode> failed) {
        after = withoutFailed(after, failed);
        return failed;
    }

    public final long[] after() {
        return after;
    }

    /** Where and after what the device is to run this. The holds are gone. */
    public final Order order(int lane, long newTicket) {
        ticket = newTicket;
        return new Order(lane, newTicket, after);
    }

    /**
     * Announces that the device has it: early successors may follow, unless the device has already
     * reported that it was not started.
     */
    public final void announce() {
        if (ticket != 0) {
            submitted = true;
            node().letFollowEarly();
        }
    }

    /**
     * Withdraws the announcement after the device reported its failure: no other can be ordered
     * after its ticket.
     */
    public final void withdraw() {
        withdrawn = true;
        ticket = 0;
    }

    /** The action goes to another domain. */
    final void abandon() {
        ticket = 0;
        forgetIfWithdrawn();
    }

    final void forgetIfWithdrawn() {
        if (withdrawn) {
            forget();
        }
    }
}
