package org.anabranch.k2h;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;
import org.anabranch.k2h.runtime.HybridRuntime;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A tree of tasks made from a seed: each starts children anywhere, waits for some or all of them,
 * adds up what they wrote, and writes the sum into a line of its own. A task lost, doubled or too
 * early, or a stale line, changes the sum at the root.
 */
final class RandomProgram {
    private static final int ARITY = 3;
    private static final int DEPTH = 4;
    private static final int NODES = 121;

    private final long seed;
    private final boolean dsps;
    private final Image image = new Image();
    private final Function node = image.task("node", this::node);
    private final Function init = image.task("init", null, (cpu, in) -> cpu.setGlobal(0, in[0]));
    volatile int sum;

    RandomProgram(long seed, boolean dsps) {
        this.seed = seed;
        this.dsps = dsps;
        image.load(List.of("init"));
    }

    static RuntimeOptions options(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int arms = 1 + random.nextInt(4);
        int dsps = random.nextInt(9);
        RuntimeOptions options = RuntimeOptions.cores(arms, dsps);
        if (dsps > 0 && random.nextInt(5) == 0) {
            options = RuntimeOptions.dspOnly(dsps);
        }
        RuntimeOptions.ArmTasks[] stores = RuntimeOptions.ArmTasks.values();
        return options.caches(16 << 10, 8 << 10)
                .descriptors(1 + random.nextInt(1 << random.nextInt(10)))
                .writeThrough(random.nextBoolean())
                .with(stores[random.nextInt(stores.length)])
                .with(random.nextBoolean() ? HybridPolicy.Kind.PAPER : HybridPolicy.Kind.COST_AWARE)
                .with(Reading.values()[random.nextInt(Reading.values().length)]);
    }

    RunReport run(RuntimeOptions options, Pace pace) {
        return HybridRuntime.run(options, pace, image, this::main);
    }

    private void main(Cpu cpu, long[] none) {
        long slots = cpu.wsMalloc(seed % 2 == 0 ? Bank.MSMC : Bank.DDR, NODES * 128L);
        cpu.setGlobal(0, slots);
        cpu.startFinish();
        if (dsps) {
            cpu.asyncDsp(init, cpu.dspPointer(slots));
        }
        cpu.endFinish();
        cpu.startFinish(Operand.writes(slots, NODES * 128L));
        cpu.async(node, 0, 0);
        cpu.endFinish();
        sum = cpu.getInt(slots);
        cpu.wsFree(slots);
    }

    private long hash(long index) {
        return new SplittableRandom(seed * 31 + index).nextLong();
    }

    private void node(Cpu cpu, long[] arguments) {
        int index = (int) arguments[0];
        long bits = hash(index);
        int children = children(index, (int) arguments[1]);
        long slots = cpu.global(0);
        int total = (int) bits;
        boolean twoScopes = (bits & 8) != 0;
        cpu.startFinish();
        for (int k = 0; k < children; k++) {
            int child = index * ARITY + k + 1;
            if (dsps && (bits >> 8 + k & 3) == 0) {
                cpu.asyncDsp(node, child, arguments[1] + 1);
            } else {
                cpu.async(node, child, arguments[1] + 1);
            }
            if (twoScopes && k == 0) {
                cpu.endFinish();
                cpu.startFinish();
            }
        }
        cpu.endFinish();
        for (int k = 0; k < children; k++) {
            total += cpu.getInt(slots + 128L * (index * ARITY + k + 1));
        }
        cpu.putInt(slots + 128L * index, total);
    }

    private int children(int index, int depth) {
        return depth == DEPTH ? 0 : (int) (hash(index) >>> 40) % (ARITY + 1) & 3;
    }

    int expected() {
        return expected(0, 0);
    }

    private int expected(int index, int depth) {
        int total = (int) hash(index);
        for (int k = 0; k < children(index, depth); k++) {
            total += expected(index * ARITY + k + 1, depth + 1);
        }
        return total;
    }
}
