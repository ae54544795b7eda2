package org.anabranch.scheduler.kernel;

import org.anabranch.api.JavaKernel;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;

/**
 * Whether runs of a kernel on the host take less than handing them to another thread, so that they
 * may as well be made at once. It is found out by doing so, on a credit: what such runs lose is
 * taken from it, what they gain is added, and so is a small part of what runs elsewhere take, that
 * one that was slow once gets another chance. All that can be lost is the first credit and that
 * part. Threads may lose readings to each other, which does not matter.
 */
public final class KernelCost {
    /** Nanoseconds that handing an action over takes in two threads, at the least. */
    private static final int HANDED_OVER = 250;

    /** As much credit as there can be, and more than one very long run can lose. */
    private static final int MOST = 2_000_000;

    /** The credit at first; with as much, only one run in a few is timed. */
    private static final int SURE = MOST / 2;

    private static final int FEW = 16;

    /** So much one reading can say of several runs: the thread may have been interrupted. */
    private static final int ONCE = MOST / 4;

    /** One that took very long gets its chance again all the same. */
    private static final int LEAST = -SURE / 100;

    /** Runs elsewhere that take longer than this, in nanoseconds, give no credit. */
    private static final int LONG = 10_000;

    /** The part of other runs that is given. */
    private static final int PART = 16;

    public final Kernel kernel;

    /** Null if it has none. */
    public final JavaKernel code;

    private int credit = SURE - 1;
    private int untimed;

    KernelCost(Kernel kernel) {
        this.kernel = kernel;
        this.code = (JavaKernel) kernel.code(KernelCode.JAVA).orElse(null);
    }

    /** Whether it may be run where it is enqueued. */
    public boolean isShort() {
        return credit > 0 && code != null;
    }

    /** For how many runs the one that begins now is to stand: 0 if it need not be timed. */
    public int weight() {
        if (credit < SURE) {
            return 1;
        }
        int count = untimed + 1;
        untimed = count == FEW ? 0 : count;
        return count == FEW ? FEW : 0;
    }

    /** Runs of this weight were made at once, each of which took so long. */
    public void ranAtOnce(int weight, long nanos) {
        long gain = weight * (HANDED_OVER - nanos);
        long counted = weight == 1 ? gain : Math.max(gain, -ONCE);
        credit = Math.clamp(credit + counted, LEAST, MOST);
    }

    /** A worker ran it, and took so long. */
    public void ranElsewhere(long nanos) {
        if (nanos < LONG && credit < MOST) {
            credit += 1 + (int) nanos / PART;
        }
    }
}
