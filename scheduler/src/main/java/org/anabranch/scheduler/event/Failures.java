package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.scheduler.pool.ForeignCode;

import java.util.ArrayList;
import java.util.List;

/**
 * The failures of a scope or stream: the first one, up to sixteen others, and a count. Guarded by
 * its owner.
 */
public final class Failures {
    private static final int KEPT = 17;

    /** Of a scope for which there was no memory to keep more. */
    public static final Failures NO_MEMORY = of(ForeignCode.NO_MEMORY, null);

    /** The failure if there is no memory left for a description of what was cancelled. */
    private static final ActionCancelledException CANCELLED =
            new ActionCancelledException("a task did not begin: its finish scope was cancelled");

    private AnabranchException first;
    private List<AnabranchException> others = List.of();
    private long count;

    /** Those of two that are not null. */
    public static Failures of(AnabranchException one, AnabranchException other) {
        Failures both = new Failures();
        for (AnabranchException failure : new AnabranchException[] {one, other}) {
            if (failure != null) {
                both.add(failure);
            }
        }
        return both;
    }

    /** The failure of what did not begin because its scope was cancelled. */
    public static ActionCancelledException cancellation(String what) {
        try {
            return new ActionCancelledException(
                    what + " did not begin: its finish scope was cancelled");
        } catch (OutOfMemoryError full) {
            return CANCELLED;
        }
    }

    public void add(AnabranchException failure) {
        if (this == NO_MEMORY) {
            return;
        }
        count++;
        if (first == null) {
            first = failure;
        } else if (others.size() < KEPT - 1) {
            keep(failure);
        } else if (isCancellation(first) && !isCancellation(failure)) {
            others.set(KEPT - 2, failure);
        }
    }

    private void keep(AnabranchException failure) {
        try {
            if (others.isEmpty()) {
                others = new ArrayList<>();
            }
            others.add(failure);
        } catch (OutOfMemoryError full) {
            first = isCancellation(first) ? failure : first; // the others are counted
        }
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public void clear() {
        first = null;
        others = List.of();
        count = 0;
    }

    /**
     * One exception for all. A failure comes before the cancellations that follow from it. Without
     * memory for more it is that one alone.
     */
    public AnabranchException thrown() {
        AnabranchException main = first;
        for (int i = 0; i < others.size(); i++) {
            main = isCancellation(main) ? others.get(i) : main;
        }
        AnabranchException thrown = main;
        try {
            String more = count == 1 ? "" : " (and " + (count - 1) + " more did not end well)";
            thrown = FailureCopy.of(main, main.getMessage() + more);
            if (thrown != main) {
                suppress(thrown, main);
            }
        } catch (Throwable full) {
            ForeignCode.pause(); // the failures recorded so far are kept
        }
        return thrown;
    }

    private void suppress(AnabranchException thrown, AnabranchException main) {
        if (main != first) {
            thrown.addSuppressed(first);
        }
        for (AnabranchException failure : others) {
            if (failure != main) {
                thrown.addSuppressed(failure);
            }
        }
    }

    private static boolean isCancellation(AnabranchException failure) {
        return failure instanceof ActionCancelledException;
    }
}
