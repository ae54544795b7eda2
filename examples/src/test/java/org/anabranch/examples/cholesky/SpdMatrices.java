package org.anabranch.examples.cholesky;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import org.anabranch.dense.file.MatrixFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Symmetric positive definite matrices that tests make: M M' with the row sums plus one on the
 * diagonal (AC-6).
 */
final class SpdMatrices {

    private SpdMatrices() {}

    static double[] dense(int n, long seed) {
        double[] m = new double[n * n];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                m[i * n + j] = random.nextDouble();
                m[j * n + i] = m[i * n + j];
            }
        }
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += m[i * n + k] * m[j * n + k];
                }
                a[i * n + j] = sum;
                a[j * n + i] = sum;
            }
        }
        for (int i = 0; i < n; i++) {
            double sum = 1;
            for (int j = 0; j < n; j++) {
                sum += a[i * n + j];
            }
            a[i * n + i] = sum;
        }
        return a;
    }

    /** The textbook factorisation of the lower triangle, in place. */
    static void factor(double[] a, int n) {
        for (int j = 0; j < n; j++) {
            for (int i = j; i < n; i++) {
                double sum = a[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= a[i * n + k] * a[j * n + k];
                }
                a[i * n + j] = i == j ? Math.sqrt(sum) : sum / a[j * n + j];
            }
        }
    }

    /** As a Matrix Market file, coordinate real symmetric. */
    static String file(double[] a, int n) {
        StringBuilder text =
                new StringBuilder(
                        "%%MatrixMarket matrix coordinate real symmetric\n% made by a test\n");
        text.append(n).append(' ').append(n).append(' ').append(n * (n + 1) / 2).append('\n');
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                text.append(i + 1).append(' ').append(j + 1).append(' ');
                text.append(a[i * n + j]).append('\n');
            }
        }
        return text.toString();
    }

    static SymmetricMatrix read(String text) {
        try {
            Path path = Files.createTempFile("test", ".mtx");
            try {
                Files.writeString(path, text, StandardCharsets.ISO_8859_1);
                try (MatrixFile file = MatrixFile.open(path.toString(), 10_000L * 10_000)) {
                    long elements = file.rows() * file.columns();
                    MemorySegment dense = Arena.ofAuto().allocate(JAVA_DOUBLE, elements);
                    file.load(dense);
                    return SymmetricMatrix.of(file, dense);
                }
            } finally {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
