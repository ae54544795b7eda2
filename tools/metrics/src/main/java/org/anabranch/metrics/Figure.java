package org.anabranch.metrics;

import java.util.function.ToDoubleFunction;

/**
 * A metric that is always available, in the terms of metrics systems. Reading it asks the {@code
 * Monitor} or the log for a count, and never waits for the scheduler.
 *
 * @param name such as {@code anabranch.actions}; figures of the same name differ in a tag
 * @param counter true if it only grows, from 0 when its domain was added; false for a gauge
 * @param unit by UCUM: {@code s}, {@code By}, or the counted thing in braces
 * @param tag name of the tag that distinguishes it from others of its name, or empty
 * @param value of that tag, one of a few fixed ones
 * @param text its description, in one sentence
 * @param read returns its value
 * @param <T> the source that it is read from
 */
public record Figure<T>(
        String name,
        boolean counter,
        String unit,
        String tag,
        String value,
        String text,
        ToDoubleFunction<T> read) {

    /** Returns a counter, which only grows. */
    static <T> Figure<T> counter(String name, String unit, String text, ToDoubleFunction<T> read) {
        return new Figure<>(name, true, unit, "", "", text, read);
    }

    /** Returns a gauge: a current value. */
    static <T> Figure<T> gauge(String name, String unit, String text, ToDoubleFunction<T> read) {
        return new Figure<>(name, false, unit, "", "", text, read);
    }

    /** Returns this figure with a tag. */
    Figure<T> of(String sort, String one, ToDoubleFunction<T> part) {
        return new Figure<>(name, counter, unit, sort, one, text, part);
    }
}
