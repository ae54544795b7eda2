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
    private final Place place;
    private final Residence residence;
    private final boolean strict;
    private final boolean reassociates;
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
                new Residence(platform),
                false,
                false,
                run -> {},
                new LongAdder(),
                new LongAdder(),
                new RecentRuns());
    }

    private LiftedLoops(
            Platform platform,
            Place place,
            Residence residence,
            boolean strict,
            boolean reassociates,
            Consumer<LoopRun> listener,
            LongAdder parallel,
            LongAdder inOrder,
            RecentRuns recent) {
        this.platform = platform;
        this.place = place;
        this.residence = residence;
        this.strict = strict;
        this.reassociates = reassociates;
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
        return Analysis.of(body, "J", low, high).explanation(low, high, reassociates);
    }

    @Override
    public Explanation explainInts(int low, int high, IntBody body) {
        return Analysis.of(body, "I", low, high).explanation(low, high, reassociates);
    }

    @Override
    public Loops strict() {
        return new LiftedLoops(
                platform,
                place,
                residence,
                true,
                reassociates,
                listener,
                parallel,
                inOrder,
                recent);
    }

    @Override
    public Loops telling(Consumer<LoopRun> other) {
        return new LiftedLoops(
                platform, place, residence, strict, reassociates, other, parallel, inOrder, recent);
    }

    @Override
    public Loops reassociating() {
        return new LiftedLoops(
                platform, place, residence, strict, true, listener, parallel, inOrder, recent);
    }

    @Override
    public Loops on(Place other) {
        return new LiftedLoops(
                platform,
                other,
                residence,
                strict,
                reassociates,
                listener,
                parallel,
                inOrder,
                recent);
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
            return inOrder(low, high, body, refusedAnalysis(body, reason), reason);
        }
        Analysis analysis = Analysis.of(body, index, low, high);
        String obstacle = analysis.obstacle();
        if (obstacle != null) {
            Treated treated = Treated.of(analysis, low, high, reassociates);
            if (treated.loop() == null) {
                return inOrder(low, high, body, analysis, treated.reason());
            }
            treated(treated.loop(), analysis, body, low, high);
            return ranParallel(analysis, high - low, treated.reason());
        }
        String reason = analysis.verdict().reason();
        if (isHost()) {
            onHost(analysis, body, low, high);
        } else {
            reason = inPlace(analysis, body, low, high) + ": " + reason;
        }
        return ranParallel(analysis, high - low, reason);
    }

    private LoopRun ranParallel(Analysis analysis, long iterations, String reason) {
        parallel.increment();
        return told(new LoopRun(analysis.name(), iterations, true, reason, analysis.verdict()));
    }

    /** Runs a loop with memory of its own for each tile; after a fault, in order. */
    private void treated(
            TreatedLoop loop, Analysis analysis, Serializable body, long low, long high) {
        try (Snapshot before = before(analysis)) {
            Throwable thrown = new TreatedRun(platform, loop, low, high).run();
            if (thrown != null) {
                before.restore();
                Slices.of(body).run(body, low, high, new long[1]);
            }
        }
    }

    private boolean isHost() {
        return place instanceof Domain domain && domain.isHost();
    }

    /** Runs a proved loop in the place, on the faster one if they are one processor. */
    private String inPlace(Analysis analysis, Serializable body, long low, long high) {
        Rivals rivals = Rivals.of(platform, place, analysis.lifted(), high - low);
        if (rivals == null) {
            return onDevices(place, analysis, body, low, high);
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

    /** Runs a proved loop on devices, or else on the host; says where. */
    private String onDevices(
            Place there, Analysis analysis, Serializable body, long low, long high) {
        DeviceLoop loop =
                new DeviceLoop(platform, there, residence, analysis.lifted(), analysis.inputs());
        Slice slice = Slices.of(body);
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
        return new Analysis(name, "", null, null, null, Verdict.refused(reason, 0), null);
    }

    private LoopRun inOrder(
            long low, long high, Serializable body, Analysis analysis, String obstacle) {
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
