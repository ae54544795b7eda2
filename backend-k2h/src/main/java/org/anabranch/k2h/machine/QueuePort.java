package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.run.CoreState;
import org.anabranch.k2h.run.TraceEvent;

/**
 * A core's access to hardware queues and its waits for news, charged and traced: the only means of
 * synchronisation for a DSP (K2H-P4).
 *
 * @param pace charged for operations
 * @param trace receives operations
 * @param watch receives descriptors, or null
 */
public record QueuePort(Core core, Pace pace, CoreTrace trace, CacheObserver watch) {

    /**
     * Pushes a descriptor.
     *
     * @param descriptor owned by this core
     * @param far true for the far end
     */
    public void push(HardwareQueue queue, Descriptor descriptor, boolean far) {
        pace.charge(core, Cost.QUEUE_PUSH, 1);
        pace.turn(core);
        trace.add(core, TraceEvent.What.PUSH, queue);
        if (watch != null) {
            watch.handled(core, descriptor);
        }
        if (far) {
            queue.pushFar(descriptor);
        } else {
            queue.pushPopEnd(descriptor);
        }
    }

    /**
     * Pops a descriptor.
     *
     * @return the descriptor, owned by this core, or null
     */
    public Descriptor pop(HardwareQueue queue) {
        pace.charge(core, Cost.QUEUE_POP, 1);
        pace.turn(core);
        trace.add(core, TraceEvent.What.POP, queue);
        Descriptor descriptor = queue.pop();
        if (watch != null && descriptor != null) {
            watch.handled(core, descriptor);
        }
        return descriptor;
    }

    /**
     * Waits for news.
     *
     * @param seen as for {@link Pace#idle}
     * @return the number of further failed searches that the wait stands for
     */
    public long idle(long seen) {
        trace.begin(core, CoreState.IDLE, "");
        long skipped = pace.idle(core, seen);
        trace.end(core);
        return skipped;
    }
}
