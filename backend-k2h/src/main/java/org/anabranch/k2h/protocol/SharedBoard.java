package org.anabranch.k2h.protocol;

import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.UncachedWords;

import java.util.List;

/**
 * The state shared by both sides: hardware queues, and uncached words. Nothing else of one side can
 * be reached from the other (K2H-S2, S6).
 *
 * @param pool free descriptors
 * @param sq1 tasks from ARM to DSP
 * @param sq2 completions of tasks that ARM took from DSP
 * @param sq3 completions of tasks that DSP took from ARM
 * @param dspTasks one queue per DSP, of tasks that may run on either side
 * @param dspOnlyTasks one queue per DSP, of tasks of {@code asyncDSP}
 * @param free the free flags of the DSPs
 * @param stop word 0: 1 when all cores shall end
 */
public record SharedBoard(
        DescriptorPool pool,
        HardwareQueue sq1,
        HardwareQueue sq2,
        HardwareQueue sq3,
        List<HardwareQueue> dspTasks,
        List<HardwareQueue> dspOnlyTasks,
        FreeFlags free,
        UncachedWords stop) {

    /** Copies the lists. */
    public SharedBoard {
        dspTasks = List.copyOf(dspTasks);
        dspOnlyTasks = List.copyOf(dspOnlyTasks);
    }
}
