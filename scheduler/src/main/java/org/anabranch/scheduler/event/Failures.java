package org.anabranch.scheduler.event;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;

import java.util.ArrayList;
import java.util.List;

/**
 * What went wrong in a scope or stream: the first failure, up to sixteen others, and a count (F2).
 * Guarded by its owner.
 */
public final class Failures {
    private static final int KEPT = 17;

    private final List<AnabranchException> kept = new ArrayList<>();
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

    public void add(AnabranchException failure) {
        count++;
        if (kept.size() < KEPT) {
            kept.add(failure);
        } else if (isCancellation(kept.getFirst()) && !isCancellation(failure)) {
            kept.set(KEPT - 1, failure);
        }
    }

    public boolean isEmpty() {
        return count == 0;
    }

    public void clear() {
        kept.clear();
        count = 0;
    }

    /** One exception for all. A failure comes before the cancellations that follow from it. */
    public AnabranchException thrown() {
        AnabranchException first =
                kept.stream()
                        .filter(failure -> !isCancellation(failure))
                        .findFirst()
                        .orElse(kept.getFirst());
        String more = count == 1 ? "" : " (and " + (count - 1) + " more did not end well)";
        AnabranchException thrown = FailureCopy.of(first, first.getMessage() + more);
        kept.stream().filter(failure -> failure != first).forEach(thrown::addSuppressed);
        return thrown;
    }

    private static boolean isCancellation(AnabranchException failure) {
        return failure instanceof ActionCancelledException;
    }
}
