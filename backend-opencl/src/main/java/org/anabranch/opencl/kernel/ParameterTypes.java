package org.anabranch.opencl.kernel;

import static org.anabranch.opencl.driver.ClFunction.GET_KERNEL_ARGUMENT_INFO;

import org.anabranch.opencl.driver.ClStatus;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of a kernel's parameters as the driver reports them, empty where it does not. A scalar of
 * another type would arrive as other bits, and a function whose pointers are to larger elements
 * than its memory has would access bytes behind the end.
 */
final class ParameterTypes {
    private static final int TYPE_NAME = 0x1198;
    private static final int LONGEST = 256;
    private static final Pattern TYPE = Pattern.compile("([a-z]+)(2|3|4|8|16)?(\\s*\\*+)?");
    private static final Map<String, Integer> BYTES =
            Map.ofEntries(
                    Map.entry("char", 1),
                    Map.entry("uchar", 1),
                    Map.entry("short", 2),
                    Map.entry("ushort", 2),
                    Map.entry("half", 2),
                    Map.entry("int", 4),
                    Map.entry("uint", 4),
                    Map.entry("float", 4),
                    Map.entry("long", 8),
                    Map.entry("ulong", 8),
                    Map.entry("double", 8));

    private final List<String> names;
    private final List<Type> types;

    /**
     * A type of OpenCL C.
     *
     * @param base scalar type, or empty if it is none that is known
     * @param vector true if it has several components
     * @param pointer true if it is a pointer to that
     */
    private record Type(String base, boolean vector, boolean pointer) {
        static final Type UNKNOWN = new Type("", false, false);

        static Type of(String name) {
            Matcher type = TYPE.matcher(plain(name));
            if (!type.matches()) {
                return name.endsWith("*") ? new Type("", false, true) : UNKNOWN;
            }
            boolean known = BYTES.containsKey(type.group(1));
            boolean pointer = type.group(3) != null;
            if (!known && !pointer) {
                return UNKNOWN;
            }
            return new Type(known ? type.group(1) : "", known && type.group(2) != null, pointer);
        }

        /** Without qualifiers, and with {@code unsigned} as OpenCL's own names have it. */
        private static String plain(String name) {
            return name.replaceAll("\\b(const|volatile|restrict|signed|__global|__private)\\b", "")
                    .strip()
                    .replaceAll("\\blong long\\b", "long")
                    .replaceAll("\\b(short|long) int\\b", "$1")
                    .replaceAll("\\bunsigned\\s+(char|short|int|long)\\b", "u$1")
                    .replaceAll("\\bunsigned\\b", "uint");
        }

        int bytes() {
            return BYTES.getOrDefault(base, 0);
        }
    }

    private ParameterTypes(List<String> names) {
        this.names = names;
        this.types = names.stream().map(Type::of).toList();
    }

    /** {@return the driver's types for a kernel with so many parameters} */
    static ParameterTypes of(long kernel, int count, SourceTokens source) {
        List<String> names = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocate(LONGEST);
            for (int i = 0; i < count; i++) {
                int status =
                        GET_KERNEL_ARGUMENT_INFO.status(
                                kernel, i, TYPE_NAME, (long) LONGEST, name.address(), 0L);
                names.add(status == ClStatus.SUCCESS ? source.type(name.getString(0)) : "");
            }
        }
        return new ParameterTypes(names);
    }

    /** {@return the bytes of a scalar or vector type, empty if it is none} */
    static OptionalInt bytes(String type) {
        Matcher matcher = TYPE.matcher(type);
        if (!matcher.matches()
                || matcher.group(3) != null
                || !BYTES.containsKey(matcher.group(1))) {
            return OptionalInt.empty();
        }
        int components = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        return OptionalInt.of(BYTES.get(matcher.group(1)) * (components == 3 ? 4 : components));
    }

    int count() {
        return names.size();
    }

    String name(int parameter) {
        return names.get(parameter);
    }

    /** {@return true if memory has elements as large as the numbers; bytes stand for anything} */
    boolean fits(int parameter, int elementBytes) {
        return elementBytes == 1 || types.get(parameter).bytes() <= elementBytes;
    }

    /** {@return true if it is a pointer to vectors} */
    boolean isVectorPointer(int parameter) {
        return types.get(parameter).pointer && types.get(parameter).vector;
    }

    /** {@return true if it is known to be no pointer} */
    boolean isScalar(int parameter) {
        Type type = types.get(parameter);
        return !type.pointer && !type.base.isEmpty();
    }

    /**
     * Adds a number with the type of a parameter. Integers convert to any type that has their
     * value, floating-point numbers to any floating-point type that does; an integer of the same
     * size may be unsigned. Where the driver reports no type, the number's own type is used.
     *
     * @return false if the parameter's type has no such value
     */
    boolean add(int parameter, Number value, KernelValues values) {
        Type type = types.get(parameter);
        if (type.pointer || type.vector) {
            return false;
        }
        boolean whole = value instanceof Integer || value instanceof Long;
        switch (type.base) {
            case "" -> values.add(value);
            case "float", "double", "half" -> {
                return addFloating(type, value, whole, values);
            }
            default -> {
                int bytes = type.bytes();
                if (!whole || !isWithin(type, value)) {
                    return false;
                }
                long mask = bytes == Long.BYTES ? -1 : (1L << 8 * bytes) - 1;
                values.add(value.longValue() & mask, bytes);
            }
        }
        return true;
    }

    private static boolean isWithin(Type type, Number value) {
        int bits = 8 * type.bytes();
        long number = value.longValue();
        boolean unsigned = type.base.startsWith("u");
        if (bits == Long.SIZE || unsigned && bits == Integer.SIZE && value instanceof Integer) {
            return true;
        }
        long least = unsigned ? 0 : -1L << bits - 1;
        long most = unsigned ? (1L << bits) - 1 : (1L << bits - 1) - 1;
        return number >= least && number <= most;
    }

    private static boolean addFloating(
            Type type, Number value, boolean whole, KernelValues values) {
        double number = value.doubleValue();
        if (whole && ((long) number != value.longValue() || number == 0x1p63)) {
            return false;
        }
        switch (type.base) {
            case "double" -> values.add(Double.doubleToRawLongBits(number), Double.BYTES);
            case "float" -> {
                float less = value.floatValue();
                if (less != number && !Double.isNaN(number)) {
                    return false;
                }
                values.add(Integer.toUnsignedLong(Float.floatToRawIntBits(less)), Float.BYTES);
            }
            default -> {
                short half = Float.floatToFloat16(value.floatValue());
                if (Float.float16ToFloat(half) != number && !Double.isNaN(number)) {
                    return false;
                }
                values.add(Short.toUnsignedLong(half), Short.BYTES);
            }
        }
        return true;
    }
}
