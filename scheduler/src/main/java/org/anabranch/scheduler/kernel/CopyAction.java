package org.anabranch.scheduler.kernel;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.api.Range;
import org.anabranch.api.RangeException;
import org.anabranch.api.Region;
import org.anabranch.events.ActionSort;
import org.anabranch.scheduler.action.ActionLog;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.DataAction;
import org.anabranch.scheduler.coherence.Memories;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.domain.Command;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.TaskQueue;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.region.Box;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Slice;

import java.util.Objects;

/**
 * An action that copies one range to another: in the domain of the stream, on the host if that is a
 * device that does not copy by itself; in a stream of no domain, where the fewest bytes of the
 * source are missing.
 */
public final class CopyAction extends DataAction {
    private final TrackedBuffer source;
    private final TrackedBuffer target;
    private final Region from;
    private final Region to;
    private final Domains domains;

    /** True if another domain may be chosen, since the program gave none. */
    private boolean movable;

    /**
     * Leases the buffers.
     *
     * @param at the domain of the stream, or null if it has none
     */
    public CopyAction(
            ActionOwner owner, ExecutingDomain at, Domains domains, Range from, Range to) {
        super(
                domains.pool(),
                owner,
                null,
                new Operand(from, Mode.READ),
                new Operand(to, Mode.WRITE));
        this.domains = domains;
        this.movable = at == null;
        this.source = (TrackedBuffer) from.buffer();
        this.target = (TrackedBuffer) to.buffer();
        this.from = from.region();
        this.to = to.region();
        lease(source, target);
        try {
            if (at != null) {
                runAt(copies(at) ? at : domains.host);
            }
            noteNesting();
        } catch (Throwable full) {
            unlease(source, target);
            throw full;
        }
    }

    /** Throws unless one range can be copied to another. */
    public static void check(Memories memories, Range from, Range to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Region source = from.region();
        Region target = to.region();
        memories.requireOwn(from.buffer());
        memories.requireOwn(to.buffer());
        if (source.width() != target.width()
                || source.height() != target.height()
                || source.depth() != target.depth()) {
            throw new RangeException("a copy needs equal extents: " + source + " and " + target);
        }
        if (from.buffer() == to.buffer() && Box.overlap(source, target, from.buffer().shape())) {
            throw new RangeException(
                    "the ranges of a copy within " + from.buffer().name() + " must not overlap");
        }
    }

    private static boolean copies(ExecutingDomain domain) {
        return domain.isHost() || domain instanceof DeviceDomain device && device.copies();
    }

    @Override
    public boolean place() {
        if (at == null) {
            runAt(nearest());
        }
        return true;
    }

    private ExecutingDomain nearest() {
        ExecutingDomain best = domains.host;
        long least = source.directory.missing(from, best.memory);
        for (ExecutingDomain domain : domains.active()) {
            if (least == 0) {
                break;
            }
            long missing = source.directory.missing(from, domain.memory);
            if (missing < least && copies(domain)) {
                best = domain;
                least = missing;
            }
        }
        return best;
    }

    @Override
    public boolean move(Ending otherwise) {
        if (!movable) {
            return false;
        }
        movable = false;
        leaveRoom();
        at.release();
        restart(otherwise);
        return true;
    }

    /** Leases both or none. */
    public static void lease(TrackedBuffer source, TrackedBuffer target) {
        source.lease();
        try {
            target.lease();
        } catch (RuntimeException closed) {
            source.unlease();
            throw closed;
        }
    }

    public static void unlease(TrackedBuffer source, TrackedBuffer target) {
        source.unlease();
        target.unlease();
    }

    @Override
    public void submit() throws DeviceLostException {
        if (at instanceof DeviceDomain device) {
            if (begin()) {
                device.lanes.submit(
                        this,
                        new Command.Copy(
                                new Slice(source.handleIn(device), from),
                                new Slice(target.handleIn(device), to)));
            } else {
                end(DONE);
            }
        } else {
            ActionLog.submitted(this);
            ((HostDomain) at).start(new HostCopy());
        }
    }

    /** The copy as a task of the host. */
    private final class HostCopy extends Task {
        private boolean begun;

        HostCopy() {
            super(null);
        }

        @Override
        public long action() {
            return CopyAction.this.action();
        }

        @Override
        protected TaskQueue queue() {
            return owner.queue();
        }

        @Override
        public void stolen() {
            counts(domains.host).stoleLocally();
        }

        @Override
        public void run(Worker worker) {
            if (!begin()) {
                over = true;
                end(DONE);
                return;
            }
            begun = true;
            Ending ending = DONE;
            long start = isTold() ? worker.beginsTold() : worker.beginsKernel();
            if (isTold()) {
                ActionLog.started(CopyAction.this, worker, start);
            }
            try {
                Region.copy(source.host(), from, target.host(), to);
            } catch (Throwable cause) {
                ending = failed(cause);
            }
            over = true;
            long end = worker.endsKernel();
            counts(domains.host).busy(end - start);
            if (isTold()) {
                ActionLog.ended(CopyAction.this, ending, worker.lane, start, end);
            }
            endOn(worker, ending);
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {
            if (!over) {
                over = true;
                end(begun || begin() ? failed(cause) : DONE);
            }
        }
    }

    @Override
    public void retired(AnabranchException failure) {
        if (at != null) {
            counts(at).ended(failure == null);
        }
        unlease(source, target);
    }

    @Override
    public void leave() {
        if (at != null) {
            at.release();
        }
    }

    @Override
    public ActionSort sort() {
        return ActionSort.COPY;
    }

    @Override
    public String title() {
        return title(source, target);
    }

    /** Returns the name of a copy. */
    public static String title(TrackedBuffer source, TrackedBuffer target) {
        return source.name() + " to " + target.name();
    }

    @Override
    public String describe() {
        return "the copy from " + source.name() + " to " + target.name() + owner.describe(this);
    }
}
