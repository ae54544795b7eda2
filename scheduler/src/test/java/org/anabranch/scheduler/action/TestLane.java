package org.anabranch.scheduler.action;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.scheduler.pool.WorkerPool;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** A device that orders operations, of which only the operations are looked at. */
final class TestLane extends ExecutingDomain {
    private final Runnable forgotten;

    TestLane(WorkerPool pool, Runnable forgotten) {
        super(pool, 1, "lane", ProcessorMask.range(0, 1));
        this.forgotten = forgotten;
    }

    @Override
    public DeviceOperation operation(Action of) {
        return new Attempt(of, null);
    }

    private final class Attempt extends DeviceOperation {
        private final Action action;

        Attempt(Action of, DeviceOperation earlier) {
            super(earlier);
            this.action = of;
        }

        @Override
        protected DependenceNode node() {
            return action;
        }

        @Override
        protected boolean isOrderedBefore(DeviceOperation other) {
            return true;
        }

        @Override
        protected DeviceOperation again() {
            return new Attempt(action, this);
        }

        @Override
        protected long[] withoutFailed(long[] tickets, List<DependenceNode> failed) {
            return tickets;
        }

        @Override
        protected void forget() {
            forgotten.run();
        }
    }

    @Override
    public boolean ordersOperations() {
        return true;
    }

    @Override
    public long stolenLocally() {
        return 0;
    }

    @Override
    public long instanceBytes() {
        return 0;
    }

    @Override
    public void hold() {}

    @Override
    public void release() {}

    @Override
    public long pending() {
        return 0;
    }

    @Override
    public String kind() {
        return "lane";
    }

    @Override
    public int generation() {
        return 1;
    }

    @Override
    public boolean isHost() {
        return false;
    }

    @Override
    public Map<MemoryKind, Long> memories() {
        return Map.of();
    }

    @Override
    public Set<String> formats() {
        return Set.of();
    }

    @Override
    public Map<String, String> properties() {
        return Map.of();
    }

    @Override
    public ExecutingDomain part(ProcessorMask mask) {
        return this;
    }

    @Override
    public void remove() {}
}
