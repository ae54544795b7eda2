package org.anabranch.k2h.bench;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Program;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An unbalanced tree (Olivier et al., "UTS: An Unbalanced Tree Search Benchmark", 2006; geometric,
 * shrinking linearly with depth): each node a task, all under one finish, no data. Who has a node
 * does not know how much is below it.
 */
final class Uts implements Program.Run {
    private static final double BRANCHES = 4;
    private static final int GENERATIONS = 11;

    private final int least;
    private final long work;
    private final long root;
    private final int nodes;
    private final Image image = new Image();
    private final Function node = image.task("node", (cpu, a) -> node(cpu, a[0], (int) a[1]));
    private final AtomicInteger seen = new AtomicInteger();

    /**
     * A tree.
     *
     * @param tree its number; trees of one number and one size are the same
     * @param least it has at least so many nodes, and at most twice as many
     * @param work multiply-adds of a node
     */
    Uts(int tree, int least, long work) {
        this.least = least;
        this.work = work;
        long seed = mix(tree * 1_000_003L);
        int size = count(seed, 0, 2 * least);
        while (size < least || size >= 2 * least) {
            seed = mix(seed + 1);
            size = count(seed, 0, 2 * least);
        }
        this.root = seed;
        this.nodes = size;
        image.load(List.of());
    }

    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    private static int children(long seed, int depth) {
        double mean = BRANCHES * (1 - (double) depth / GENERATIONS);
        if (mean <= 0) {
            return 0;
        }
        double uniform = (mix(seed) >>> 11) * 0x1.0p-53;
        return (int) (Math.log1p(-uniform) / Math.log1p(-1 / (1 + mean)));
    }

    private static long child(long seed, int number) {
        return mix(seed * 31 + 0x9E3779B97F4A7C15L * (number + 1));
    }

    private static int count(long seed, int depth, int most) {
        int size = 1;
        for (int k = 0; k < children(seed, depth) && size < most; k++) {
            size += count(child(seed, k), depth + 1, most - size);
        }
        return size;
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public void main(Cpu cpu) {
        cpu.startFinish();
        cpu.async(node, root, 0);
        cpu.endFinish();
    }

    private void node(Cpu cpu, long seed, int depth) {
        seen.incrementAndGet();
        cpu.work(Cost.FLOP_SINGLE, work);
        for (int k = 0; k < children(seed, depth); k++) {
            cpu.async(node, child(seed, k), depth + 1);
        }
    }

    @Override
    public String verify() {
        return seen.get() == nodes
                ? ""
                : seen + " nodes of " + nodes + " (at least " + least + ") were seen";
    }
}
