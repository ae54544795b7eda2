package org.anabranch.loops.run;

import org.anabranch.api.Place;
import org.anabranch.loops.cost.PlaceTrials;
import org.anabranch.loops.device.DeviceLoop;
import org.anabranch.loops.device.DeviceRefusal;
import org.anabranch.loops.device.Iterations;
import org.anabranch.loops.device.Rivals;

import java.util.List;

/**
 * A run of a proved loop in slices on the host, on devices, or on the one that was faster, perhaps
 * with a piece elsewhere as a trial.
 */
final class PlacedRun {
    private final Call call;
    private final LiftedLoops loops;
    private final Analysis analysis;
    private final long low;
    private final long high;
    private String place;
    private long copyNanos;
    private long trialNanos;
    private long tried;

    /**
     * Creates a run.
     *
     * @param call of which a beginning may have run already
     * @param analysis of all other iterations, proved
     * @param low the first of these
     */
    PlacedRun(Call call, Analysis analysis, long low) {
        this.call = call;
        this.loops = call.loops();
        this.analysis = analysis;
        this.low = low;
        this.high = call.high();
        this.place = loops.host();
    }

    /** Returns the names of the domains that ran it. */
    String place() {
        return place;
    }

    /** Returns the nanoseconds of copying what might have had to be restored. */
    long copyNanos() {
        return copyNanos;
    }

    /**
     * Returns the time that the call would have taken without a trial.
     *
     * @param nanos its time
     */
    long withoutTrial(long nanos) {
        long rest = high - low - tried;
        return rest == 0 ? nanos : (long) ((nanos - trialNanos) * ((double) (high - low) / rest));
    }

    /** Runs it; returns where and why there. */
    String run() {
        if (loops.manner.isOnHost()) {
            onHost(low, high);
            return "on the host";
        }
        Rivals rivals =
                Rivals.of(
                        loops.platform,
                        loops.manner.place(),
                        analysis.lifted(),
                        call.count(),
                        analysis.usesKept(loops.platform));
        return rivals == null ? on(loops.manner.place(), low, high) : choose(rivals);
    }

    private String choose(Rivals rivals) {
        boolean isWhole = low == call.low();
        PlaceTrials trials = rivals.trials();
        PlaceTrials.Choice next = isWhole ? trials.next(high - low) : trials.rest();
        // a piece of the middle stands for all, but iterations that may throw keep their order
        long before = next.size() == 0 || mayThrow() ? 0 : (high - low - next.size()) / 2;
        long from = low + before;
        long to = from + next.size();
        String refusal = next.size() == 0 ? null : attempt(rivals, next, from, to);
        tried = to - from;
        String where = refusal;
        long start = System.nanoTime();
        for (long[] part : new long[][] {{low, from}, {to, high}}) {
            if (part[0] < part[1] && next.place() == 0) {
                onHost(part[0], part[1]);
            } else if (part[0] < part[1]) {
                where = on(rivals.places().get(next.place()), part[0], part[1]);
            }
        }
        if (isWhole && tried < high - low) {
            double whole = (double) (high - low) / (high - low - tried);
            trials.took(next.place(), (System.nanoTime() - start) * whole);
        }
        return where == null ? rivals.onHost() : where;
    }

    /** Runs a piece as a trial, or else on the host; returns the reason why, or null. */
    private String attempt(Rivals rivals, PlaceTrials.Choice next, long from, long to) {
        long start = System.nanoTime();
        try {
            if (next.trial() == 0) {
                onHost(from, to);
            } else {
                onDevices(rivals.places().get(next.trial()), from, to);
            }
            trialNanos = System.nanoTime() - start;
            rivals.trials().tried(next.trial(), next.size(), high - low, trialNanos);
            return null;
        } catch (DeviceRefusal refusal) {
            rivals.trials().refused(next.trial(), System.nanoTime() - start);
            onHost(from, to);
            trialNanos = System.nanoTime() - start;
            return "on the host, since " + refusal.getMessage();
        }
    }

    private boolean mayThrow() {
        return mayThrow(analysis);
    }

    private static boolean mayThrow(Analysis part) {
        return !part.nest().hazards().isEmpty();
    }

    /** Runs iterations on devices, or else on the host; returns where. */
    private String on(Place there, long from, long to) {
        try {
            place = onDevices(there, from, to);
            return "on " + place;
        } catch (DeviceRefusal refusal) {
            onHost(from, to);
            return "on the host, since " + refusal.getMessage();
        }
    }

    private String onDevices(Place there, long from, long to) throws DeviceRefusal {
        boolean isWhole = from == low && to == high;
        Analysis part = isWhole ? analysis : Analysis.of(call.body(), from, to);
        if (part.obstacle() != null || mayThrow(part) && !mayThrow()) {
            throw new DeviceRefusal("a piece is not proved like the whole");
        }
        DeviceLoop loop =
                new DeviceLoop(
                        loops.platform,
                        there,
                        loops.residence,
                        part.lifted(),
                        part.inputs(),
                        loops.manner.ulps());
        Slices slices = Slices.of(call.body());
        if (mayThrow()) {
            analysis.fetch();
        }
        try (Snapshot before = before(false)) {
            Iterations host = (begin, end, done) -> slices.run(call.body(), begin, end, done);
            Runnable undo = before == null ? null : before::restore;
            return loop.run(part.nest(), from, to, host, undo);
        }
    }

    private void onHost(long from, long to) {
        analysis.bringHome();
        ParallelRun run = new ParallelRun(loops.platform, call.body(), from, to);
        try (Snapshot before = before(true)) {
            if (before == null) {
                run.run();
            } else {
                run.run(before, low);
            }
        }
    }

    /** Copies the memory that iterations write, if one may throw; else returns null. */
    private Snapshot before(boolean inSlices) {
        if (!mayThrow()) {
            return null;
        }
        long start = System.nanoTime();
        Snapshot taken =
                inSlices
                        ? Snapshot.inSlices(analysis)
                        : Snapshot.of(analysis.lifted(), analysis.inputs(), List.of());
        copyNanos += System.nanoTime() - start;
        return taken;
    }
}
