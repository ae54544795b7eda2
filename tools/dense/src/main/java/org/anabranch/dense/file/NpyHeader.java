package org.anabranch.dense.file;

import org.anabranch.api.ProgramException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The header of a {@code .npy} file: a magic number, a version, a length, and a Python literal of a
 * dictionary with three keys. Only the form that NumPy itself writes for plain numbers is accepted.
 *
 * @param type the element type
 * @param order the order of bytes
 * @param fortran whether elements are column by column
 * @param shape the extents, one or two
 * @param offset the byte at which the elements begin
 */
record NpyHeader(NpyType type, ByteOrder order, boolean fortran, List<Long> shape, long offset) {
    static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    /**
     * The longest accepted literal. NumPy itself rejects more than 10,000 bytes unless it trusts
     * the file.
     */
    private static final int LONGEST = 1 << 16;

    static NpyHeader read(String name, InputStream input) throws IOException {
        byte[] start = input.readNBytes(8);
        require(name, start.length == 8, 0, "the file ends in the magic number");
        int version = start[6] & 0xFF;
        require(
                name,
                version >= 1 && version <= 3,
                6,
                "the version must be 1, 2 or 3, not " + version);
        int width = version == 1 ? 2 : 4;
        byte[] size = input.readNBytes(width);
        require(name, size.length == width, 8, "the file ends in the length of the header");
        ByteBuffer little = ByteBuffer.wrap(size).order(ByteOrder.LITTLE_ENDIAN);
        long length =
                version == 1
                        ? little.getShort() & 0xFFFFL
                        : Integer.toUnsignedLong(little.getInt());
        require(
                name,
                length <= LONGEST,
                8,
                "a header of " + length + " bytes is too long; at most " + LONGEST + " are read");
        byte[] text = input.readNBytes((int) length);
        int from = 8 + width;
        require(
                name,
                text.length == length,
                from + text.length,
                "the file ends in the header of " + length + " bytes");
        return of(new NpyLiteral(name, new String(text, StandardCharsets.ISO_8859_1), from), from);
    }

    private static NpyHeader of(NpyLiteral literal, int from) {
        literal.parse();
        String descr = literal.entry("descr", String.class, "a type such as '<f8'");
        boolean fortran = literal.entry("fortran_order", Boolean.class, "True or False");
        NpyLiteral.Shape shape = literal.entry("shape", NpyLiteral.Shape.class, "a tuple");
        int extents = shape.extents().size();
        if (extents < 1 || extents > 2) {
            throw literal.wrong("shape", "a matrix has one or two extents, not " + extents);
        }
        NpyType type =
                NpyType.of(descr.isEmpty() ? "" : descr.substring(1))
                        .orElseThrow(
                                () ->
                                        literal.wrong(
                                                "descr",
                                                "elements of type '"
                                                        + NpyLiteral.printable(descr)
                                                        + "' are not read; there are "
                                                        + NpyType.known()));
        ByteOrder order =
                switch (descr.charAt(0)) {
                    case '<' -> ByteOrder.LITTLE_ENDIAN;
                    case '>' -> ByteOrder.BIG_ENDIAN;
                    case '|' -> type.bytes() == 1 ? ByteOrder.nativeOrder() : null;
                    default -> null;
                };
        if (order == null) {
            throw literal.wrong(
                    "descr",
                    "the order of bytes in '" + NpyLiteral.printable(descr) + "' must be < or >");
        }
        return new NpyHeader(type, order, fortran, shape.extents(), from + literal.length());
    }

    private static void require(String name, boolean holds, long at, String message) {
        if (!holds) {
            throw complaint(name, at, message);
        }
    }

    static ProgramException complaint(String name, long at, String message) {
        return new ProgramException(name + ": byte " + at + ": " + message);
    }
}
