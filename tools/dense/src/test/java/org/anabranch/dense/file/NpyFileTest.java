package org.anabranch.dense.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;

class NpyFileTest {
    private static final String SQUARE =
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";

    private static byte[] file(int version, String header, byte... elements) {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer bytes =
                ByteBuffer.allocate(12 + text.length + elements.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put(NpyHeader.MAGIC)
                        .put((byte) version)
                        .put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) text.length);
        } else {
            bytes.putInt(text.length);
        }
        bytes.put(text).put(elements);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static byte[] doubles(ByteOrder order, double... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(order);
        for (double value : values) {
            bytes.putDouble(value);
        }
        return bytes.array();
    }

    private static ByteSource source(byte[] bytes, boolean sized) {
        return new ByteSource(
                "test.npy",
                () -> new ByteArrayInputStream(bytes),
                sized ? bytes.length : ByteSource.UNKNOWN);
    }

    private static double[] read(byte[] bytes, boolean sized) {
        try (MatrixFile file = MatrixFile.open(source(bytes, sized), 1000)) {
            double[] elements = new double[Math.toIntExact(file.rows() * file.columns())];
            MemorySegment target = Arena.ofAuto().allocate(JAVA_DOUBLE, elements.length);
            file.load(target);
            MemorySegment.copy(target, JAVA_DOUBLE, 0, elements, 0, elements.length);
            return elements;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String refused(byte[] bytes) {
        return assertThrows(ProgramException.class, () -> read(bytes, true)).getMessage();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyVersionAndOrderGivesTheSameMatrix(int version) {
        double[] byColumns = {1, 3, 5, 2, 4, 6};
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            String type = order == ByteOrder.LITTLE_ENDIAN ? "'<f8'" : "\">f8\"";
            byte[] rows =
                    file(
                            version,
                            "{'descr': " + type + ", 'fortran_order': False, 'shape': (3, 2), } \n",
                            doubles(order, 1, 2, 3, 4, 5, 6));
            byte[] columns =
                    file(
                            version,
                            "{'shape':(3L,2L),'fortran_order':True,'descr':" + type + "}",
                            doubles(order, byColumns));
            assertArrayEquals(byColumns, read(rows, true));
            assertArrayEquals(byColumns, read(columns, false));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "<f4, 0000c03f, 1.5",
        ">f4, bfc00000, -1.5",
        "<f2, 003e, 1.5",
        ">i2, fffe, -2",
        "<u2, feff, 65534",
        "<i4, feffffff, -2",
        "<u4, feffffff, 4294967294",
        "<i8, feffffffffffffff, -2",
        ">u8, 0020000000000000, 9007199254740992",
        "|i1, fe, -2",
        "|u1, fe, 254",
        "|b1, 01, 1",
        "<u1, fe, 254"
    })
    void everyTypeIsRead(String type, String hex, double value) {
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (1,)}";
        assertArrayEquals(
                new double[] {value}, read(file(1, header, HexFormat.of().parseHex(hex)), true));
    }

    @ParameterizedTest
    @CsvSource({
        "<f8, 000000000000f87f, is NaN",
        "<f4, 000080ff, is -Infinity",
        ">i8, 0020000000000001, is beyond the integers",
        ">u8, ffffffffffffffff, is beyond the integers"
    })
    void whatADoubleCannotHoldIsRefusedWithItsByte(String type, String hex, String complaint) {
        String header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (1, 1)}";
        String message = refused(file(1, header, HexFormat.of().parseHex(hex)));
        assertTrue(
                message.startsWith(
                        "test.npy: byte "
                                + (10 + header.length())
                                + ": element (1, 1) "
                                + complaint),
                message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'descr': '<c16', 'fortran_order': False, 'shape': (2, 2)}|20: elements of type"
                        + " '<c16' are not read",
                "{'descr': '<f16', 'fortran_order': False, 'shape': (2, 2)}|20: elements of type",
                "{'descr': '', 'fortran_order': False, 'shape': (2, 2)}|20: elements of type ''",
                "{'descr': '=f8', 'fortran_order': False, 'shape': (2, 2)}|20: the order of bytes",
                "{'descr': '!f8', 'fortran_order': False, 'shape': (2, 2)}|20: the order of bytes",
                "{'descr': [('a','<f8')], 'fortran_order': False, 'shape': (2,)}|20: unexpected",
                "{'descr': '<f8', 'fortran_order': 1, 'shape': (2, 2)}|44: unexpected '1",
                "{'descr': '<f8', 'fortran_order': '', 'shape': (2, 2)}|44: 'fortran_order' must"
                        + " be",
                "{'descr': '<f8', 'fortran_order': True, 'shape': ()}|59: a matrix has one or two",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (1,1,1)}|59: a matrix has one or",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (-1,1)}|60: an extent must be",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (9999999999999999999,)}|60: an",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (0, 2)}|0: a matrix of 0 x 2 is",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (100, 100)}|0: a matrix of 100 x"
                        + " 100 is too large",
                "{'descr': '<f8', 'fortran_order': True,"
                        + " 'shape': (999999999999999999, 999999999999999999)}|0: a matrix of"
                        + " 999999999999999999 x 999999999999999999 is too large",
                "{'descr': '<f8', 'fortran_order': True}|10: 'shape' must be a tuple",
                "{'descr': '<f8', 'descr': '<f8'}|27: the keys must be",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), 'x': ''}|67: the keys",
                "{descr: 4}|11: a string belongs here",
                "{'descr' '<f8'}|19: ':' belongs here, not ''<f8'}'",
                "{'descr': '<f8' 'fortran_order': True}|26: '}' belongs here",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2)|65: '}' belongs here, not"
                        + " the end of the header",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2)} 7|67: unexpected '7'",
                "[]|10: '{' belongs here"
            })
    void headerThatMakesNoSenseIsRefusedWithItsByte(String header, String complaint) {
        String message = refused(file(1, header, new byte[32]));
        assertTrue(message.startsWith("test.npy: byte " + complaint), message);
    }

    @Test
    void fileOfAnotherLengthIsRefused() {
        int offset = 10 + SQUARE.length();
        byte[] whole = file(1, SQUARE, doubles(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, 4));
        assertArrayEquals(new double[] {1, 3, 2, 4}, read(whole, true));
        for (int length = 6; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            String message = refused(part);
            assertTrue(message.startsWith("test.npy: byte "), message);
            if (length >= offset) {
                String expected = "test.npy: byte " + length + ": the file is truncated: 2 x 2";
                assertTrue(message.startsWith(expected), message);
                String late =
                        assertThrows(ProgramException.class, () -> read(part, false)).getMessage();
                assertEquals(message, late);
            }
        }
        String longer = refused(Arrays.copyOf(whole, whole.length + 1));
        assertTrue(longer.startsWith("test.npy: byte " + whole.length + ": there is more"), longer);
    }

    @Test
    void hugeHeaderAndUnknownVersionAreRefused() {
        byte[] bytes = file(2, SQUARE);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(8, -1);
        assertTrue(
                refused(bytes)
                        .startsWith("test.npy: byte 8: a header of 4294967295 bytes is too long"));
        assertTrue(
                refused(file(4, SQUARE))
                        .startsWith("test.npy: byte 6: the version must be 1, 2 or 3, not 4"));
    }

    @Test
    void placeOfAnElementIsItsByte() throws IOException {
        byte[] whole = file(1, SQUARE, doubles(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, 4));
        try (MatrixFile file = MatrixFile.open(source(whole, true), 4)) {
            assertEquals("test.npy: byte " + (whole.length - 16), file.place(1, 0));
            assertEquals(".npy f8 row by row", file.format());
            assertEquals(4, file.entries());
        }
    }

    /** Mutations of a valid file give a matrix or a {@link ProgramException}, and nothing else. */
    @Test
    void mutatedFilesAreReadOrRefusedAndNothingElse() {
        byte[] valid = file(1, SQUARE, doubles(ByteOrder.LITTLE_ENDIAN, 1, 2, 3, 4));
        SplittableRandom random = new SplittableRandom(20261124);
        int read = 0;
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes =
                    Arrays.copyOf(valid, valid.length - random.nextInt(4) / 3 * random.nextInt(50));
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                bytes[random.nextInt(6, bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                for (double value : read(bytes, random.nextBoolean())) {
                    assertTrue(Double.isFinite(value));
                }
                read++;
            } catch (ProgramException e) {
                assertTrue(e.getMessage().matches("(?s)test\\.npy: byte \\d+: .+"), e.getMessage());
                refused++;
            } catch (RuntimeException | Error e) {
                throw new AssertionError("round " + round, e);
            }
        }
        assertTrue(refused > 3_000 && read > 300, refused + " refused, " + read + " read");
    }
}
