package org.anabranch.loops.run;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
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
import org.anabranch.loops.device.Iterations;
import org.anabranch.loops.device.Residence;
import org.anabranch.loops.device.Rivals;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.io.Serializable;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The implementation of {@link Loops} by lifting bodies from their class files. */
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
    private final Residence residence;
    private final Manner manner;
    private final LongAdder parallel;
    private final LongAdder inOrder;
    private final RecentRuns recent;

    /** The options for running loops. */
    private record Manner(
            Place place,
            boolean strict,
            boolean reassociates,
            int ulps,
            Consumer<LoopRun> listener) {}

    /**
     * Creates loops that run on a platform.
     *
     * @param platform whose workers run the slices
     */
    @Activate
    public LiftedLoops(@Reference Platform platform) {
        this.platform = platform;
        this.residence = new Residence(platform);
        this.manner = new Manner(platform.host(), false, false, 0, run -> {});
        this.parallel = new LongAdder();
        this.inOrder = new LongAdder();
        this.recent = new RecentRuns();
    }

    private LiftedLoops(LiftedLoops origin, Manner manner) {
        this.platform = origin.platform;
        this.residence = origin.residence;
        this.manner = manner;
        this.parallel = origin.parallel;
        this.inOrder = origin.inOrder;
        this.recent = origin.recent;
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
        return Analysis.of(body, "J", low, high).explanation(low, high, manner.reassociates);
    }

    @Override
    public Explanation explainInts(int low, int high, IntBody body) {
        return Analysis.of(body, "I", low, high).explanation(low, high, manner.reassociates);
    }

    private Loops with(
            Place place, boolean strict, boolean reassociates, int ulps, Consumer<LoopRun> told) {
        return new LiftedLoops(this, new Manner(place, strict, reassociates, ulps, told));
    }

    @Override
    public Loops strict() {
        return with(manner.place, true, manner.reassociates, manner.ulps, manner.listener);
    }

    @Override
    public Loops telling(Consumer<LoopRun> other) {
        return with(manner.place, manner.strict, manner.reassociates, manner.ulps, other);
    }

    @Override
    public Loops reassociating() {
        return with(manner.place, manner.strict, true, manner.ulps, manner.listener);
    }

    @Override
    public Loops withinUlps(int ulps) {
        if (ulps < 0) {
            throw new IllegalArgumentException(ulps + " ulps");
        }
        return with(manner.place, manner.strict, manner.reassociates, ulps, manner.listener);
    }

    @Override
    public Loops on(Place other) {
        return with(other, manner.strict, manner.reassociates, manner.ulps, manner.listener);
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
            String reason = "it has more than 2^63 indices";
            return inOrder(low, low, high, body, refusedAnalysis(body, reason), reason);
        }
        Analysis analysis = Analysis.of(body, index, low, high);
        if (analysis.unready() == null || manner.strict || high - low == 1) {
            return analysed(low, low, high, body, analysis);
        }
        // the first iteration initializes what it uses, as in order, and the others are proved then
        try {
            Slices.of(body).run(body, low, low + 1, new long[1]);
        } catch (Throwable thrown) {
            inOrder.increment();
            Verdict verdict = analysis.verdict();
            told(new LoopRun(analysis.name(), high - low, false, verdict.reason(), verdict));
            throw thrown;
        }
        return analysed(low, low + 1, high, body, Analysis.of(body, index, low + 1, high));
    }

    /** Runs the iterations from low on; those from first on have run. */
    private LoopRun analysed(
            long first, long low, long high, Serializable body, Analysis analysis) {
        if (analysis.obstacle() != null) {
            TransformationPlan treated =
                    TransformationPlan.of(analysis, low, high, manner.reassociates);
            if (treated.loop() == null) {
                return inOrder(first, low, high, body, analysis, treated.reason());
            }
            treated(treated.loop(), analysis, body, low, high);
            return ranParallel(analysis, high - first, treated.reason());
        }
        String reason = analysis.verdict().reason();
        if (isHost()) {
            onHost(analysis, body, low, high);
        } else {
            reason = inPlace(analysis, body, low, high) + ": " + reason;
        }
        return ranParallel(analysis, high - first, reason);
    }

    private LoopRun ranParallel(Analysis analysis, long iterations, String reason) {
        parallel.increment();
        return told(new LoopRun(analysis.name(), iterations, true, reason, analysis.verdict()));
    }

    /**
     * Runs a transformed loop, with memory of its own for each tile; after a fault, sequentially.
     */
    private void treated(
            TransformedLoop loop, Analysis analysis, Serializable body, long low, long high) {
        try (Snapshot before = before(analysis)) {
            Throwable thrown = new TransformedRun(platform, loop, low, high).run();
            if (thrown != null) {
                before.restore();
                Slices.of(body).run(body, low, high, new long[1]);
            }
        }
    }

    private boolean isHost() {
        return manner.place instanceof Domain domain && domain.isHost();
    }

    /** Runs a proved loop in the place, on the faster participant if they are one processor. */
    private String inPlace(Analysis analysis, Serializable body, long low, long high) {
        Rivals rivals = Rivals.of(platform, manner.place, analysis.lifted(), high - low);
        if (rivals == null) {
            return onDevices(manner.place, analysis, body, low, high);
        }
        boolean device = rivals.deviceIsNext();
        String where = rivals.onHost();
        long start = System.nanoTime();
        if (device) {
            where = onDevices(rivals.device(), analysis, body, low, high);
        } else {
            onHost(analysis, body, low, high);
        }
        rivals.took(device, System.nanoTime() - start);
        return where;
    }

    /** Runs a proved loop on devices, or else on the host; returns where. */
    private String onDevices(
            Place there, Analysis analysis, Serializable body, long low, long high) {
        DeviceLoop loop =
                new DeviceLoop(
                        platform,
                        there,
                        residence,
                        analysis.lifted(),
                        analysis.inputs(),
                        manner.ulps);
        IterationRunner slice = Slices.of(body);
        try (Snapshot before = analysis.nest().hazards().isEmpty() ? null : before(analysis)) {
            Iterations host = (from, to, done) -> slice.run(body, from, to, done);
            Runnable undo = before == null ? null : before::restore;
            return "on " + loop.run(analysis.nest(), low, high, host, undo);
        } catch (DeviceRefusal refusal) {
            onHost(analysis, body, low, high);
            return "on the host, since " + refusal.getMessage();
        }
    }

    private static Snapshot before(Analysis analysis) {
        Written written = Written.of(analysis.lifted().body());
        return Snapshot.of(analysis.lifted(), analysis.inputs(), written);
    }

    private void onHost(Analysis analysis, Serializable body, long low, long high) {
        ParallelRun run = new ParallelRun(platform, body, low, high);
        if (analysis.nest().hazards().isEmpty()) {
            run.run();
        } else {
            try (Snapshot before = before(analysis)) {
                run.run(before);
            }
        }
    }

    private static Analysis refusedAnalysis(Serializable body, String reason) {
        String name = body.getClass().getName();
        return new Analysis(name, "", null, null, null, Verdict.refused(reason, 0), null, null);
    }

    private LoopRun inOrder(
            long first,
            long low,
            long high,
            Serializable body,
            Analysis analysis,
            String obstacle) {
        if (manner.strict) {
            throw new NotParallelException(
                    analysis.name() + " does not run in parallel: " + obstacle);
        }
        inOrder.increment();
        LoopRun report =
                new LoopRun(analysis.name(), high - first, false, obstacle, analysis.verdict());
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
            manner.listener.accept(report);
        } catch (RuntimeException lost) {
            return report;
        }
        return report;
    }
}
