package org.anabranch.scheduler.kernel;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.JavaKernel;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Task;
import org.anabranch.scheduler.pool.WorkSource;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.spi.Completion;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A thief that steals tasks back from devices that schedule tasks of their own, for idle workers of
 * the host. Data that the task reads is fetched into the host's memory of the buffers, where these
 * ranges are invalid, since the parent task holds them on the device. Its results are written back
 * before its completion is called. So for all others the task ran on the device.
 */
public final class PortThief implements WorkSource {
    private final Domains domains;

    public PortThief(Domains domains) {
        this.domains = domains;
    }

    @Override
    public boolean needsPolling() {
        for (DeviceDomain device : domains.devices()) {
            if (device.port() != null && device.pending() > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Task take(Worker worker) {
        for (DeviceDomain device : domains.devices()) {
            StealPort.Stolen stolen = device.steal();
            if (stolen != null) {
                try {
                    return new StolenTask(device, stolen);
                } catch (Throwable refused) {
                    fail(stolen.completion(), refused);
                }
            }
        }
        return null;
    }

    /** When there is memory for it: the device waits. */
    private static void fail(Completion told, Throwable cause) {
        while (true) {
            try {
                Throwable broken = ForeignCode.attempt(() -> told.failed(cause));
                if (broken != null) {
                    ForeignCode.warn("a device could not be told that its task failed", broken);
                }
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** A completion that passes on the first call only. */
    private static final class Once implements Completion {
        private final AtomicReference<Completion> told;

        Once(Completion told) {
            this.told = new AtomicReference<>(told);
        }

        @Override
        public void done() {
            Completion first = told.getAndSet(null);
            if (first != null) {
                first.done();
            }
        }

        @Override
        public void failed(Throwable cause) {
            Completion first = told.getAndSet(null);
            if (first != null) {
                first.failed(cause);
            }
        }
    }

    /** A task of a device, run on the host: fetch, run, put back, tell. */
    private final class StolenTask extends Task {
        private final DeviceDomain device;
        private final StealPort.Stolen stolen;
        private final Completion end;
        private final List<LaunchArgument.Memory> memory = new ArrayList<>();

        StolenTask(DeviceDomain device, StealPort.Stolen stolen) {
            super(null);
            this.device = device;
            this.stolen = stolen;
            this.end = new Once(stolen.completion());
            for (LaunchArgument argument : stolen.launch().arguments()) {
                if (argument instanceof LaunchArgument.Memory used) {
                    memory.add(used);
                }
            }
            counts(device).lostAway();
            counts(domains.host).stoleHere();
        }

        /** Those of the program whose buffers the task uses. */
        private WorkCounts counts(ExecutingDomain domain) {
            return memory.isEmpty()
                    ? domain.counts
                    : buffer(memory.getFirst()).program().counts(domain);
        }

        @Override
        public void run(Worker worker) {
            try {
                move(
                        memory.stream().filter(used -> used.mode().reads()).toList(),
                        true,
                        () -> domains.pool().submit(new Body()));
            } catch (Throwable broken) {
                fail(end, broken);
            }
        }

        @Override
        public void refuse(Worker worker, AnabranchException cause) {
            fail(end, cause);
        }

        /** Copies operands from or to the device; goes on when all are there. */
        private void move(List<LaunchArgument.Memory> operands, boolean home, Runnable then) {
            AtomicInteger left = new AtomicInteger(operands.size() + 1);
            Completion each =
                    new Completion() {
                        @Override
                        public void done() {
                            if (left.decrementAndGet() == 0) {
                                goOn(then);
                            }
                        }

                        @Override
                        public void failed(Throwable cause) {
                            if (left.getAndSet(Integer.MIN_VALUE) > 0) {
                                fail(end, cause);
                            }
                        }
                    };
            for (LaunchArgument.Memory used : operands) {
                Completion once = new Once(each);
                Throwable broken = ForeignCode.attempt(() -> move(used, home, once));
                if (broken != null) {
                    once.failed(broken);
                }
            }
            each.done();
        }

        private void goOn(Runnable then) {
            try {
                then.run();
            } catch (Throwable broken) {
                fail(end, broken);
            }
        }

        private void move(LaunchArgument.Memory used, boolean home, Completion told) {
            Slice slice = used.slice();
            Order order = device.lanes.unordered();
            if (home) {
                device.device().read(order, slice, buffer(used).host(), slice.region(), told);
            } else {
                device.device().write(order, buffer(used).host(), slice.region(), slice, told);
            }
        }

        private TrackedBuffer buffer(LaunchArgument.Memory used) {
            return (TrackedBuffer)
                    (used.source() instanceof Operand operand
                            ? operand.range().buffer()
                            : ((MappedOperand) used.source()).buffer());
        }

        /** The kernel itself. */
        private final class Body extends Task {
            Body() {
                super(null);
            }

            @Override
            public void run(Worker worker) {
                long start = System.nanoTime();
                try {
                    Throwable thrown = compute();
                    AnabranchException left = worker.closeScopes(null);
                    thrown = thrown == null ? left : thrown;
                    counts(domains.host).busy(System.nanoTime() - start);
                    if (thrown != null) {
                        fail(end, thrown);
                    } else {
                        move(
                                memory.stream().filter(used -> used.mode().writes()).toList(),
                                false,
                                end::done);
                    }
                } catch (Throwable broken) {
                    fail(end, broken);
                }
            }

            /** Runs the task; returns the exception that it threw, or null. */
            private Throwable compute() {
                Argument[] given = arguments();
                JavaKernel code = HostCode.of(this, stolen.launch().kernel(), given);
                return ForeignCode.run(code, stolen.launch().piece(), new HostArguments(given));
            }

            @Override
            public void refuse(Worker worker, AnabranchException cause) {
                fail(end, cause);
            }

            @Override
            public String toString() {
                return "kernel " + stolen.launch().kernel().name() + " of " + device;
            }
        }

        private Argument[] arguments() {
            return stolen.launch().arguments().stream()
                    .map(
                            argument ->
                                    argument instanceof LaunchArgument.Memory used
                                            ? used.source()
                                            : new Argument.Scalar(
                                                    ((LaunchArgument.Value) argument).value()))
                    .toArray(Argument[]::new);
        }
    }
}
