package org.anabranch.dense.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The supported element types, by NumPy's names without the byte order. A value that a double
 * cannot hold exactly, an integer beyond 2^53, is read as NaN and thus rejected.
 */
enum NpyType {
    F8("f8", 8, ByteBuffer::getDouble),
    F4("f4", 4, ByteBuffer::getFloat),
    F2("f2", 2, bytes -> Float.float16ToFloat(bytes.getShort())),
    I8("i8", 8, bytes -> exact(bytes.getLong())),
    I4("i4", 4, ByteBuffer::getInt),
    I2("i2", 2, ByteBuffer::getShort),
    I1("i1", 1, ByteBuffer::get),
    U8("u8", 8, bytes -> unsigned(bytes.getLong())),
    U4("u4", 4, bytes -> Integer.toUnsignedLong(bytes.getInt())),
    U2("u2", 2, bytes -> Short.toUnsignedInt(bytes.getShort())),
    U1("u1", 1, bytes -> Byte.toUnsignedInt(bytes.get())),
    B1("b1", 1, bytes -> bytes.get() == 0 ? 0 : 1);

    private static final long MOST_EXACT = 1L << 53;

    private final String code;
    private final int bytes;
    private final ToDoubleFunction<ByteBuffer> read;

    NpyType(String code, int bytes, ToDoubleFunction<ByteBuffer> read) {
        this.code = code;
        this.bytes = bytes;
        this.read = read;
    }

    static Optional<NpyType> of(String code) {
        return Arrays.stream(values()).filter(type -> type.code.equals(code)).findAny();
    }

    static String known() {
        return Arrays.stream(values()).map(type -> type.code).collect(Collectors.joining(", "));
    }

    String code() {
        return code;
    }

    int bytes() {
        return bytes;
    }

    double next(ByteBuffer bytes) {
        return read.applyAsDouble(bytes);
    }

    private static double exact(long value) {
        return value >= -MOST_EXACT && value <= MOST_EXACT ? value : Double.NaN;
    }

    private static double unsigned(long value) {
        return value < 0 ? Double.NaN : exact(value);
    }
}
