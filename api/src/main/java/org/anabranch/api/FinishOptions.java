package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a scope treats what is started in it. Immutable.
 *
 * @param timeLimit how long a kernel may run, as {@link StreamOptions#limitedTo} says; empty for
 *     the limit of the scope around it, if that has one
 * @param scopedValues values bound in each task, as {@link #with} says; empty for those of the
 *     scope around it alone
 * @param contextClassLoader context class loader of each task, as {@link #in} says; empty for that
 *     of the scope around it
 */
public record FinishOptions(
        Optional<Duration> timeLimit,
        Optional<ScopedValue.Carrier> scopedValues,
        Optional<ClassLoader> contextClassLoader) {

    /** Limit, values and class loader are those of the scope around it. */
    public static final FinishOptions DEFAULT =
            new FinishOptions(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Checks.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public FinishOptions {
        timeLimit.ifPresent(StreamOptions::requirePositive);
        Objects.requireNonNull(scopedValues, "scopedValues");
        Objects.requireNonNull(contextClassLoader, "contextClassLoader");
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
        return new FinishOptions(
                Optional.of(Objects.requireNonNull(time, "time")),
                scopedValues,
                contextClassLoader);
    }

    /**
     * Binds scoped values in each task and each body of a loop, of this scope and of scopes within
     * it, on whatever thread it runs. Values of scopes around it stay bound; where both bind one
     * key, the inner value is seen.
     *
     * <p>The values must be passed since no public method of the JDK lists those that the calling
     * thread has bound. A program that wants its tasks to see what it sees uses one carrier for
     * both: {@code carrier.run(() -> … platform.finish(FinishOptions.DEFAULT.with(carrier)) …)}.
     *
     * @param values the bindings, made by {@link ScopedValue#where}
     * @return changed options, with these values only
     */
    public FinishOptions with(ScopedValue.Carrier values) {
        return new FinishOptions(
                timeLimit,
                Optional.of(Objects.requireNonNull(values, "values")),
                contextClassLoader);
    }

    /**
     * Sets the context class loader of each task and each body of a loop, of this scope and of
     * scopes within it. Without this it is that of the scope around it; for a scope within no other
     * it is that of the thread that opened the scope.
     *
     * @param loader of classes and services that tasks look up through their thread
     * @return changed options
     */
    public FinishOptions in(ClassLoader loader) {
        return new FinishOptions(
                timeLimit, scopedValues, Optional.of(Objects.requireNonNull(loader, "loader")));
    }
}
