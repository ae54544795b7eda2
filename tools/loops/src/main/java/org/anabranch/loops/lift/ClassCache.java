package org.anabranch.loops.lift;

import java.util.function.Function;

/**
 * A cache of values computed from classes, each kept as long as its class. Thread-safe.
 *
 * @param <T> of the values
 */
public final class ClassCache<T> extends ClassValue<T> {
    private final Function<Class<?>, T> computation;

    /**
     * Creates an empty cache.
     *
     * @param computation of the value of a class
     */
    public ClassCache(Function<Class<?>, T> computation) {
        this.computation = computation;
    }

    @Override
    protected T computeValue(Class<?> type) {
        return computation.apply(type);
    }
}
