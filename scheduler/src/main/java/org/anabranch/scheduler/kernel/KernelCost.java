package org.anabranch.scheduler.kernel;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.scheduler.domain.HostDomain;
import org.anabranch.scheduler.place.CostBook;
import org.anabranch.scheduler.place.KernelHistory;

/**
 * Whether runs of a kernel on the host take less than handing them to another thread, so that they
 * may as well be made at once. It is found out by doing so, on a credit: what such runs lose is
 * taken from it, what they gain is added, and so is a small part of what runs elsewhere take, that
 * one that was slow once gets another chance. All that can be lost is the first credit and that
 * part. Threads may lose readings to each other, which does not matter.
 */
public final class KernelCost {
    public final Kernel kernel;

    /** What the host runs; null if that is not Java. */
    public final JavaKernel code;

    /** How long it takes in which domain; under the lock of the places. */
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

    /** Whether it may be run where it is enqueued. */
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

    /** Runs of this weight were made at once, each of which took so long. */
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
