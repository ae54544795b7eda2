package org.anabranch.k2h.mix;

import java.util.ArrayList;
import java.util.List;

/**
 * Kernels over tiles of one array, in program order: each changes one tile and reads others.
 *
 * @param tiles how many there are
 * @param tasks in program order
 */
record TileProgram(String name, int tiles, List<Task> tasks) {

    /**
     * One call of a kernel.
     *
     * @param column by which a program that deals work out goes
     */
    record Task(String kernel, int changed, List<Integer> read, int column) {}

    /** Tasks of their own, of these kernels in turn. */
    static TileProgram apart(int count, String... kernels) {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(
                    new Task(
                            kernels[i % kernels.length],
                            2 * i,
                            List.of(2 * i + 1),
                            i / kernels.length));
        }
        return new TileProgram("apart", 2 * count, tasks);
    }

    /** Tasks of their own, and then a chain of tasks that change one tile. */
    static TileProgram chainBehind(int count, int steps) {
        List<Task> tasks = new ArrayList<>(apart(count, "gemm").tasks());
        for (int i = 0; i < steps; i++) {
            tasks.add(new Task("potrf", 2 * count, List.of(), i));
        }
        return new TileProgram("chain", 2 * count + 1, tasks);
    }

    /** A product of square tiles. */
    static TileProgram product(int across) {
        List<Task> tasks = new ArrayList<>();
        int square = across * across;
        for (int k = 0; k < across; k++) {
            for (int i = 0; i < across; i++) {
                for (int j = 0; j < across; j++) {
                    tasks.add(
                            new Task(
                                    "gemm",
                                    i * across + j,
                                    List.of(square + i * across + k, 2 * square + k * across + j),
                                    i * across + j));
                }
            }
        }
        return new TileProgram("product", 3 * square, tasks);
    }

    /** The lower factor of a matrix of so many tiles each way. */
    static TileProgram cholesky(int across) {
        List<Task> tasks = new ArrayList<>();
        for (int k = 0; k < across; k++) {
            int pivot = tile(k, k, across);
            tasks.add(new Task("potrf", pivot, List.of(), k));
            for (int i = k + 1; i < across; i++) {
                tasks.add(new Task("trsm", tile(i, k, across), List.of(pivot), k));
            }
            for (int j = k + 1; j < across; j++) {
                int left = tile(j, k, across);
                tasks.add(new Task("syrk", tile(j, j, across), List.of(left), j));
                for (int i = j + 1; i < across; i++) {
                    tasks.add(
                            new Task(
                                    "gemm",
                                    tile(i, j, across),
                                    List.of(tile(i, k, across), left),
                                    j));
                }
            }
        }
        return new TileProgram("cholesky", across * across, tasks);
    }

    private static int tile(int row, int column, int across) {
        return row * across + column;
    }

    @Override
    public String toString() {
        return name;
    }
}
