package org.anabranch.k2h;

import org.anabranch.k2h.bench.Growth;
import org.anabranch.k2h.bench.PolicyTable;
import org.anabranch.k2h.host.HostMachine;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.run.RunReport;
import org.anabranch.k2h.run.RuntimeOptions;

/** Runs under both schedulers, as one number: every count of every core, and every nanosecond. */
final class Replay {
    private Replay() {}

    /**
     * Prints it.
     *
     * @param arguments seeds
     */
    public static void main(String[] arguments) {
        for (String seed : arguments) {
            System.out.println(hash(Long.parseLong(seed)));
        }
        System.exit(0);
    }

    static String hash(long seed) {
        return Long.toHexString(paper(seed)) + " " + Long.toHexString(product(seed));
    }

    private static long paper(long seed) {
        long hash = seed;
        for (HybridPolicy.Kind policy : HybridPolicy.Kind.values()) {
            RuntimeOptions options = RuntimeOptions.cores(2 + (int) seed % 3, 5).with(policy);
            RandomProgram program = new RandomProgram(seed, true);
            hash = hash(hash, program.run(options, Programs.virtual(seed)));
            hash = hash(hash, PolicyTable.smallTree(options, seed));
        }
        return hash;
    }

    private static long hash(long before, RunReport report) {
        long hash = before * 31 + Double.doubleToLongBits(report.nanos());
        for (var core : report.cores()) {
            for (long count : core.byName().values()) {
                hash = hash * 31 + count;
            }
        }
        return hash;
    }

    private static long product(long seed) {
        long hash = seed;
        for (int workers : new int[] {1, 5, 16}) {
            HostMachine.Report report = Growth.smallRun(workers, seed);
            if (report.late() + report.escapes() > 0) {
                throw new IllegalStateException("not in hand: " + report);
            }
            hash = hash * 31 + report.nanos();
            hash = hash * 31 + report.tasks();
            hash = hash * 31 + report.steals();
            hash = hash * 31 + report.order();
        }
        return hash;
    }
}
