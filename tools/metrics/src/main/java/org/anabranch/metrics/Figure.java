package org.anabranch.metrics;

import java.util.function.ToDoubleFunction;

/**
 * A number that is always kept, as metrics systems name it. Reading it asks the {@code Monitor} or
 * the log for a count; nothing waits for the scheduler.
 *
 * @param name such as {@code anabranch.actions}; several figures of one name differ in a tag
 * @param counter whether it only grows, from 0 when its domain came; else it is what there is now
 * @param unit by UCUM: {@code s}, {@code By}, or what is counted, in braces
 * @param tag name of the tag that tells it from others of its name, or empty
 * @param value of that tag, of a fixed few
 * @param text what it is, in one sentence
 * @param read gives it
 * @param <T> what it is read from
 */
public record Figure<T>(
        String name,
        boolean counter,
        String unit,
        String tag,
        String value,
        String text,
        ToDoubleFunction<T> read) {

    /** Something that only grows. */
    static <T> Figure<T> counter(String name, String unit, String text, ToDoubleFunction<T> read) {
        return new Figure<>(name, true, unit, "", "", text, read);
    }

    /** Something that there is now. */
    static <T> Figure<T> gauge(String name, String unit, String text, ToDoubleFunction<T> read) {
        return new Figure<>(name, false, unit, "", "", text, read);
    }

    /** The same for one of several sorts. */
    Figure<T> of(String sort, String one, ToDoubleFunction<T> part) {
        return new Figure<>(name, counter, unit, sort, one, text, part);
    }
}
