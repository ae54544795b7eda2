package org.anabranch.k2h.run;

import org.anabranch.k2h.board.Board;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.policy.PolicyFactory;
import org.anabranch.spi.support.RecordCopy;

/**
 * The options of a run: the machine's configuration and the runtime's behaviour. Immutable.
 *
 * @param board the board
 * @param arms ARM cores that work, at least 1
 * @param dsps DSP cores that work, 0 permitted
 * @param dspOnly true if the ARM runs no task and only waits (K2H-B4)
 * @param armTasks the store of ARM workers' tasks (K2H-Q6)
 * @param writeThrough true if DSP caches write through (K2H-C3)
 * @param derived true if the runtime does cache operations; false if only the program's own are
 *     done
 * @param policy when tasks cross, and when caches are flushed
 * @param reading the interpretation of the paper
 * @param tracing the level of recording
 * @param checked true if every access is checked
 * @param elided true for the serial elision: tasks run where they are started, a loop as one tile
 */
public record RuntimeOptions(
        Board board,
        int arms,
        int dsps,
        boolean dspOnly,
        ArmTasks armTasks,
        boolean writeThrough,
        boolean derived,
        PolicyFactory policy,
        Reading reading,
        Tracing tracing,
        boolean checked,
        boolean elided) {

    /** The kinds of stores for ARM workers' tasks. */
    public enum ArmTasks {
        /** A work-stealing deque in software: the default, which needs no descriptors. */
        WS_DEQUE,
        /** A hardware queue, first in, first out. */
        FIFO_HW,
        /** A hardware queue, last in, first out. */
        LIFO_HW
    }

    /** The levels of recording. */
    public enum Tracing {
        /** Counts only. */
        OFF,
        /** The states of each core in time. */
        TIMES,
        /** Also each queue operation, search for work and task. */
        EVENTS
    }

    /** Checks the values. */
    public RuntimeOptions {
        if (arms < 1 || arms > board.arm().count() || dsps < 0 || dsps > board.dsp().count()) {
            throw new K2hException.Program(
                    "%s has 1 to %s ARM cores and 0 to %s DSPs, not %s and %s"
                            .formatted(
                                    board.name(),
                                    board.arm().count(),
                                    board.dsp().count(),
                                    arms,
                                    dsps));
        }
        if (dspOnly && dsps == 0) {
            throw new K2hException.Program("DSP-only mode needs a DSP");
        }
    }

    /**
     * Returns options for the first cores of a board. The first workers are ARM cores, the others
     * DSPs, as in the paper (K2H-B3): on its board one to four and five to twelve.
     *
     * @param workers from 1 to the cores of the board
     * @return the options of the paper
     * @throws K2hException.Program if the board has fewer cores
     */
    public static RuntimeOptions on(Board board, int workers) {
        if (workers < 1 || workers > board.workers()) {
            throw new K2hException.Program(
                    "%s has room for 1 to %s workers, not %s"
                            .formatted(board.name(), board.workers(), workers));
        }
        int arms = Math.min(board.arm().count(), workers);
        return paper(board, arms, workers - arms, false);
    }

    /**
     * Returns options for DSP-only work stealing (K2H-B4): the ARM offloads the whole computation
     * and waits.
     *
     * @param dsps from 1 to the DSPs of the board
     * @return the options of the paper
     * @throws K2hException.Program if the board has fewer DSPs
     */
    public static RuntimeOptions dspOnly(Board board, int dsps) {
        return paper(board, 1, dsps, true);
    }

    /**
     * Returns options for the paper's board.
     *
     * @param workers 1 to 12
     * @return the options of the paper
     */
    public static RuntimeOptions hybrid(int workers) {
        return on(Board.K2H, workers);
    }

    /**
     * Returns options for DSP-only work stealing on the paper's board.
     *
     * @param dsps 1 to 8
     * @return the options of the paper
     */
    public static RuntimeOptions dspOnly(int dsps) {
        return dspOnly(Board.K2H, dsps);
    }

    /**
     * Returns options for the paper's board with any number of cores.
     *
     * @return the options of the paper
     */
    public static RuntimeOptions cores(int arms, int dsps) {
        return paper(Board.K2H.cores(arms, dsps), arms, dsps, false);
    }

    private static RuntimeOptions paper(Board board, int arms, int dsps, boolean dspOnly) {
        return new RuntimeOptions(
                board,
                arms,
                dsps,
                dspOnly,
                ArmTasks.WS_DEQUE,
                false,
                true,
                HybridPolicy.Kind.PAPER,
                Reading.WHOLE_ROUND,
                Tracing.OFF,
                false,
                false);
    }

    /** {@return these options with another store for the tasks of ARM cores} */
    public RuntimeOptions with(ArmTasks where) {
        return RecordCopy.with(this, "armTasks", where);
    }

    /** {@return these options with another policy} */
    public RuntimeOptions with(PolicyFactory other) {
        return RecordCopy.with(this, "policy", other);
    }

    /** {@return these options with another interpretation of the paper} */
    public RuntimeOptions with(Reading how) {
        return RecordCopy.with(this, "reading", how);
    }

    /** {@return these options with DSP caches that write through, or not} */
    public RuntimeOptions writeThrough(boolean through) {
        return RecordCopy.with(this, "writeThrough", through);
    }

    /** {@return the number of descriptors} */
    public int descriptors() {
        return board.queues().descriptors();
    }

    /** {@return these options with so many descriptors} */
    public RuntimeOptions descriptors(int count) {
        return RecordCopy.with(this, "board", board.descriptors(count));
    }

    /** {@return these options with so many bytes of L2 for the ARM cores and for each DSP} */
    public RuntimeOptions caches(int arm, int dsp) {
        return RecordCopy.with(this, "board", board.caches(arm, dsp));
    }

    /**
     * {@return these options without cache operations by the runtime, except for invalidations of
     * DSPs}
     */
    public RuntimeOptions underived() {
        return RecordCopy.with(this, "derived", false);
    }

    /** {@return these options with a timeline of each core's states} */
    public RuntimeOptions times() {
        return RecordCopy.with(this, "tracing", Tracing.TIMES);
    }

    /** {@return these options with a timeline and a trace of events} */
    public RuntimeOptions trace() {
        return RecordCopy.with(this, "tracing", Tracing.EVENTS);
    }

    /**
     * {@return these options for the serial elision of a program, which is to be compared with it}
     */
    public RuntimeOptions serial() {
        return RecordCopy.with(this, "elided", true);
    }

    /** {@return options with the checker} */
    public RuntimeOptions check() {
        return RecordCopy.with(this, "checked", true);
    }
}
