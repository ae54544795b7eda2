package org.anabranch.loops.device;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.ClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.UndefinedDataException;

import java.lang.foreign.MemorySegment;

/**
 * An array or segment that stays on devices between loops. It is <em>plain</em> as long as only the
 * program's memory counts, and its buffer, if any, is compared with that before use. Otherwise the
 * buffer has the contents, and if the array is <em>away</em>, only the buffer. Thread-safe.
 */
final class KeptArray {
    private final boolean isChecked = Boolean.getBoolean("anabranch.loops.check");

    final Object root;
    final Residence residence;

    /** The number of open scopes. Guarded by {@link KeptArrays}. */
    int scopes;

    @GuardedBy("this")
    private Buffer buffer;

    /** The program's memory when the buffer was last filled. */
    @GuardedBy("this")
    private FlatRoot flat;

    @GuardedBy("this")
    private Leaves leaves;

    @GuardedBy("this")
    private boolean isFilled;

    @GuardedBy("this")
    private boolean isAway;

    /** The reason why there are no contents, or null. */
    @GuardedBy("this")
    private AnabranchException lost;

    @GuardedBy("this")
    private boolean isPlain = true;

    KeptArray(Object root, Residence residence) {
        this.root = root;
        this.residence = residence;
    }

    /**
     * Returns the buffer for a loop.
     *
     * @param now the program's memory
     * @param current true for its contents; false if it will be overwritten
     */
    synchronized Buffer lend(FlatRoot now, boolean current) {
        requireContents();
        if (isFilled && flat.bytes != now.bytes) {
            used(); // other rows
        }
        if (isFilled) {
            check();
            return buffer;
        }
        Buffer known = buffer == null ? residence.take(root) : buffer;
        buffer = residence.prepared(known, now, current);
        flat = now;
        leaves = new Leaves(now);
        become(current, false);
        return buffer;
    }

    /** Reports that a loop has written it on devices alone. */
    synchronized void written() {
        become(true, true);
        if (isChecked) {
            home();
        }
    }

    /** Reports that a loop that writes it has failed on devices. */
    synchronized void failed(AnabranchException reason) {
        if (isAway) {
            lost = new UndefinedDataException("a loop that writes it has failed there", reason);
        }
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
        become(false, false);
    }

    /** Brings contents home; the buffer has them, too. */
    synchronized void home() {
        requireContents();
        if (!isAway) {
            check();
            return;
        }
        try {
            flat.copyFrom(contents(), residence.blocks());
            become(true, false);
        } catch (DomainLostException | UndefinedDataException | ClosedException gone) {
            lost = gone;
            become(false, false);
            requireContents();
        }
    }

    /** Brings contents home, since they may be changed there. */
    synchronized void used() {
        home();
        become(false, false);
    }

    /** Reports that the program has written it. */
    synchronized void updated() {
        lost = null;
        become(false, false);
    }

    /** Brings contents home, and ends its stay. */
    synchronized void release() {
        try {
            home();
        } finally {
            if (buffer != null && lost == null) {
                residence.giveBack(root, buffer);
            } else if (buffer != null) {
                buffer.close();
            }
            buffer = null;
            updated();
        }
    }

    /** Returns true if the program's memory may lack its contents, or change without notice. */
    synchronized boolean isAffectedBy(Object other) {
        return !isPlain && (KeptArrays.isSame(root, other) || leaves.overlap(other));
    }

    /** Returns the contents on the host; an interrupt does not end the wait, but stays. */
    @GuardedBy("this")
    private MemorySegment contents() {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return buffer.read();
                } catch (ActionCancelledException cancelled) {
                    if (!Thread.interrupted()) {
                        throw cancelled;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @GuardedBy("this")
    private void become(boolean filled, boolean away) {
        isFilled = filled;
        isAway = away;
        boolean plain = !filled && lost == null;
        if (plain != isPlain) {
            isPlain = plain;
            KeptArrays.count(plain ? -1 : 1);
        }
    }

    @GuardedBy("this")
    private void requireContents() {
        if (lost instanceof DomainLostException) {
            throw new DomainLostException(message(), lost);
        }
        if (lost != null) {
            throw new UndefinedDataException(message(), lost);
        }
    }

    @GuardedBy("this")
    private String message() {
        String type = root.getClass().getSimpleName();
        return "the contents of a kept %s were on a device alone: %s"
                .formatted(type, lost.getMessage());
    }

    /** Throws if checks are on and the program has changed it. */
    @GuardedBy("this")
    private void check() {
        if (!isChecked || !isFilled || isAway) {
            return;
        }
        try {
            if (FlatRoot.of(root).isIn(buffer.read(), residence.blocks())) {
                return;
            }
        } catch (DeviceRefusal otherRows) {
            become(false, false);
        }
        become(false, false);
        throw new IllegalStateException(
                "the program has changed a kept %s without Kept.update"
                        .formatted(root.getClass().getSimpleName()));
    }
}
