package org.anabranch.scheduler.kernel;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.place.KernelHistory;

/**
 * The cost of a kernel on the host, which decides if inline execution is cheaper than a hand-over
 * to another thread. It is found out by trying, on a credit. Losses of inline runs are subtracted
 * from the credit, gains are added. A small part of the time of other runs is also added, so that a
 * kernel that was slow once gets another chance. The total loss is bounded by the initial credit
 * and that part. Threads may overwrite each other's readings, which does no harm.
 */
public final class KernelCost {
    public final Kernel kernel;

    /** The code that the host runs; null if that is not Java. */
    public final JavaKernel code;

    /** Its times by domain; under the lock of the places. */
    final KernelHistory history;

    private int credit = KernelTuning.SURE_CREDIT_NANOS - 1;
    private int untimed;

    KernelCost(Kernel kernel, CostBook before) {
        this.kernel = kernel;
        this.history = new KernelHistory(before, kernel);
        this.code =
                HostDomain.nativeCode(kernel).isPresent()
                        ? null
                        : (JavaKernel) kernel.code(KernelCode.JAVA).orElse(null);
    }

    /** Returns true if it may be run inline. */
    public boolean isShort() {
        return credit > 0 && code != null;
    }

    /** For how many runs the one that begins now is to stand: 0 if it need not be timed. */
    public int weight() {
        if (credit < KernelTuning.SURE_CREDIT_NANOS) {
            return 1;
        }
        int count = untimed + 1;
        untimed = count == KernelTuning.TIMED_RUNS ? 0 : count;
        return count == KernelTuning.TIMED_RUNS ? KernelTuning.TIMED_RUNS : 0;
    }

    /** Records inline runs of this weight, each of which took so long. */
    public void ranAtOnce(int weight, long nanos) {
        long gain = weight * (KernelTuning.HAND_OVER_NANOS - nanos);
        long counted = weight == 1 ? gain : Math.max(gain, -KernelTuning.MOST_LOSS_NANOS);
        credit =
                Math.clamp(
                        credit + counted,
                        KernelTuning.LEAST_CREDIT_NANOS,
                        KernelTuning.MOST_CREDIT_NANOS);
    }

    /** A worker ran it, and took so long. */
    public void ranElsewhere(long nanos) {
        if (nanos < KernelTuning.LONG_NANOS && credit < KernelTuning.MOST_CREDIT_NANOS) {
            credit += 1 + (int) nanos / KernelTuning.CREDITED_PARTS;
        }
    }
}
