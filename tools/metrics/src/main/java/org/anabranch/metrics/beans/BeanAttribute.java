package org.anabranch.metrics.beans;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

import javax.management.MBeanAttributeInfo;

/**
 * One attribute of a bean.
 *
 * @param name as consoles show it
 * @param type of its value
 * @param text its description
 * @param read reads it from the source of the bean
 */
record BeanAttribute<T>(String name, Class<?> type, String text, Function<T, Object> read) {

    static <T> BeanAttribute<T> word(String name, String text, Function<T, String> read) {
        return new BeanAttribute<>(name, String.class, text, read::apply);
    }

    static <T> BeanAttribute<T> list(String name, String text, Function<T, Stream<String>> read) {
        return new BeanAttribute<>(
                name, String[].class, text, from -> read.apply(from).toArray(String[]::new));
    }

    static <T> BeanAttribute<T> count(String name, String text, ToLongFunction<T> read) {
        return new BeanAttribute<>(name, long.class, text, read::applyAsLong);
    }

    MBeanAttributeInfo info() {
        return new MBeanAttributeInfo(
                name, type.getName(), text, true, false, type == boolean.class);
    }
}
