package org.anabranch.scheduler.coherence;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * An action that uses one buffer on a device, without its content. Once admitted it stays inside
 * until it is ended.
 */
final class RoomAction extends DataAction {
    private static final BundlePlatform PLATFORM =
            Engine.start(EngineSettings.defaults().withWorkers(1)).platform("stress");

    /** Of the same size. Each state of a test has its own instances, in a memory of its own. */
    static final List<TrackedBuffer> BUFFERS =
            Stream.generate(() -> (TrackedBuffer) PLATFORM.buffer(JAVA_LONG, 1)).limit(4).toList();

    static final WorkerPool POOL = BUFFERS.getFirst().memories.pool;

    final AtomicInteger submissions = new AtomicInteger();
    final AtomicInteger retirements = new AtomicInteger();

    /** The thread that submitted this last; null if there is none. */
    Thread submitter;

    RoomAction(SmallStore device, int buffer) {
        super(POOL, ActionOwner.NOBODY, device, new Operand(BUFFERS.get(buffer).all(), Mode.READ));
    }

    /** An action that is inside. */
    static RoomAction inside(SmallStore device, int buffer) {
        RoomAction action = new RoomAction(device, buffer);
        action.start();
        return action;
    }

    @Override
    public void acquireData() {}

    @Override
    public void submit() {
        submissions.incrementAndGet();
        submitter = Thread.currentThread();
    }

    @Override
    public void retired(AnabranchException failure) {
        retirements.incrementAndGet();
    }

    @Override
    public String describe() {
        return "an action that needs room";
    }
}
