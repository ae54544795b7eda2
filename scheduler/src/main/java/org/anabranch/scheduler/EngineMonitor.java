package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.count.WorkCounts;
import org.anabranch.scheduler.count.WorkCounts.Sum;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.place.CostRow;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.stream.TrackedStream;

import java.util.Arrays;
import java.util.List;

/** Snapshots of an engine. */
final class EngineMonitor implements Monitor {
    private final Engine engine;

    EngineMonitor(Engine engine) {
        this.engine = engine;
    }

    @Override
    public List<DomainReport> domains() {
        return engine.domains.all().stream().map(this::report).toList();
    }

    @Override
    public List<BackendReport> backends() {
        return engine.backends();
    }

    private Domain view(ExecutingDomain domain) {
        return new BundleDomain(engine, null, domain);
    }

    private DomainReport report(ExecutingDomain domain) {
        WorkCounts counts = domain.counts;
        return new DomainReport(
                view(domain),
                counts.get(Sum.ACTIONS),
                counts.get(Sum.FAILED),
                domain.pending(),
                domain.stolenLocally(),
                counts.get(Sum.STOLEN_AWAY),
                counts.get(Sum.STOLEN_HERE),
                counts.get(Sum.BYTES_IN),
                counts.get(Sum.BYTES_OUT),
                counts.get(Sum.TRANSFERS_IN),
                counts.get(Sum.TRANSFERS_OUT),
                counts.get(Sum.BUSY_NANOS),
                domain.instanceBytes());
    }

    @Override
    public List<WorkReport> work(Platform program) {
        if (!(program instanceof BundlePlatform platform) || platform.engine != engine) {
            throw new IllegalArgumentException(
                    "the program is no platform of this framework: " + program);
        }
        return engine.domains.all().stream().map(domain -> report(platform, domain)).toList();
    }

    private WorkReport report(BundlePlatform platform, ExecutingDomain domain) {
        WorkCounts counts = platform.work.soFar(domain);
        return new WorkReport(
                view(domain),
                counts.get(Sum.ACTIONS),
                counts.get(Sum.FAILED),
                counts.get(Sum.STOLEN_LOCALLY),
                counts.get(Sum.STOLEN_AWAY),
                counts.get(Sum.STOLEN_HERE),
                counts.get(Sum.BYTES_IN),
                counts.get(Sum.BYTES_OUT),
                counts.get(Sum.TRANSFERS_IN),
                counts.get(Sum.TRANSFERS_OUT),
                counts.get(Sum.BUSY_NANOS));
    }

    @Override
    public List<StreamReport> streams() {
        return engine.platforms.stream()
                .flatMap(platform -> platform.streams().stream())
                .map(TrackedStream::report)
                .sorted((a, b) -> Integer.compare(a.id(), b.id()))
                .toList();
    }

    @Override
    public List<BufferReport> buffers() {
        return engine.platforms.stream()
                .flatMap(platform -> platform.buffers().stream())
                .map(this::report)
                .toList();
    }

    private BufferReport report(TrackedBuffer buffer) {
        List<Valid> valid =
                engine.domains.all().stream()
                        .filter(
                                domain ->
                                        domain.isHost()
                                                || domain instanceof DeviceDomain device
                                                        && buffer.isIn(device))
                        .map(
                                domain ->
                                        new Valid(
                                                domain.id(), buffer.directory.valid(domain.memory)))
                        .toList();
        return new BufferReport(buffer.name(), buffer.program().owner(), buffer.shape(), valid);
    }

    @Override
    public List<KernelReport> kernels() {
        return engine.domains.costs.rows().stream().map(EngineMonitor::report).toList();
    }

    private static KernelReport report(CostRow row) {
        long[] sorted = row.recent().clone();
        Arrays.sort(sorted);
        return new KernelReport(
                row.kernel(),
                row.domain(),
                row.bytes(),
                row.indices(),
                row.runs(),
                Arrays.stream(sorted).sum() / sorted.length,
                sorted[sorted.length / 2],
                sorted[(sorted.length * 95 - 1) / 100],
                row.kept());
    }

    @Override
    public List<StallReport> stalls() {
        return engine.watchdog.report(this::view);
    }

    @Override
    public List<WorkerReport> workers() {
        return engine.pool.snapshot().stream().map(EngineMonitor::report).toList();
    }

    private static WorkerReport report(Worker worker) {
        return new WorkerReport(
                (worker.spare ? "spare-" : "worker-") + worker.slot,
                worker.activity(),
                worker.tasks(),
                worker.steals(),
                worker.deque.size());
    }
}
