package org.anabranch.dense.blas;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.dense.arithmetic.View;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The functions of a library for one type of element, by the C interfaces of BLAS and LAPACK, which
 * take numbers by value. Callers pass numbers as doubles; they are converted to floats where
 * needed.
 */
final class Functions {
    private static final int COLUMNS = 102;
    private static final int PLAIN = 111;
    private static final int TRANSPOSED = 112;
    private static final int UPPER = 121;
    private static final int LOWER = 122;
    private static final int STORED = 131;
    private static final int UNIT = 132;
    private static final int LEFT = 141;
    private static final int RIGHT = 142;

    private final MethodHandle gemm;
    private final MethodHandle syrk;
    private final MethodHandle trsm;
    private final MethodHandle potrf;
    private final MethodHandle getrf;

    Functions(BlasLibrary library, boolean single) {
        String prefix = single ? "s" : "d";
        String blas = "cblas_" + prefix;
        String lapack = "LAPACKE_" + prefix;
        gemm = required(library, blas + "gemm", types("iiiiii#pipi#pi", single));
        syrk = required(library, blas + "syrk", types("iiiii#pi#pi", single));
        trsm = required(library, blas + "trsm", types("iiiiiii#pipi", single));
        potrf = optional(library, lapack + "potrf_work", types("icipi", single));
        getrf = optional(library, lapack + "getrf_work", types("iiipip", single));
    }

    /** Returns the types for letters: int, char, pointer, and a number of the element type. */
    private static MemoryLayout[] types(String letters, boolean single) {
        return letters.chars()
                .mapToObj(
                        letter ->
                                switch (letter) {
                                    case 'i' -> JAVA_INT;
                                    case 'c' -> JAVA_BYTE;
                                    case 'p' -> ADDRESS;
                                    default -> single ? JAVA_FLOAT : JAVA_DOUBLE;
                                })
                .toArray(MemoryLayout[]::new);
    }

    /** Returns a handle for a function without a result, which takes all its numbers as doubles. */
    private static MethodHandle required(BlasLibrary library, String name, MemoryLayout... types) {
        MethodHandle handle =
                Linker.nativeLinker()
                        .downcallHandle(library.function(name), FunctionDescriptor.ofVoid(types));
        MethodType wanted = handle.type();
        for (int i = 0; i < wanted.parameterCount(); i++) {
            if (wanted.parameterType(i) == float.class) {
                wanted = wanted.changeParameterType(i, double.class);
            }
        }
        return MethodHandles.explicitCastArguments(handle, wanted);
    }

    private static MethodHandle optional(BlasLibrary library, String name, MemoryLayout... types) {
        return library.optional(name)
                .map(
                        address ->
                                Linker.nativeLinker()
                                        .downcallHandle(
                                                address, FunctionDescriptor.of(JAVA_INT, types)))
                .orElse(null);
    }

    boolean hasPotrf() {
        return potrf != null;
    }

    boolean hasGetrf() {
        return getrf != null;
    }

    private static int op(View view) {
        return view.byColumns() ? PLAIN : TRANSPOSED;
    }

    /** Computes the product; C is stored by columns. */
    void gemm(double alpha, View a, View b, double beta, View c) {
        try {
            gemm.invokeExact(
                    COLUMNS,
                    op(a),
                    op(b),
                    c.rows(),
                    c.columns(),
                    a.columns(),
                    alpha,
                    a.address(),
                    a.pitch(),
                    b.address(),
                    b.pitch(),
                    beta,
                    c.address(),
                    c.pitch());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Computes the symmetric update; C is stored by columns. */
    void syrk(boolean lower, double alpha, View a, double beta, View c) {
        try {
            syrk.invokeExact(
                    COLUMNS,
                    lower ? LOWER : UPPER,
                    op(a),
                    c.rows(),
                    a.columns(),
                    alpha,
                    a.address(),
                    a.pitch(),
                    beta,
                    c.address(),
                    c.pitch());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /**
     * Solves with a triangle. B stored by rows is its transpose by columns, with the transposed
     * triangle on the right.
     */
    void trsm(boolean lower, boolean unit, double alpha, View t, View b) {
        boolean left = b.byColumns();
        View columns = left ? b : b.transposed();
        boolean plain = t.byColumns();
        try {
            trsm.invokeExact(
                    COLUMNS,
                    left ? LEFT : RIGHT,
                    lower == plain ? LOWER : UPPER,
                    plain == left ? PLAIN : TRANSPOSED,
                    unit ? UNIT : STORED,
                    columns.rows(),
                    columns.columns(),
                    alpha,
                    t.address(),
                    t.pitch(),
                    columns.address(),
                    columns.pitch());
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /**
     * Factors A, stored by columns; returns the first pivot that is not positive, from 0, or -1.
     */
    int potrf(boolean lower, View a) {
        try {
            byte triangle = (byte) (lower ? 'L' : 'U');
            return outcome(
                    (int) potrf.invokeExact(COLUMNS, triangle, a.rows(), a.address(), a.pitch()));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    /** Factors A, stored by columns; interchanges are counted from 1. */
    int getrf(View a, MemorySegment pivots) {
        try {
            return outcome(
                    (int)
                            getrf.invokeExact(
                                    COLUMNS,
                                    a.rows(),
                                    a.columns(),
                                    a.address(),
                                    a.pitch(),
                                    pivots));
        } catch (Throwable thrown) {
            throw impossible(thrown);
        }
    }

    private static int outcome(int info) {
        if (info < 0) {
            throw new IllegalStateException("LAPACK refuses argument " + -info);
        }
        return info - 1;
    }

    private static RuntimeException impossible(Throwable thrown) {
        return thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
