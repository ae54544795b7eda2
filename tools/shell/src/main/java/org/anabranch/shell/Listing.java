package org.anabranch.shell;

import java.util.AbstractList;
import java.util.List;

/**
 * What a listing command returns: a list of its objects, for loops such as {@code each (domains)
 * {...}}, that prints as a table.
 *
 * @param <T> type of its objects
 */
public final class Listing<T> extends AbstractList<T> {
    private final List<T> objects;
    private final String text;

    Listing(List<T> objects, String text) {
        this.objects = List.copyOf(objects);
        this.text = text;
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
        return text;
    }
}
