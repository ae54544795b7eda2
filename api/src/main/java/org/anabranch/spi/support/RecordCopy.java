package org.anabranch.spi.support;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.stream.Stream;

/** Copies of public records that differ in one component, for options with many of them. */
public final class RecordCopy {
    private RecordCopy() {}

    /**
     * Copies a record; the checks of its constructor apply.
     *
     * @param record a public record
     * @param name of one of its components
     * @param value of that component in the copy
     * @return the copy
     * @param <R> the type of the record
     * @throws IllegalArgumentException if there is no such component, or the value has another type
     */
    @SuppressWarnings("unchecked") // the copy is of the same class
    public static <R extends Record> R with(R record, String name, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        if (Stream.of(components).noneMatch(one -> one.getName().equals(name))) {
            throw new IllegalArgumentException(record.getClass() + " has no component " + name);
        }
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                types[i] = components[i].getType();
                boolean changes = components[i].getName().equals(name);
                values[i] = changes ? value : components[i].getAccessor().invoke(record);
            }
            return (R) record.getClass().getConstructor(types).newInstance(values);
        } catch (InvocationTargetException refused) {
            throw refused.getCause() instanceof RuntimeException own
                    ? own
                    : new IllegalStateException(refused);
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalArgumentException(record.getClass() + " is not public", hidden);
        }
    }
}
