package org.anabranch.dense.arithmetic;

import static org.anabranch.dense.arithmetic.Matrices.random;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.dense.blas.BlasArithmetic;
import org.anabranch.dense.blas.BlasLibrary;
import org.anabranch.dense.vector.VectorArithmetic;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Every operation of every arithmetic on operands of random pitches that differ, against the same
 * in plain Java on operands without gaps. What is around a matrix and between its lines is not a
 * number: who reads it spoils the result, and who writes it is seen.
 */
class PitchTest {
    private static final int ROUNDS = 12 * Integer.getInteger("anabranch.pitches", 1);
    private static final Arithmetic PLAIN = new JavaArithmetic();
    private static final List<Arithmetic> ALL =
            List.of(
                    PLAIN,
                    new VectorArithmetic(),
                    new BlasArithmetic(BlasLibrary.find().orElseThrow()));

    /** An operation on operands of these extents; letters are extents, + is the larger of m, n. */
    private enum Call {
        GEMM("mk kn mn", (a, v, p) -> a.gemm(-0.5, v[0], v[1], 2, v[2])),
        GEMM_OF_TRANSPOSES(
                "km nk mn", (a, v, p) -> a.gemm(1, v[0].transposed(), v[1].transposed(), 0, v[2])),
        SYRK("nk nn", (a, v, p) -> a.syrk(-1, v[0], 2, v[1])),
        SYRK_OF_TRANSPOSES(
                "kn nn", (a, v, p) -> a.syrk(1, v[0].transposed(), 0, v[1].transposed())),
        TRSM_LOWER("dd dn", (a, v, p) -> a.trsm(true, false, 0.5, v[0], v[1])),
        TRSM_UPPER("dd dn", (a, v, p) -> a.trsm(false, false, 1, v[0], v[1])),
        TRSM_TRANSPOSED(
                "dd nd", (a, v, p) -> a.trsm(false, true, 1, v[0].transposed(), v[1].transposed())),
        POTRF("dd", (a, v, p) -> assertEquals(-1, a.potrf(v[0]))),
        POTRF_UPPER("dd", (a, v, p) -> assertEquals(-1, a.potrf(v[0].transposed()))),
        GETRF("mn", (a, v, p) -> assertEquals(-1, a.getrf(v[0], p))),
        LASWP("mn", Call::interchange),
        GEQRT("+n nn", (a, v, p) -> a.geqrt(v[0], v[1])),
        GEMQRT("+n nn +k", (a, v, p) -> a.gemqrt(true, v[0], v[1], v[2])),
        TPQRT("nn mn nn", (a, v, p) -> a.tpqrt(v[0], v[1], v[2])),
        TPMQRT("mk kk kn mn", (a, v, p) -> a.tpmqrt(false, v[0], v[1], v[2], v[3]));

        final String operands;
        private final Work work;

        Call(String operands, Work work) {
            this.operands = operands;
            this.work = work;
        }

        private static void interchange(Arithmetic arithmetic, View[] views, MemorySegment pivots) {
            int rows = views[0].rows();
            for (int i = 0; i < Math.min(rows, 5); i++) {
                pivots.setAtIndex(JAVA_INT, i, (i * 7 + 3) % rows);
            }
            arithmetic.laswp(views[0], pivots, Math.min(rows, 5), false);
        }
    }

    private interface Work {
        void on(Arithmetic arithmetic, View[] views, MemorySegment pivots);
    }

    /** A view with guards around it, and the memory that it lies in. */
    private record Guarded(MemorySegment memory, View view, int before, int pitch) {
        static Guarded of(Matrices.Form form, double[][] values, int before, int gap) {
            int lines = form.byColumns() ? values[0].length : values.length;
            int length = form.byColumns() ? values.length : values[0].length;
            int pitch = length + gap;
            int bytes = form.single() ? Float.BYTES : Double.BYTES;
            MemorySegment memory =
                    Arena.ofAuto().allocate((2L * before + (long) lines * pitch) * bytes, 64);
            View view =
                    View.of(
                            memory.asSlice((long) before * bytes),
                            form.single(),
                            form.byColumns(),
                            pitch,
                            values.length,
                            values[0].length);
            Guarded guarded = new Guarded(memory, view, before, pitch);
            for (long i = 0; i < memory.byteSize() / bytes; i++) {
                if (form.single()) {
                    memory.setAtIndex(JAVA_FLOAT, i, Float.NaN);
                } else {
                    memory.setAtIndex(JAVA_DOUBLE, i, Double.NaN);
                }
            }
            view.store(values);
            return guarded;
        }

        void requireGuards(String where) {
            int length = view.byColumns() ? view.rows() : view.columns();
            int lines = view.byColumns() ? view.columns() : view.rows();
            long all = memory.byteSize() / view.bytes();
            for (long i = 0; i < all; i++) {
                long at = i - before;
                boolean inside = at >= 0 && at / pitch < lines && at % pitch < length;
                double found =
                        view.single()
                                ? memory.getAtIndex(JAVA_FLOAT, i)
                                : memory.getAtIndex(JAVA_DOUBLE, i);
                assertEquals(!inside, Double.isNaN(found), where + ", element " + at);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void issue_25_nothingBetweenOrAroundTheLinesIsReadOrWritten(Call call) {
        SplittableRandom random = new SplittableRandom(call.ordinal());
        for (int round = 0; round < ROUNDS; round++) {
            int[] extents = {random.nextInt(1, 80), random.nextInt(1, 80), random.nextInt(1, 80)};
            Matrices.Form form = new Matrices.Form(round % 2 == 1, round / 2 % 2 == 1);
            List<double[][]> values = operands(call, extents, random);
            View[] plain =
                    values.stream()
                            .map(one -> Guarded.of(form, one, 0, 0).view())
                            .toArray(View[]::new);
            call.work.on(PLAIN, plain, pivots());
            for (Arithmetic arithmetic : ALL) {
                String where =
                        "%s, %s, round %d, %s"
                                .formatted(call, arithmetic.describe(), round, List.of(form));
                List<Guarded> guarded = new ArrayList<>();
                for (double[][] one : values) {
                    guarded.add(
                            Guarded.of(form, one, random.nextInt(1, 40), random.nextInt(1, 40)));
                }
                call.work.on(
                        arithmetic,
                        guarded.stream().map(Guarded::view).toArray(View[]::new),
                        pivots());
                for (int i = 0; i < plain.length; i++) {
                    guarded.get(i).requireGuards(where + ", operand " + i);
                    same(plain[i].load(), guarded.get(i).view().load(), form, where);
                }
            }
        }
    }

    private static MemorySegment pivots() {
        return Arena.ofAuto().allocate(JAVA_INT, 80);
    }

    /** Those that d is an extent of are far from singular, and positive definite. */
    private static List<double[][]> operands(Call call, int[] extents, SplittableRandom random) {
        List<double[][]> values = new ArrayList<>();
        for (String letters : call.operands.split(" ")) {
            int rows = extent(letters.charAt(0), extents);
            int columns = extent(letters.charAt(1), extents);
            double[][] one = random(random, rows, columns);
            for (double[] row : one) {
                for (int j = 0; j < columns; j++) {
                    row[j] = (float) (row[j] / 16);
                }
            }
            if (letters.equals("dd")) {
                for (int i = 0; i < rows; i++) {
                    one[i][i] = 8;
                }
            }
            values.add(one);
        }
        return values;
    }

    private static int extent(char letter, int... extents) {
        return switch (letter) {
            case 'm', 'd' -> extents[0];
            case 'n' -> extents[1];
            case 'k' -> Math.min(extents[2], Math.max(extents[0], extents[1]));
            default -> Math.max(extents[0], extents[1]);
        };
    }

    private static void same(double[][] a, double[][] b, Matrices.Form form, String where) {
        double bound = 1e5 * form.epsilon();
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[i].length; j++) {
                double scale = Math.max(1, Math.abs(a[i][j]));
                int row = i;
                int column = j;
                assertEquals(
                        a[i][j],
                        b[i][j],
                        bound * scale,
                        () -> where + " at " + row + ", " + column);
            }
        }
    }
}
