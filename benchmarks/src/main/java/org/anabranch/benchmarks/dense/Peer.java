package org.anabranch.benchmarks.dense;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The peer OpenBLAS, with a given number of threads. */
final class Peer {
    private static final int COLUMNS = 102;
    private static final int PLAIN = 111;

    private final MethodHandle threads;
    private final MethodHandle potrf;
    private final MethodHandle gemm;
    private final MethodHandle getrf;
    private final MethodHandle geqrf;

    /**
     * Loads the library.
     *
     * @param folder with the library and its dependencies
     */
    Peer(Path folder) {
        SymbolLookup library = null;
        for (String name :
                List.of(
                        "libgcc_s.so.1",
                        "libquadmath.so.0",
                        "libgfortran.so.5",
                        "libopenblas.so.0")) {
            if (Files.exists(folder.resolve(name))) {
                library = SymbolLookup.libraryLookup(folder.resolve(name), Arena.global());
            }
        }
        if (library == null) {
            throw new IllegalArgumentException("there is no OpenBLAS in " + folder);
        }
        threads = bind(library, "openblas_set_num_threads", FunctionDescriptor.ofVoid(JAVA_INT));
        potrf =
                bind(
                        library,
                        "LAPACKE_dpotrf_work",
                        FunctionDescriptor.of(
                                JAVA_INT, JAVA_INT, JAVA_BYTE, JAVA_INT, ADDRESS, JAVA_INT));
        MemoryLayout[] types =
                "iiiiiidpipidpi"
                        .chars()
                        .mapToObj(c -> c == 'i' ? JAVA_INT : c == 'p' ? ADDRESS : JAVA_DOUBLE)
                        .toArray(MemoryLayout[]::new);
        gemm = bind(library, "cblas_dgemm", FunctionDescriptor.ofVoid(types));
        FunctionDescriptor factor =
                FunctionDescriptor.of(
                        JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
        getrf = bind(library, "LAPACKE_dgetrf_work", factor);
        geqrf = bind(library, "LAPACKE_dgeqrf", factor);
    }

    private static MethodHandle bind(SymbolLookup library, String name, FunctionDescriptor type) {
        return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), type);
    }

    void threads(int count) {
        try {
            threads.invokeExact(count);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Factors the lower triangle of n columns of n doubles. */
    void potrf(MemorySegment a, int n) {
        try {
            int info = (int) potrf.invokeExact(COLUMNS, (byte) 'L', n, a, n);
            if (info != 0) {
                throw new IllegalStateException("dpotrf says " + info);
            }
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    void gemm(MemorySegment a, MemorySegment b, MemorySegment c, int n) {
        try {
            gemm.invokeExact(COLUMNS, PLAIN, PLAIN, n, n, n, 1.0, a, n, b, n, 0.0, c, n);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Computes A = Q R; n columns of n doubles, and memory for as many. */
    void geqrf(MemorySegment a, MemorySegment beside, int n) {
        factor(geqrf, a, beside, n);
    }

    /**
     * Computes P A = L U. With several threads this takes half a megabyte of the caller's stack for
     * each level of its recursion.
     */
    void getrf(MemorySegment a, MemorySegment beside, int n) {
        factor(getrf, a, beside, n);
    }

    private static void factor(
            MethodHandle function, MemorySegment a, MemorySegment beside, int n) {
        try {
            int info = (int) function.invokeExact(COLUMNS, n, n, a, n, beside);
            if (info != 0) {
                throw new IllegalStateException("the factorisation says " + info);
            }
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
