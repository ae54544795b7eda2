package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Source;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The classes of the objects behind inputs. Those of captured values are part of the key of a body.
 * A body that relies on the class of a field's value is used only as long as the field holds one of
 * that class.
 */
final class KnownClasses {
    private final Map<Source, Field> fields;
    private final Map<Source, Class<?>> relied = new HashMap<>();
    private List<Object> captured = List.of();
    private Class<?> running;

    /**
     * Creates a table without captured values.
     *
     * @param fields the fields behind inputs
     */
    KnownClasses(Map<Source, Field> fields) {
        this.fields = fields;
    }

    /** Sets the captured values, of which the classes matter. */
    void captured(Revealed revealed) {
        captured = revealed.captured();
        boolean runs = !revealed.isStatic() || revealed.method().startsWith("lambda$");
        running = runs ? revealed.owner() : null;
    }

    /** Returns the class of an object, or null if it is not known. */
    Class<?> of(Source source) {
        if (source instanceof Source.Text) {
            return String.class;
        }
        if (source == null || !isReadable(source)) {
            return null;
        }
        Object value = value(source);
        if (!(source instanceof Source.Captured)) {
            relied.put(source, InputValues.type(value));
        }
        return value == null ? null : value.getClass();
    }

    Map<Source, Class<?>> relied() {
        return relied;
    }

    /** Returns the object of which the class is known. */
    Object value(Source source) {
        return InputValues.read(source, captured, fields);
    }

    /** Returns true if reading a value runs no static initializer and does not fail. */
    private boolean isReadable(Source source) {
        return switch (source) {
            case Source.Captured one -> one.position() < captured.size();
            case Source.Field field -> isReadable(field.owner()) && value(field.owner()) != null;
            case Source.Static field ->
                    running != null
                            && fields.get(field).getDeclaringClass().isAssignableFrom(running);
            default -> false;
        };
    }
}
