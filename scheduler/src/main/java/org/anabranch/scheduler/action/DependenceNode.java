package org.anabranch.scheduler.action;

import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.count.Handles;
import org.anabranch.scheduler.pool.ForeignCode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A node of the dependence graph: two dependency counts, the edges to its successors, and the
 * failure that is inherited along them. The thread that decrements a count to zero acts.
 *
 * <p>The first count defers the start: one for each predecessor, and one while the node is being
 * set up. The second defers the end: one for the node itself, and one for each <em>early</em> edge,
 * by which a device receives the node while the predecessor is still under way there.
 *
 * <p>An edge is added to a list that its predecessor closes when it retires. The adder and the
 * closer both exchange the head, so either the closer finds the edge or the adder finds the list
 * closed. An early edge is released by the predecessor when the device has it, or by the adder if
 * that was before. The adder checks again after the edge can be found, so one of them sees the
 * other.
 */
public abstract class DependenceNode extends Loggable {
    private static final VarHandle HOLDS = Handles.of(MethodHandles.lookup(), "holds", int.class);
    private static final VarHandle END_HOLDS =
            Handles.of(MethodHandles.lookup(), "endHolds", int.class);
    private static final VarHandle EDGES = Handles.of(MethodHandles.lookup(), "edges", Edge.class);

    private static final Edge CLOSED = new Edge(null, false, false, false);

    static {
        DependenceNode none = null;
        Handles.linkCalls(
                () -> {
                    END_HOLDS.getAndAdd(none, 0);
                },
                () -> HOLDS.set(none, 0),
                () -> END_HOLDS.setVolatile(none, 0),
                () -> EDGES.compareAndSet(none, CLOSED, CLOSED));
        Handles.linkReads(
                () -> (int) HOLDS.getAndAdd(none, 0),
                () -> (Edge) EDGES.getAndSet(none, CLOSED),
                () -> (int) HOLDS.getAcquire(none));
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

    /**
     * True if edges to this node are void: it was set up again, and earlier predecessors must not
     * defer it.
     */
    private boolean renewed;

    /** The epoch of the stream that counts this, or null. */
    public Epoch epoch;

    private volatile AnabranchException inherited;

    @Override
    final int waitsFor() {
        if (taken != 0) {
            waits(true);
        }
        return taken;
    }

    /** Logs that another logged node comes after this. */
    void tellEdge(DependenceNode successor) {}

    /** Returns true if the other may be submitted as soon as this has been, to the same device. */
    abstract boolean isFollowedEarlyBy(DependenceNode successor);

    /** Returns the ticket after which successors may run, or 0: the device does not have this. */
    abstract long announcedTicket();

    /** This is to run after the operation with that ticket. */
    abstract void runAfter(long ticket);

    /**
     * The holds of the start, or of the end, are gone; not below the stack of who released them.
     */
    abstract void advance();

    /** Returns true if it has ended and released its successors. */
    public final boolean isRetired() {
        return edges == CLOSED;
    }

    @Override
    protected final boolean isOverForDependents() {
        return isRetired();
    }

    /** Makes the other action, which is being set up, come after this one. */
    public final void precede(DependenceNode successor, boolean inherits) {
        Edge first = edges;
        if (first != null && first.successor == successor && !successor.renewed) {
            precedeAgain(first, inherits);
            return;
        }
        boolean early = isFollowedEarlyBy(successor);
        long known = early ? announcedTicket() : 0;
        boolean now = known != 0;
        Edge edge = new Edge(successor, inherits, early, now); // before anything is counted
        if (!now) {
            successor.hold();
        }
        if (early) {
            END_HOLDS.getAndAdd(successor, 1);
        }
        while (first != CLOSED) {
            edge.next = first;
            if (EDGES.compareAndSet(this, first, edge)) {
                added(edge, known);
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

    /** Passes on, along an edge that is listed by now, whatever came before it was listed. */
    private void added(Edge edge, long known) {
        tellEdge(edge.successor);
        if (edge.inherits) {
            passOn(edge.successor); // a node cancelled earlier has not seen the edge
        }
        if (known != 0) {
            edge.successor.runAfterOrFail(known);
        } else if (edge.early) {
            releaseEarly(edge);
        }
    }

    /** The other comes after this one already; now, perhaps, it also inherits its failure. */
    private void precedeAgain(Edge edge, boolean inherits) {
        if (inherits && !edge.inherits) {
            edge.inherits = true;
            passOn(edge.successor);
        }
    }

    /** The successor, which is being set up, inherits the failure if there is one by now. */
    private void passOn(DependenceNode successor) {
        AnabranchException failure = failureOrNull();
        if (failure != null) {
            successor.inherit(failure);
        }
    }

    /**
     * If the device has this: it may have it no more, but get it again; then the successor waits.
     */
    private void releaseEarly(Edge edge) {
        long known = announcedTicket();
        if (known != 0 && edge.release()) {
            edge.successor.runAfterOrFail(known);
            edge.successor.release();
        }
    }

    /** Without memory to note that, it does not run at all. */
    private void runAfterOrFail(long ticket) {
        try {
            runAfter(ticket);
        } catch (OutOfMemoryError full) {
            inherit(ForeignCode.NO_MEMORY);
        }
    }

    /** The device has this: early successors may be handed to it as well. */
    final void letFollowEarly() {
        for (Edge edge = edges; edge != null && edge != CLOSED; edge = edge.next) {
            if (edge.early) {
                releaseEarly(edge);
            }
        }
    }

    /** Inherits the failure of a dependency. The first one counts. */
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

    /** Decrements the count for a dependency that no other thread knows of, during set-up. */
    final void unhold() {
        taken--;
    }

    /**
     * Ends the set-up: lets the action go on, now or with the last hold that is released. If it has
     * inherited a failure it is cancelled now.
     */
    public final void start() {
        waits(taken != 0);
        if (endSetUp()) {
            ReadyQueue.ready(this);
        } else if (inherited != null) {
            cancelFor(inherited);
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
        if (releaseStart()) {
            ReadyQueue.ready(this);
        }
    }

    /**
     * Decrements the count for a failed dependency: others may take long, so this is cancelled now.
     */
    final void releaseFailed(AnabranchException failure) {
        inherit(failure);
        if (releaseStart()) {
            ReadyQueue.ready(this);
        } else {
            cancelFor(failure);
        }
    }

    /** Cancels this if it has not begun, because a dependency failed or it is not wanted. */
    abstract void cancelFor(AnabranchException cause);

    /** Gives a hold of the start back: true for the last one. */
    private boolean releaseStart() {
        return isOnly(HOLDS) || (int) HOLDS.getAndAdd(this, -1) == 1;
    }

    /** This was cancelled before it began: so is what inherits that. */
    final void cancelSuccessors() {
        AnabranchException failure = failureOrNull();
        for (Edge edge = edges(); edge != null; edge = edge.next) {
            if (edge.inherits) {
                edge.successor.cancelFor(failure);
            }
        }
    }

    /**
     * Returns true if the count is one, the caller's: then no other thread changes it, and it need
     * not be written.
     */
    private boolean isOnly(VarHandle count) {
        return (int) count.getAcquire(this) == 1;
    }

    /** Sets it up once more: its dependencies are past, and no other thread refers to it. */
    final void setUpAgain() {
        HOLDS.set(this, SETTING_UP);
    }

    /** Holds its end as at first. */
    final void holdEndAgain() {
        END_HOLDS.setVolatile(this, 1);
    }

    /** Sets it up once more; it is to be held by the same nodes once more, if at all. */
    final void setUpAnew() {
        renewed = true;
        setUpAgain();
    }

    /** Gives a hold of the end back: true for the last one. */
    final boolean releaseEnd() {
        return isOnly(END_HOLDS) || (int) END_HOLDS.getAndAdd(this, -1) == 1;
    }

    /** To those that come after it; null if it has ended. */
    final Edge edges() {
        Edge first = edges;
        return first == CLOSED ? null : first;
    }

    /** Closes the list of edges: later adders will notice. Returns the edges. */
    final Edge closeEdges() {
        return (Edge) EDGES.getAndSet(this, CLOSED);
    }

    /** Those that come after it learn how it ended, and go on. */
    static void letFollow(Edge edges, AnabranchException failure) {
        for (Edge edge = edges; edge != null; edge = edge.next) {
            boolean failed = edge.inherits && failure != null;
            if (!edge.release()) {
                if (failed) {
                    edge.successor.inherit(failure);
                }
            } else if (failed) {
                edge.successor.releaseFailed(failure);
            } else {
                edge.successor.release();
            }
            if (edge.early && edge.successor.releaseEnd()) {
                ReadyQueue.ready(edge.successor);
            }
        }
    }
}
