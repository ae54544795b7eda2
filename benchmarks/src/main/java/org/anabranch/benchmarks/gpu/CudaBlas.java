package org.anabranch.benchmarks.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.benchmarks.Spread;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Locale;

/**
 * The peer of dense tiles: cuBLAS's product of matrices of doubles, from and to the host's memory,
 * and in the device's memory alone. The libraries are found by the environment variables {@code
 * CUDART} and {@code CUBLAS}; without them there is no peer. Prints Markdown.
 */
public final class CudaBlas {
    private static final int ROUNDS = 7;
    private static final int TO_DEVICE = 1;
    private static final int TO_HOST = 2;

    private final MethodHandle allocate;
    private final MethodHandle copy;
    private final MethodHandle synchronize;
    private final MemorySegment library;
    private final MemorySegment one = Arena.global().allocateFrom(JAVA_DOUBLE, 1);
    private final MemorySegment zero = Arena.global().allocateFrom(JAVA_DOUBLE, 0);
    private final MethodHandle multiply;

    private CudaBlas(SymbolLookup runtime, SymbolLookup blas) throws Throwable {
        allocate = bind(runtime, "cudaMalloc", ADDRESS, JAVA_LONG);
        copy = bind(runtime, "cudaMemcpy", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
        synchronize = bind(runtime, "cudaDeviceSynchronize");
        MemorySegment handle = Arena.global().allocate(ADDRESS);
        require(bind(blas, "cublasCreate_v2", ADDRESS).invoke(handle));
        library = handle.get(ADDRESS, 0);
        multiply = bind(blas, "cublasDgemm_v2", arguments());
    }

    /** Returns handle, two operations, three extents, alpha, A, lda, B, ldb, beta, C, ldc. */
    private static MemoryLayout[] arguments() {
        return "piiiiippipippi"
                .chars()
                .mapToObj(letter -> letter == 'i' ? JAVA_INT : ADDRESS)
                .toArray(MemoryLayout[]::new);
    }

    private static MethodHandle bind(SymbolLookup library, String name, MemoryLayout... types) {
        return Linker.nativeLinker()
                .downcallHandle(
                        library.find(name).orElseThrow(), FunctionDescriptor.of(JAVA_INT, types));
    }

    /**
     * Runs the peer.
     *
     * @param words sizes, with commas
     * @throws Throwable if a library is missing or fails
     */
    public static void main(String[] words) throws Throwable {
        String runtime = System.getenv("CUDART");
        String blas = System.getenv("CUBLAS");
        if (runtime == null || blas == null) {
            System.out.println("No cuBLAS was found.");
            return;
        }
        CudaBlas peer =
                new CudaBlas(
                        SymbolLookup.libraryLookup(runtime, Arena.global()),
                        SymbolLookup.libraryLookup(blas, Arena.global()));
        System.out.println(
                "| product of doubles | with both copies, GFLOP/s | without, GFLOP/s |\n"
                        + "|---|---|---|");
        for (String size : words[0].split(",", -1)) {
            peer.row(Integer.parseInt(size));
        }
    }

    private static void require(Object status) {
        if (!status.equals(0)) {
            throw new IllegalStateException("CUDA: status " + status);
        }
    }

    /** Measures a product with and without the copies, and prints the medians. */
    private void row(int n) throws Throwable {
        long bytes = (long) n * n * Double.BYTES;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment host = arena.allocate(bytes, 64);
            for (long i = 0; i < (long) n * n; i++) {
                host.setAtIndex(JAVA_DOUBLE, i, (i % 7) * 0.25);
            }
            MemorySegment a = memory(arena, bytes);
            MemorySegment b = memory(arena, bytes);
            MemorySegment c = memory(arena, bytes);
            double[] whole = new double[ROUNDS];
            double[] inside = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                require(copy.invoke(a, host, bytes, TO_DEVICE));
                require(copy.invoke(b, host, bytes, TO_DEVICE));
                require(synchronize.invoke());
                long begin = System.nanoTime();
                multiply(n, a, b, c);
                inside[round] = System.nanoTime() - begin;
                require(copy.invoke(host, c, bytes, TO_HOST));
                whole[round] = System.nanoTime() - start;
            }
            double flops = 2.0 * n * n * n;
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.0f | %.0f |%n",
                    n,
                    flops / Spread.of(whole).median(),
                    flops / Spread.of(inside).median());
        }
    }

    private void multiply(int n, MemorySegment a, MemorySegment b, MemorySegment c)
            throws Throwable {
        require(multiply.invoke(library, 0, 0, n, n, n, one, a, n, b, n, zero, c, n));
        require(synchronize.invoke());
    }

    private MemorySegment memory(Arena arena, long bytes) throws Throwable {
        MemorySegment pointer = arena.allocate(ADDRESS);
        require(allocate.invoke(pointer, bytes));
        return pointer.get(ADDRESS, 0);
    }
}
