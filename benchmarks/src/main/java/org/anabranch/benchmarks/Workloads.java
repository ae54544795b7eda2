package org.anabranch.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The workloads by name, in the order of the table, large enough to measure or small enough to
 * test.
 */
final class Workloads {
    private Workloads() {}

    static Map<String, Supplier<Workload>> all(boolean small) {
        Map<String, Supplier<Workload>> all = new LinkedHashMap<>();
        int indices = small ? 10_000 : 10_000_000;
        int actions = small ? 1_000 : 100_000;
        all.put("fib", () -> new Fib(small ? 15 : 30));
        all.put("flat", () -> new FlatTasks(small ? 2_000 : 1_000_000));
        all.put("forasync-32", () -> new TiledLoop(indices, 32, false));
        all.put("forasync-1024", () -> new TiledLoop(indices, 1024, false));
        all.put("forasync-32-chunked", () -> new TiledLoop(indices, 32, true));
        all.put("forasync-1024-chunked", () -> new TiledLoop(indices, 1024, true));
        // solutions: OEIS A000170
        all.put("nqueens", () -> small ? queens(6, 4) : queens(11, 2680));
        all.put("tree-search", () -> small ? tree(5, 984) : tree(10, 1_030_596));
        all.put("matmul", () -> new ProductWorkload(small ? 32 : 256, 16));
        all.put("deep-chain", () -> new NestedChain(small ? 10 : 2_000));
        all.put("independent", () -> ActionGraph.independent(actions));
        all.put("chain", () -> ActionGraph.chain(actions));
        all.put("cholesky-48", () -> ActionGraph.cholesky(small ? 6 : 48));
        all.put("cholesky-80", () -> ActionGraph.cholesky(small ? 8 : 80));
        return all;
    }

    private static Workload queens(int size, long solutions) {
        QueensBoard board = QueensBoard.empty(size);
        return new CountedTree(board, board.nodes(), solutions);
    }

    private static Workload tree(int levels, long nodes) {
        GeometricTree root = GeometricTree.of(19, levels);
        MeasuredProgram.require(
                "nodes of the tree, counted one after another", nodes, root.nodes());
        return new CountedTree(root, nodes, nodes);
    }
}
