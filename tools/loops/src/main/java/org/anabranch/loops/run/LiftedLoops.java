package org.anabranch.loops.run;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.loops.Explanation;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.NotParallelException;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.device.DeviceLoop;
import org.anabranch.loops.device.DeviceRefusal;
import org.anabranch.loops.ir.LoopBody;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Loops whose bodies are lifted from their class files. */
@Component(service = Loops.class)
public final class LiftedLoops implements Loops {
    private static final Verdict NOTHING =
            new Verdict(
                    Verdict.Kind.DOALL,
                    "there is no iteration",
                    0,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());

    private final Platform platform;
    private final Domain domain;
    private final boolean strict;
    private final Consumer<LoopRun> listener;
    private final LongAdder parallel;
    private final LongAdder inOrder;
    private final RecentRuns recent;

    /**
     * Makes loops that run on a platform.
     *
     * @param platform whose workers run the slices
     */
    @Activate
    public LiftedLoops(@Reference Platform platform) {
        this(
                platform,
                platform.host(),
                false,
                run -> {},
                new LongAdder(),
                new LongAdder(),
                new RecentRuns());
    }

    private LiftedLoops(
            Platform platform,
            Domain domain,
            boolean strict,
            Consumer<LoopRun> listener,
            LongAdder parallel,
            LongAdder inOrder,
            RecentRuns recent) {
        this.platform = platform;
        this.domain = domain;
        this.strict = strict;
        this.listener = listener;
        this.parallel = parallel;
        this.inOrder = inOrder;
        this.recent = recent;
    }

    @Override
    public LoopRun parallel(long low, long high, LongBody body) {
        return run(low, high, body, "J");
    }

    @Override
    public LoopRun parallelInts(int low, int high, IntBody body) {
        return run(low, high, body, "I");
    }

    @Override
    public Explanation explain(long low, long high, LongBody body) {
        return Analysis.of(body, "J", low, high).explanation(low, high);
    }

    @Override
    public Explanation explainInts(int low, int high, IntBody body) {
        return Analysis.of(body, "I", low, high).explanation(low, high);
    }

    @Override
    public Loops strict() {
        return new LiftedLoops(platform, domain, true, listener, parallel, inOrder, recent);
    }

    @Override
    public Loops telling(Consumer<LoopRun> other) {
        return new LiftedLoops(platform, domain, strict, other, parallel, inOrder, recent);
    }

    @Override
    public Loops on(Domain other) {
        return new LiftedLoops(platform, other, strict, listener, parallel, inOrder, recent);
    }

    @Override
    public long ranParallel() {
        return parallel.sum();
    }

    @Override
    public long ranInOrder() {
        return inOrder.sum();
    }

    @Override
    public List<LoopRun> recent() {
        return recent.all();
    }

    private LoopRun run(long low, long high, Serializable body, String index) {
        if (high <= low) {
            return told(new LoopRun(body.getClass().getName(), 0, true, "empty", NOTHING));
        }
        if (high - low < 0) {
            return inOrder(low, high, body, refusedAnalysis(body, "it has more than 2^63 indices"));
        }
        Analysis analysis = Analysis.of(body, index, low, high);
        String obstacle = analysis.obstacle();
        if (obstacle != null) {
            return inOrder(low, high, body, analysis);
        }
        String reason = analysis.verdict().reason();
        String refusal = domain.isHost() ? null : onDevice(analysis, body, low, high);
        if (refusal == null && !domain.isHost()) {
            reason = "on " + domain.id() + ": " + reason;
        } else {
            onHost(analysis, body, low, high);
            reason = refusal == null ? reason : "on the host, since " + refusal + ": " + reason;
        }
        parallel.increment();
        return told(new LoopRun(analysis.name(), high - low, true, reason, analysis.verdict()));
    }

    /** Runs a proved loop on the domain, or says why not. */
    private String onDevice(Analysis analysis, Serializable body, long low, long high) {
        LoopBody code = analysis.lifted().body();
        DeviceLoop loop =
                new DeviceLoop(platform, domain, code, analysis.inputs(), Written.of(code).roots());
        try {
            loop.run(body.getClass(), analysis.nest(), low, high);
            return null;
        } catch (DeviceRefusal refusal) {
            return refusal.getMessage();
        }
    }

    private void onHost(Analysis analysis, Serializable body, long low, long high) {
        ParallelRun run = new ParallelRun(platform, body, low, high);
        if (analysis.nest().hazards().isEmpty()) {
            run.run();
        } else {
            Written written = Written.of(analysis.lifted().body());
            try (Snapshot before = Snapshot.of(analysis.lifted(), analysis.inputs(), written)) {
                run.run(before);
            }
        }
    }

    private static Analysis refusedAnalysis(Serializable body, String reason) {
        String name = body.getClass().getName();
        return new Analysis(name, "", null, null, null, Verdict.refused(reason, 0));
    }

    private LoopRun inOrder(long low, long high, Serializable body, Analysis analysis) {
        String obstacle = analysis.obstacle();
        if (strict) {
            throw new NotParallelException(
                    analysis.name() + " does not run in parallel: " + obstacle);
        }
        inOrder.increment();
        LoopRun report =
                new LoopRun(analysis.name(), high - low, false, obstacle, analysis.verdict());
        try {
            Slices.of(body).run(body, low, high, new long[1]);
        } finally {
            told(report);
        }
        return report;
    }

    private LoopRun told(LoopRun report) {
        recent.add(report);
        try {
            listener.accept(report);
        } catch (RuntimeException lost) {
            return report;
        }
        return report;
    }
}
