package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.K2hException;
import org.anabranch.k2h.machine.SharedMemory;

/**
 * How the machine is equipped and the runtime runs on it. Immutable.
 *
 * @param arms ARM cores, at least 1
 * @param dsps DSP cores, 0 allowed
 * @param dspOnly whether the ARM runs no task and only waits (K2H-B4)
 * @param armTasks where ARM workers keep their tasks (K2H-Q6)
 * @param writeThrough whether DSP caches write through (K2H-C3)
 * @param derived whether the runtime does cache operations; without it, only the program's own are
 *     done
 * @param descriptors size of the descriptor pool
 * @param armCache bytes of the ARM cores' L2
 * @param dspCache bytes of each DSP's L2
 * @param policy when tasks cross, and when caches are flushed
 * @param traced whether a trace is kept
 * @param checked whether every access is checked
 */
public record RuntimeOptions(
        int arms,
        int dsps,
        boolean dspOnly,
        ArmTasks armTasks,
        boolean writeThrough,
        boolean derived,
        int descriptors,
        int armCache,
        int dspCache,
        HybridPolicy.Kind policy,
        boolean traced,
        boolean checked) {

    /** Where ARM workers keep their tasks. */
    public enum ArmTasks {
        /** A work-stealing deque in software: the default, which needs no descriptors. */
        WS_DEQUE,
        /** A hardware queue, first in, first out. */
        FIFO_HW,
        /** A hardware queue, last in, first out. */
        LIFO_HW
    }

    /** Checks. */
    public RuntimeOptions {
        if (arms < 1 || dsps < 0 || descriptors < 1) {
            throw new K2hException.Program(
                    "at least 1 ARM core, 0 DSPs and 1 descriptor are needed, not "
                            + arms
                            + ", "
                            + dsps
                            + " and "
                            + descriptors);
        }
        if (dspOnly && dsps == 0) {
            throw new K2hException.Program("DSP-only mode needs a DSP");
        }
        if (armCache % (SharedMemory.LINE * 16) != 0
                || dspCache % (SharedMemory.LINE * 16) != 0
                || armCache < 1
                || dspCache < 1) {
            throw new K2hException.Program(
                    "caches are multiples of 16 lines, not "
                            + armCache
                            + " and "
                            + dspCache
                            + " bytes");
        }
    }

    /**
     * Up to four workers are ARM cores, the others DSPs (K2H-B3).
     *
     * @param workers 1 to 12
     * @return the options of the paper
     */
    public static RuntimeOptions hybrid(int workers) {
        return cores(Math.min(4, workers), Math.max(0, workers - 4));
    }

    /**
     * DSP-only work stealing (K2H-B4).
     *
     * @param dsps 1 to 8
     * @return the options of the paper
     */
    public static RuntimeOptions dspOnly(int dsps) {
        RuntimeOptions o = cores(1, dsps);
        return new RuntimeOptions(
                1,
                dsps,
                true,
                o.armTasks,
                o.writeThrough,
                o.derived,
                o.descriptors,
                o.armCache,
                o.dspCache,
                o.policy,
                o.traced,
                o.checked);
    }

    /**
     * Any number of cores.
     *
     * @param arms ARM cores
     * @param dsps DSP cores
     * @return the options of the paper
     */
    public static RuntimeOptions cores(int arms, int dsps) {
        return new RuntimeOptions(
                arms,
                dsps,
                false,
                ArmTasks.WS_DEQUE,
                false,
                true,
                4096,
                4 << 20,
                1 << 20,
                HybridPolicy.Kind.PAPER,
                false,
                false);
    }

    /**
     * Changes where ARM tasks are kept.
     *
     * @param where deque or queue
     * @return changed options
     */
    public RuntimeOptions with(ArmTasks where) {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                where,
                writeThrough,
                derived,
                descriptors,
                armCache,
                dspCache,
                policy,
                traced,
                checked);
    }

    /**
     * Changes the policy.
     *
     * @param kind which
     * @return changed options
     */
    public RuntimeOptions with(HybridPolicy.Kind kind) {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                derived,
                descriptors,
                armCache,
                dspCache,
                kind,
                traced,
                checked);
    }

    /**
     * Changes the write mode of the DSPs.
     *
     * @param through whether through
     * @return changed options
     */
    public RuntimeOptions writeThrough(boolean through) {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                through,
                derived,
                descriptors,
                armCache,
                dspCache,
                policy,
                traced,
                checked);
    }

    /**
     * Changes the pool.
     *
     * @param count descriptors
     * @return changed options
     */
    public RuntimeOptions descriptors(int count) {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                derived,
                count,
                armCache,
                dspCache,
                policy,
                traced,
                checked);
    }

    /**
     * Changes the caches.
     *
     * @param arm bytes of the ARM cores' L2
     * @param dsp bytes of each DSP's L2
     * @return changed options
     */
    public RuntimeOptions caches(int arm, int dsp) {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                derived,
                descriptors,
                arm,
                dsp,
                policy,
                traced,
                checked);
    }

    /**
     * {@return options under which the runtime does no cache operations, but for invalidations of
     * DSPs}
     */
    public RuntimeOptions underived() {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                false,
                descriptors,
                armCache,
                dspCache,
                policy,
                traced,
                checked);
    }

    /** {@return options with a trace} */
    public RuntimeOptions trace() {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                derived,
                descriptors,
                armCache,
                dspCache,
                policy,
                true,
                checked);
    }

    /** {@return options with the checker} */
    public RuntimeOptions check() {
        return new RuntimeOptions(
                arms,
                dsps,
                dspOnly,
                armTasks,
                writeThrough,
                derived,
                descriptors,
                armCache,
                dspCache,
                policy,
                traced,
                true);
    }
}
