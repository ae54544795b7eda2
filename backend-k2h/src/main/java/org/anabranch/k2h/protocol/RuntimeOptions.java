package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.K2hException;
import org.anabranch.k2h.machine.SharedMemory;

import java.util.function.Consumer;

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
 * @param reading how the paper is read where it can be read in several ways
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
        Reading reading,
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
                    "at least 1 ARM core, 0 DSPs and 1 descriptor are needed, not %s, %s and %s"
                            .formatted(arms, dsps, descriptors));
        }
        if (dspOnly && dsps == 0) {
            throw new K2hException.Program("DSP-only mode needs a DSP");
        }
        if (armCache % (SharedMemory.LINE * 16) != 0
                || dspCache % (SharedMemory.LINE * 16) != 0
                || armCache < 1
                || dspCache < 1) {
            throw new K2hException.Program(
                    "caches are multiples of 16 lines, not %s and %s bytes"
                            .formatted(armCache, dspCache));
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
        return cores(1, dsps).but(draft -> draft.dspOnly = true);
    }

    /**
     * Any number of cores.
     *
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
                Reading.WHOLE_ROUND,
                false,
                false);
    }

    /** Options under change. */
    private static final class Draft {
        private boolean dspOnly;
        private ArmTasks armTasks;
        private boolean writeThrough;
        private boolean derived;
        private int descriptors;
        private int armCache;
        private int dspCache;
        private HybridPolicy.Kind policy;
        private Reading reading;
        private boolean traced;
        private boolean checked;
    }

    private RuntimeOptions but(Consumer<Draft> change) {
        Draft draft = new Draft();
        draft.dspOnly = dspOnly;
        draft.armTasks = armTasks;
        draft.writeThrough = writeThrough;
        draft.derived = derived;
        draft.descriptors = descriptors;
        draft.armCache = armCache;
        draft.dspCache = dspCache;
        draft.policy = policy;
        draft.reading = reading;
        draft.traced = traced;
        draft.checked = checked;
        change.accept(draft);
        return new RuntimeOptions(
                arms,
                dsps,
                draft.dspOnly,
                draft.armTasks,
                draft.writeThrough,
                draft.derived,
                draft.descriptors,
                draft.armCache,
                draft.dspCache,
                draft.policy,
                draft.reading,
                draft.traced,
                draft.checked);
    }

    /** {@return these options with the tasks of ARM cores kept there} */
    public RuntimeOptions with(ArmTasks where) {
        return but(draft -> draft.armTasks = where);
    }

    /** {@return these options with another policy} */
    public RuntimeOptions with(HybridPolicy.Kind kind) {
        return but(draft -> draft.policy = kind);
    }

    /** {@return these options with the paper read in this way} */
    public RuntimeOptions with(Reading how) {
        return but(draft -> draft.reading = how);
    }

    /** {@return these options with DSP caches that write through, or not} */
    public RuntimeOptions writeThrough(boolean through) {
        return but(draft -> draft.writeThrough = through);
    }

    /** {@return these options with so many descriptors} */
    public RuntimeOptions descriptors(int count) {
        return but(draft -> draft.descriptors = count);
    }

    /** {@return these options with so many bytes of L2 for the ARM cores and for each DSP} */
    public RuntimeOptions caches(int arm, int dsp) {
        return but(
                draft -> {
                    draft.armCache = arm;
                    draft.dspCache = dsp;
                });
    }

    /**
     * {@return these options under which the runtime does no cache operations, but for
     * invalidations of DSPs}
     */
    public RuntimeOptions underived() {
        return but(draft -> draft.derived = false);
    }

    /** {@return options with a trace} */
    public RuntimeOptions trace() {
        return but(draft -> draft.traced = true);
    }

    /** {@return options with the checker} */
    public RuntimeOptions check() {
        return but(draft -> draft.checked = true);
    }
}
