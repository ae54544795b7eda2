package org.anabranch.shell.output;

import org.anabranch.spi.support.Json;

import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The result of a listing command: a list of objects, for loops such as {@code each (domains)
 * {...}}, which prints as a table.
 *
 * @param <T> type of its objects
 */
public final class Listing<T> extends AbstractList<T> {
    private final List<T> objects;
    private final IntFunction<String> text;

    /** Creates a listing that prints as the text for a number of columns. */
    public Listing(List<T> objects, IntFunction<String> text) {
        this.objects = List.copyOf(objects);
        this.text = text;
    }

    /** Creates a listing that prints as a table, or as one line of JSON: an array of objects. */
    public Listing(List<T> objects, Table table, Function<T, Map<String, Object>> json) {
        this(
                objects,
                json == null
                        ? table::text
                        : columns -> Json.of(objects.stream().map(json).toList()) + "\n");
    }

    /** {@return the text for a screen of that many columns} */
    public String text(int columns) {
        return text.apply(columns);
    }

    @Override
    public T get(int index) {
        return objects.get(index);
    }

    @Override
    public int size() {
        return objects.size();
    }

    @Override
    public String toString() {
        return text(Integer.MAX_VALUE);
    }
}
