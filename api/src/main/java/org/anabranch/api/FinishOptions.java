package org.anabranch.api;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a finish scope. Immutable.
 *
 * @param timeLimit the longest time that a kernel may run, as for {@link StreamOptions#limitedTo};
 *     if empty, the limit of the enclosing scope applies
 * @param scopedValues values bound in each task, see {@link #with}; if empty, only those of the
 *     enclosing scope
 * @param contextClassLoader context class loader of each task, see {@link #in}; if empty, that of
 *     the enclosing scope
 */
public record FinishOptions(
        Optional<Duration> timeLimit,
        Optional<ScopedValue.Carrier> scopedValues,
        Optional<ClassLoader> contextClassLoader) {

    /** The default: limit, values and class loader of the enclosing scope. */
    public static final FinishOptions DEFAULT =
            new FinishOptions(Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the limit is not positive
     */
    public FinishOptions {
        timeLimit.ifPresent(StreamOptions::requirePositive);
        Objects.requireNonNull(scopedValues, "scopedValues");
        Objects.requireNonNull(contextClassLoader, "contextClassLoader");
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
        return new FinishOptions(
                Optional.of(Objects.requireNonNull(time, "time")),
                scopedValues,
                contextClassLoader);
    }

    /**
     * Binds scoped values in each task and each body of a loop, of this scope and of nested scopes,
     * on any thread. Values of enclosing scopes stay bound; if both bind a key, the inner value
     * applies.
     *
     * <p>The values must be passed, since no public method of the JDK lists those that the calling
     * thread has bound. A program that wants its tasks to see its own values uses one carrier for
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
     * nested scopes. Without this it is that of the enclosing scope; for a scope that is not nested
     * it is that of the thread that opened it.
     *
     * @param loader of classes and services that tasks look up through their thread
     * @return changed options
     */
    public FinishOptions in(ClassLoader loader) {
        return new FinishOptions(
                timeLimit, scopedValues, Optional.of(Objects.requireNonNull(loader, "loader")));
    }
}
