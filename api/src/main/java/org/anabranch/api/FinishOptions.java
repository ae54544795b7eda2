package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a scope treats what is started in it. Immutable.
 *
 * @param timeLimit how long a kernel may run, as {@link StreamOptions#limitedTo} says; empty for
 *     the limit of the scope around it, if that has one
 */
public record FinishOptions(Optional<Duration> timeLimit) {

    /** No limit but that of the scope around it. */
    public static final FinishOptions DEFAULT = new FinishOptions(Optional.empty());

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public FinishOptions {
        timeLimit.ifPresent(StreamOptions::requirePositive);
    }

    /**
     * Limits the time that a kernel may run, as {@link StreamOptions#limitedTo} does: each kernel
     * of this scope and of scopes within it that have no limit of their own, and each piece of a
     * loop over a kernel. Tasks that are no kernels have no limit.
     *
     * @param time positive
     * @return changed options
     * @throws IllegalArgumentException if the time is not positive
     */
    public FinishOptions limitedTo(Duration time) {
        return new FinishOptions(Optional.of(Objects.requireNonNull(time, "time")));
    }
}
