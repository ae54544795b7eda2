package org.anabranch.k2h.runtime;

import org.anabranch.k2h.arm.ArmSide;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.QueueFabric;
import org.anabranch.k2h.protocol.DescriptorPool;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.CoreStatistics;

import java.util.ArrayList;
import java.util.List;

/**
 * The conservation laws after all cores have ended (K2H-S7): every descriptor is back in the pool,
 * every other queue is empty, no finish is open, and as many tasks have run as were created.
 */
record Conservation(SharedBoard board, QueueFabric fabric, ArmSide side, List<MemoryCpu> cpus) {

    /** Returns the violations, for people. */
    List<String> broken() {
        List<String> broken = new ArrayList<>();
        DescriptorPool pool = board.pool();
        if (pool.free() != pool.total()) {
            broken.add(
                    "%s of %s descriptors are missing"
                            .formatted(pool.total() - pool.free(), pool.total()));
        }
        for (HardwareQueue queue : fabric.open()) {
            boolean isPool = queue.id() == 0 && queue.manager() == 0;
            if (!isPool && queue.length() > 0) {
                broken.add(queue + " holds " + queue.length() + " descriptors");
            }
        }
        if (side.queued() > 0 || side.named() > 0) {
            broken.add(
                    "%s tasks are queued and %s finish scopes are open on the ARM side"
                            .formatted(side.queued(), side.named()));
        }
        CoreStatistics total = new CoreStatistics();
        cpus.forEach(cpu -> total.add(cpu.statistics()));
        if (total.asyncs != total.tasks) {
            broken.add(total.asyncs + " tasks were created and " + total.tasks + " were run");
        }
        return broken;
    }
}
