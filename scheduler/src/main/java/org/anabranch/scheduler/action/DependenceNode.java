package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.event.Outcome;
import org.anabranch.spi.Order;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What comes before what: the holds of an action, the edges to those that come after it, the
 * tickets by which a device knows those before it, and the failure that it inherits. When holds are
 * gone and what happens then is said by {@link Action}.
 */
public abstract class DependenceNode extends Outcome {
    private static final VarHandle HOLDS;
    private static final VarHandle END_HOLDS;
    private static final VarHandle EDGES;
    private static final VarHandle AFTER;
    private static final Edge CLOSED = new Edge(null, false, false, false, null);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HOLDS = lookup.findVarHandle(DependenceNode.class, "holds", int.class);
            END_HOLDS = lookup.findVarHandle(DependenceNode.class, "endHolds", int.class);
            EDGES = lookup.findVarHandle(DependenceNode.class, "edges", Edge.class);
            AFTER = lookup.findVarHandle(DependenceNode.class, "after", long[].class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Set while the action is being set up; so many holds cannot be. */
    private static final int SETTING_UP = 1 << 30;

    /** Through its handle; less what was given back, while it is being set up. */
    @SuppressWarnings("unused")
    private int holds = SETTING_UP;

    /** Holds taken during the set-up, by its thread: added up when it ends, in one operation. */
    private int taken;

    @SuppressWarnings("unused") // through its handle
    private int endHolds = 1;

    private volatile Edge edges;
    volatile boolean submitted;
    boolean submittedBefore;
    boolean withdrawn;

    /**
     * Whether it is on its second domain, or waits again: what it was told to follow before is
     * void.
     */
    boolean restarted;

    /** Of the operation that the device has, or 0. */
    private volatile long ticket;

    /** Tickets of operations that this is to run after; read once the holds are gone. */
    public long[] after = Order.NOTHING;

    private volatile AnabranchException inherited;

    /** Whether the other may be submitted as soon as this has been, to the same device. */
    abstract boolean isFollowedEarlyBy(Action successor);

    /** The holds are gone; told in no particular order, and not below the caller's stack. */
    abstract void ready();

    /** What its end waited for is gone. */
    abstract void retire();

    /** Whether it has ended and released its successors. */
    public final boolean isRetired() {
        return edges == CLOSED;
    }

    /**
     * Whether a device has been told of this, so that early successors may have acquired already.
     */
    public final boolean isSubmittedOperation() {
        return submitted || submittedBefore;
    }

    /** Makes the other action, which is being set up, come after this one. */
    public final void precede(Action successor, boolean inherits) {
        Edge first = edges;
        if (first != null && first.successor == successor && !successor.restarted) {
            precedeAgain(first, inherits);
            return;
        }
        boolean early = isFollowedEarlyBy(successor);
        long known = early && submitted ? ticket : 0;
        boolean now = known != 0;
        if (!now) {
            successor.hold();
        }
        if (early) {
            END_HOLDS.getAndAdd(successor, 1);
        }
        while (first != CLOSED) {
            Edge edge = new Edge(successor, inherits, early, now, first);
            if (EDGES.compareAndSet(this, first, edge)) {
                if (now) {
                    successor.runAfter(known);
                } else if (early && submitted) {
                    releaseEarly(edge);
                }
                return;
            }
            first = edges;
        }
        if (inherits) {
            passOn(successor);
        }
        if (!now) {
            successor.unhold();
        }
        if (early) {
            END_HOLDS.getAndAdd(successor, -1);
        }
    }

    /** The other comes after this one already; now, perhaps, it also inherits its failure. */
    private void precedeAgain(Edge edge, boolean inherits) {
        if (inherits && !edge.inherits) {
            edge.inherits = true;
            if (edges == CLOSED) {
                passOn(edge.successor);
            }
        }
    }

    private void passOn(Action successor) {
        AnabranchException failure = failureOrNull();
        if (failure != null) {
            successor.inherit(failure);
        }
    }

    /** Unless the device has it no more, but may get it again: then the successor waits. */
    private void releaseEarly(Edge edge) {
        long known = ticket;
        if (known != 0 && edge.release()) {
            edge.successor.runAfter(known);
            edge.successor.release();
        }
    }

    /**
     * Submitted under a ticket: early successors may follow, unless the device has told already
     * that it has not started it, and it is on its way there again.
     */
    public final void announce(long current) {
        if (ticket != current) {
            return;
        }
        submitted = true;
        for (Edge edge = edges; edge != null && edge != CLOSED; edge = edge.next) {
            if (edge.early) {
                releaseEarly(edge);
            }
        }
    }

    final void runAfter(long other) {
        long[] known;
        long[] more;
        do {
            known = (long[]) AFTER.getVolatile(this);
            for (long one : known) {
                if (one == other) {
                    return;
                }
            }
            more = Arrays.copyOf(known, known.length + 1);
            more[known.length] = other;
        } while (!AFTER.compareAndSet(this, known, more));
    }

    /** The device has told that it failed: nothing more can be ordered after its ticket. */
    public final void withdraw() {
        withdrawn = true;
        ticket = 0;
    }

    /** Where and after what the device is to run this. The holds are gone. */
    public final Order order(int lane, long newTicket) {
        ticket = newTicket;
        return new Order(lane, newTicket, after);
    }

    public final long[] after() {
        return after;
    }

    /** Something this depends on did not end well. The first such thing counts. */
    public final void inherit(AnabranchException failure) {
        synchronized (this) {
            if (inherited == null) {
                inherited = failure;
            }
        }
    }

    public final AnabranchException inherited() {
        return inherited;
    }

    public final boolean hasInherited() {
        return inherited != null;
    }

    /** Takes one more hold, to be given back by {@link #release}. While it is being set up. */
    public final void hold() {
        taken++;
    }

    /** Takes back a hold that nobody knows of. While it is being set up. */
    final void unhold() {
        taken--;
    }

    /** Ends the set-up: lets the action go on, now or with the last hold that is released. */
    public final void start() {
        if (endSetUp()) {
            ready();
        }
    }

    /** Ends the set-up: true if nothing holds it, so that the caller is to go on with it. */
    final boolean endSetUp() {
        int held = taken;
        taken = 0;
        return held == 0 || (int) HOLDS.getAndAdd(this, held - SETTING_UP) == SETTING_UP - held;
    }

    /** Gives a hold back; the last one lets the action go on. */
    public final void release() {
        if (isOnly(HOLDS) || (int) HOLDS.getAndAdd(this, -1) == 1) {
            ready();
        }
    }

    /**
     * Whether there is one hold, which is the caller's: then nobody else adds or takes one, and the
     * count need not be written.
     */
    private boolean isOnly(VarHandle count) {
        return (int) count.getAcquire(this) == 1;
    }

    /** Sets it up once more: what it waited for is past, and nobody else has it now. */
    final void setUpAgain() {
        HOLDS.set(this, SETTING_UP);
    }

    /** Holds its end as at first. */
    final void holdEndAgain() {
        END_HOLDS.setVolatile(this, 1);
    }

    /** The device has it no more, and may get it again. */
    final void forgetSubmission() {
        after = Order.NOTHING;
        submitted = false;
        ticket = 0;
    }

    final void endRelease() {
        if (isOnly(END_HOLDS) || (int) END_HOLDS.getAndAdd(this, -1) == 1) {
            retire();
        }
    }

    /** To those that come after it; null if it has ended. */
    final Edge edges() {
        Edge first = edges;
        return first == CLOSED ? null : first;
    }

    /** Nobody comes after it from now on without noticing; returns those who do. */
    final Edge closeEdges() {
        return (Edge) EDGES.getAndSet(this, CLOSED);
    }

    /** Those that come after it learn how it ended, and go on. */
    static void letFollow(Edge edges, AnabranchException failure) {
        for (Edge edge = edges; edge != null; edge = edge.next) {
            if (edge.inherits && failure != null) {
                edge.successor.inherit(failure);
            }
            if (edge.release()) {
                edge.successor.release();
            }
            if (edge.early) {
                edge.successor.endRelease();
            }
        }
    }
}
