package org.anabranch.loops.lift;

import org.anabranch.loops.ir.Source;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The reader of captured values and fields. */
public final class InputValues {
    /** Classes whose fields are inaccessible, and whose values are known without them. */
    private static final Set<Class<?>> BOXES =
            Set.of(
                    Boolean.class,
                    Byte.class,
                    Character.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);

    private InputValues() {}

    /** Returns the value of a captured value or of a field, by way of its object. */
    static Object read(Source source, List<Object> captured, Map<Source, Field> fields) {
        return switch (source) {
            case Source.Captured one -> captured.get(one.position());
            case Source.Field field -> {
                Object owner = read(field.owner(), captured, fields);
                yield owner == null ? null : read(fields.get(source), owner);
            }
            case Source.Static field -> read(fields.get(source), null);
            default -> throw new IllegalArgumentException(source.toString());
        };
    }

    /**
     * Reads a field.
     *
     * @param field the field
     * @param owner its object, or null if it is static
     * @return its value, boxed
     * @throws BodyRefusal if it cannot be read
     */
    public static Object read(Field field, Object owner) {
        String name = field.getName();
        try {
            Class<?> type = field.getDeclaringClass();
            if (type == Enum.class && name.equals("ordinal")) {
                return ((Enum<?>) owner).ordinal();
            }
            if (BOXES.contains(type) && name.equals("value")) {
                return owner;
            }
            if (type.getClassLoader() == null && name.equals("$assertionsDisabled")) {
                return !type.desiredAssertionStatus();
            }
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError closed) {
            String why = ClosedPackage.reason(field.getDeclaringClass(), closed);
            throw new BodyRefusal("field " + name + " cannot be read: " + why, 0);
        }
    }

    /** Returns true if a field can be read. */
    static boolean isReadable(Field field) {
        String name = field.getName();
        Class<?> type = field.getDeclaringClass();
        return type == Enum.class && name.equals("ordinal")
                || BOXES.contains(type) && name.equals("value")
                || name.equals("$assertionsDisabled")
                || field.trySetAccessible();
    }

    /**
     * Returns the class of a value that a body relies on.
     *
     * @param value or null
     * @return its class, of null {@code void.class}
     */
    public static Class<?> type(Object value) {
        return value == null ? void.class : value.getClass();
    }

    /** Returns true if a class is that of a boxed number, character or boolean. */
    static boolean isBox(Class<?> type) {
        return BOXES.contains(type);
    }
}
