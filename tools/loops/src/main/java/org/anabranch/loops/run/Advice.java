package org.anabranch.loops.run;

import org.anabranch.loops.Conflict;
import org.anabranch.loops.Verdict;

import java.util.List;

/** The advice on changes after which a loop would run in parallel. */
public final class Advice {
    private Advice() {}

    /**
     * Returns the advice for a loop that ran sequentially.
     *
     * @param verdict its verdict
     * @return suggested changes, possibly empty
     */
    public static List<String> of(Verdict verdict) {
        return switch (verdict.kind()) {
            case DOALL -> List.of();
            case REFUSED -> List.of("take out of the body what is named above");
            case UNKNOWN -> List.of("use indices that are linear in the loop's own, or fixed ones");
            case DEPENDENT -> dependent(verdict);
        };
    }

    private static List<String> dependent(Verdict verdict) {
        if (!verdict.reductions().isEmpty()) {
            return List.of(
                    "let sums be computed in tiles: @Parallel(reassociate = true), or"
                            + " loops.reassociating()");
        }
        if (!verdict.privates().isEmpty()) {
            return List.of("declare " + String.join(", ", verdict.privates()) + " inside the body");
        }
        boolean onlyReadsBefore =
                verdict.conflicts().stream().allMatch(c -> c.kind() == Conflict.Kind.ANTI);
        if (onlyReadsBefore) {
            return List.of("read from a copy made before the loop");
        }
        long least = verdict.conflicts().stream().mapToLong(Conflict::least).min().orElse(1);
        return least > 1
                ? List.of("run " + least + " iterations at a time: those do not collide")
                : List.of("write to another array than is read");
    }
}
