package org.anabranch.loops.run;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.Explanation;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.Kept;
import org.anabranch.loops.LongBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.NotParallelException;
import org.anabranch.loops.Verdict;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.device.Residence;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;

/** The implementation of {@link Loops} by lifting bodies from their class files. */
@Component(service = Loops.class)
public final class LiftedLoops implements Loops, SiteLoops {
    /** The system property that makes each call be analysed, however short it is. */
    private static final boolean ALWAYS = Boolean.getBoolean("anabranch.loops.always");

    private static final Verdict NOTHING = bare(Verdict.Kind.DOALL, "there is no iteration");
    private static final Verdict UNASKED = unasked("it was not analysed");
    private static final Consumer<LoopRun> NOBODY = run -> {};
    static final String SHORT = "it is shorter than its proof";

    final Platform platform;
    final Residence residence;
    final Manner manner;
    final Preparation preparation;
    private final RecentRuns recent;

    /** The options for running loops. */
    record Manner(
            Place place,
            boolean strict,
            boolean reassociates,
            int ulps,
            boolean always,
            Consumer<LoopRun> listener) {

        boolean isOnHost() {
            return place instanceof Domain domain && domain.isHost();
        }

        /** Returns true if calls that are not worth a proof run in order, unproved. */
        boolean weighs() {
            return !always && !strict && (isOnHost() || place.equals(Place.anywhere()));
        }
    }

    /**
     * Creates loops that run on a platform.
     *
     * @param platform whose workers run the slices
     */
    @Activate
    public LiftedLoops(@Reference Platform platform) {
        this(platform, ALWAYS);
    }

    LiftedLoops(Platform platform, boolean always) {
        this(
                platform,
                new Residence(platform),
                new Manner(platform.host(), false, false, 0, always, NOBODY),
                new Preparation(),
                new RecentRuns());
    }

    private LiftedLoops(
            Platform platform,
            Residence residence,
            Manner manner,
            Preparation preparation,
            RecentRuns recent) {
        this.platform = platform;
        this.residence = residence;
        this.manner = manner;
        this.preparation = preparation;
        this.recent = recent;
    }

    /**
     * Returns loops that weigh the costs of a call, or that analyse each, whatever the system
     * property says.
     *
     * @param platform whose workers run the slices
     * @param always true to analyse each call
     * @return the loops
     */
    public static LiftedLoops of(Platform platform, boolean always) {
        return new LiftedLoops(platform, always);
    }

    @Override
    public LoopRun parallel(long low, long high, LongBody body) {
        return run(LoopSite.of(body), low, high, body);
    }

    @Override
    public LoopRun parallelInts(int low, int high, IntBody body) {
        return run(LoopSite.of(body), low, high, body);
    }

    private LoopRun run(LoopSite site, long low, long high, Serializable body) {
        Call call = new Call(this, site, body, low, high);
        if (high <= low) {
            String name = body.getClass().getName();
            return told(report(name, 0, true, "empty", NOTHING));
        }
        if (high - low < 0) {
            return new ProvedCall(call, low).refused("it has more than 2^63 indices");
        }
        if (manner.weighs() && !KeptArrays.any()) {
            if (site.isShort(high - low) && isExactInOrder(site, high - low)) {
                call.inOrder(low, high);
                recent.inOrder.increment();
                LoopRun brief = report(site.name(), high - low, false, SHORT, UNASKED);
                return manner.listener == NOBODY ? brief : told(brief);
            }
            if (isExactInOrder(site, high - low)) {
                return call.weighed();
            }
        }
        return new ProvedCall(call, low).run();
    }

    /** Returns true if the bits of the result are the same in order and in tiles. */
    private boolean isExactInOrder(LoopSite site, long count) {
        return !manner.reassociates || count <= TILE || site.isExact();
    }

    @Override
    public Loops analysingEach() {
        Manner now = manner;
        Manner each =
                new Manner(now.place, now.strict, now.reassociates, now.ulps, true, now.listener);
        return new LiftedLoops(platform, residence, each, preparation, recent);
    }

    @Override
    public boolean takesShort() {
        return !manner.weighs() || manner.listener != NOBODY || manner.reassociates;
    }

    @Override
    public boolean mayRunInOrder(LoopSite site, long length) {
        return manner.weighs()
                && manner.listener == NOBODY
                && !KeptArrays.any()
                && isExactInOrder(site, length);
    }

    @Override
    public LoopRun attempt(LoopSite site, long length, long low, long high, Serializable body) {
        if (high <= low || !mayRunInOrder(site, high - low)) {
            run(site, low, high, body);
            return null;
        }
        return new Call(this, site, body, low, high).attempt(length);
    }

    @Override
    public LoopRun begin(String name, long iterations, String reason) {
        if (manner.strict) {
            throw new NotParallelException(name + " does not run in parallel: " + reason);
        }
        KeptArrays.usedAny();
        return ran(report(name, iterations, false, reason, unasked(reason)));
    }

    @Override
    public void end(LoopRun begun, long nanos) {
        LoopRun.Times times = new LoopRun.Times(begun.times().verdict(), 0, nanos);
        recent.add(
                new LoopRun(
                        begun.name(),
                        begun.iterations(),
                        false,
                        begun.reason(),
                        begun.verdict(),
                        begun.place(),
                        times));
    }

    static Verdict unasked(String reason) {
        return bare(Verdict.Kind.UNKNOWN, reason);
    }

    private static Verdict bare(Verdict.Kind kind, String reason) {
        return new Verdict(kind, reason, 0, List.of(), List.of(), List.of(), List.of());
    }

    @Override
    public Explanation explain(long low, long high, LongBody body) {
        return Analysis.of(body, low, high).explanation(low, high, manner.reassociates);
    }

    @Override
    public Explanation explainInts(int low, int high, IntBody body) {
        return Analysis.of(body, low, high).explanation(low, high, manner.reassociates);
    }

    private Loops with(
            Place place, boolean strict, boolean reassociates, int ulps, Consumer<LoopRun> told) {
        Manner other = new Manner(place, strict, reassociates, ulps, manner.always, told);
        return new LiftedLoops(platform, residence, other, preparation, recent);
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
    public Kept keep(Object... memory) {
        return residence.keep(memory);
    }

    @Override
    public long ranParallel() {
        return recent.parallel.sum();
    }

    @Override
    public long ranInOrder() {
        return recent.inOrder.sum();
    }

    @Override
    public List<LoopRun> recent() {
        return recent.all();
    }

    String host() {
        return platform.host().id();
    }

    private LoopRun report(
            String name, long iterations, boolean ranParallel, String reason, Verdict verdict) {
        return new LoopRun(
                name, iterations, ranParallel, reason, verdict, host(), LoopRun.Times.NONE);
    }

    /** Counts and reports a run. */
    LoopRun ran(LoopRun report) {
        (report.parallel() ? recent.parallel : recent.inOrder).increment();
        return told(report);
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
