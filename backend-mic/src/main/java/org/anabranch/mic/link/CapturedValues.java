package org.anabranch.mic.link;

import org.anabranch.spi.support.ForeignThrowables;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;

/**
 * The encoding of a kernel's captured values as bytes: numbers, text, arrays of these, enum
 * constants, and records of these. No other objects are ever created from received bytes.
 */
public final class CapturedValues {
    private static final List<Class<?>> PLAIN =
            List.of(
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Character.class,
                    Integer.class,
                    Long.class,
                    Float.class,
                    Double.class);
    private static final int NULL = 20;
    private static final int TEXT = 21;
    private static final int ARRAY = 22;
    private static final int ENUM = 23;
    private static final int RECORD = 24;

    private CapturedValues() {}

    /**
     * Puts a value.
     *
     * @throws IllegalArgumentException if it is of no type that can be sent; names the type, or an
     *     accessor of a record throws
     * @throws ReflectiveOperationException if a record cannot be read
     */
    public static void put(FrameWriter message, Object value) throws ReflectiveOperationException {
        if (value == null) {
            message.putByte(NULL);
        } else if (value instanceof String text) {
            message.putByte(TEXT).putText(text);
        } else if (value instanceof Enum<?> constant) {
            message.putByte(ENUM)
                    .putText(constant.getDeclaringClass().getName())
                    .putText(constant.name());
        } else if (value instanceof Record components) {
            putRecord(message, components);
        } else if (PLAIN.contains(value.getClass())) {
            message.putByte(PLAIN.indexOf(value.getClass())).putLong(bits(value));
        } else {
            putArray(message, value);
        }
    }

    private static void putRecord(FrameWriter message, Record value)
            throws ReflectiveOperationException {
        RecordComponent[] components = value.getClass().getRecordComponents();
        message.putByte(RECORD).putText(value.getClass().getName()).putInt(components.length);
        for (RecordComponent component : components) {
            component.getAccessor().setAccessible(true);
            put(message, read(component, value));
        }
    }

    /** Accessors may be code of the program. */
    private static Object read(RecordComponent component, Record value)
            throws ReflectiveOperationException {
        try {
            return component.getAccessor().invoke(value);
        } catch (InvocationTargetException thrown) {
            throw new IllegalArgumentException(
                    "a %s whose %s() threw %s"
                            .formatted(
                                    value.getClass().getName(),
                                    component.getName(),
                                    ForeignThrowables.text(thrown.getCause())),
                    thrown);
        }
    }

    private static void putArray(FrameWriter message, Object value)
            throws ReflectiveOperationException {
        Class<?> element = value.getClass().getComponentType();
        if (element == null || !element.isPrimitive() && element != String.class) {
            throw new IllegalArgumentException("a " + value.getClass().getName());
        }
        int length = Array.getLength(value);
        message.putByte(ARRAY).putText(element.getName()).putInt(length);
        for (int i = 0; i < length; i++) {
            put(message, Array.get(value, i));
        }
    }

    private static long bits(Object value) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        if (value instanceof Character character) {
            return character;
        }
        if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        }
        return value instanceof Double number
                ? Double.doubleToRawLongBits(number)
                : ((Number) value).longValue();
    }

    /**
     * Reads a value.
     *
     * @param frame positioned there
     * @param loader of enum and record classes
     * @throws ReflectiveOperationException if a class is not there
     */
    public static Object get(Received frame, ClassLoader loader)
            throws ReflectiveOperationException {
        int code = frame.body().get();
        return switch (code) {
            case NULL -> null;
            case TEXT -> frame.text();
            case ARRAY -> array(frame, loader);
            case ENUM -> constant(Class.forName(frame.text(), true, loader), frame.text());
            case RECORD -> record(frame, loader);
            default -> plain(code, frame.body().getLong());
        };
    }

    private static Object plain(int code, long bits) {
        return switch (code) {
            case 0 -> bits != 0;
            case 1 -> (byte) bits;
            case 2 -> (short) bits;
            case 3 -> (char) bits;
            case 4 -> (int) bits;
            case 5 -> bits;
            case 6 -> Float.intBitsToFloat((int) bits);
            case 7 -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException("a value of the unknown type " + code);
        };
    }

    private static Object array(Received frame, ClassLoader loader)
            throws ReflectiveOperationException {
        String name = frame.text();
        Class<?> element =
                name.equals(String.class.getName()) ? String.class : Class.forPrimitiveName(name);
        int length = frame.count(1);
        Object array = Array.newInstance(element, length);
        for (int i = 0; i < length; i++) {
            Array.set(array, i, get(frame, loader));
        }
        return array;
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getName() + " has no constant " + name);
    }

    private static Object record(Received frame, ClassLoader loader)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName(frame.text(), true, loader);
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[frame.count(1)];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(frame, loader);
        }
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }
}
