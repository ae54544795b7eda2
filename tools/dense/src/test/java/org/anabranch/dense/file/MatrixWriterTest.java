package org.anabranch.dense.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.api.ProgramException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class MatrixWriterTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"x.mtx, 7, 3", "x.npy, 7, 3", "X.NPY, 1, 1", "x.npy, 300, 200"})
    void whatIsWrittenIsReadWithTheSameBits(String name, int rows, int columns) throws IOException {
        SplittableRandom random = new SplittableRandom(rows);
        double[] values = new double[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextDouble() * Math.pow(10, random.nextInt(-300, 300));
        }
        values[0] = -Double.MIN_VALUE;
        Path file = folder.resolve(name);
        Files.writeString(file, "what was there before");
        MatrixWriter.to(file.toString())
                .write(Arena.ofAuto().allocateFrom(JAVA_DOUBLE, values), rows, columns);
        try (MatrixFile written = MatrixFile.open(file.toString(), values.length)) {
            assertEquals(rows, written.rows());
            assertEquals(columns, written.columns());
            MemorySegment target = Arena.ofAuto().allocate(JAVA_DOUBLE, values.length);
            written.load(target);
            assertArrayEquals(values, target.toArray(JAVA_DOUBLE));
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void npyIsWhatNumPyWrites() throws IOException {
        Path file = folder.resolve("x.npy");
        MatrixWriter.to(file.toString())
                .write(Arena.ofAuto().allocateFrom(JAVA_DOUBLE, 1, 2), 2, 1);
        byte[] bytes = Files.readAllBytes(file);
        assertEquals(128 + 16, bytes.length);
        assertEquals(118, bytes[8]);
        assertEquals('\n', bytes[127]);
    }

    @Test
    void whatCannotBeWrittenIsRefusedBeforeTheWork() {
        assertTrue(refused("x.txt").endsWith("x.txt: the name must end in .npy or .mtx"));
        assertTrue(refused("none/x.npy").contains("there is no folder"));
        assertTrue(refused("a\0.npy").startsWith("cannot write a"));
        folder.resolve("d.npy").toFile().mkdir();
        assertTrue(refused("d.npy").endsWith("it is a folder"));
    }

    private String refused(String name) {
        String path = name.indexOf('\0') < 0 ? folder.resolve(name).toString() : name;
        return assertThrows(ProgramException.class, () -> MatrixWriter.to(path)).getMessage();
    }
}
