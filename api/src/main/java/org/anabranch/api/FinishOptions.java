package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a finish scope. Immutable.
 *
 * @param timeLimit the longest time that a kernel may run, as for {@link StreamOptions#limitedTo};
 *     if empty, the limit of the enclosing scope applies
 */
public record FinishOptions(Optional<Duration> timeLimit) {

    /** The default: only the limit of the enclosing scope. */
    public static final FinishOptions DEFAULT = new FinishOptions(Optional.empty());

    /**
     * Checks the limit.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public FinishOptions {
        timeLimit.ifPresent(StreamOptions::requirePositive);
    }

    /**
     * Limits the time that a kernel may run, as {@link StreamOptions#limitedTo} does. The limit
     * applies to each kernel of this scope and of nested scopes that have none of their own, and to
     * each piece of a loop over a kernel. Tasks other than kernels have no limit.
     *
     * @param time positive
     * @return changed options
     * @throws IllegalArgumentException if the time is not positive
     */
    public FinishOptions limitedTo(Duration time) {
        return new FinishOptions(Optional.of(Objects.requireNonNull(time, "time")));
    }
}
