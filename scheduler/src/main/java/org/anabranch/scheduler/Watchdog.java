package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor.StallReport;
import org.anabranch.events.Kind;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.pool.ActivityWatch;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Worker;
import org.anabranch.scheduler.pool.WorkerPool;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The detector of stalled kernels and tasks: on the host it samples the workers' tasks, on a device
 * the first operation of each lane. It compares successive samples, so running code reports nothing
 * to it.
 */
final class Watchdog implements ActivityWatch.Look {
    private final WorkerPool pool;
    private final Domains domains;
    private final Runnable closing;
    private volatile long threshold;
    private boolean begun;

    /** The work seen in the last sample; only the sampling thread uses it. */
    private Map<Object, Running> last = new IdentityHashMap<>();

    private volatile List<Running> stalled = List.of();

    /** Work that was seen running. */
    private static final class Running {
        final ExecutingDomain domain;
        final long step;
        final long since;
        final Supplier<String> what;
        boolean said;

        Running(ExecutingDomain domain, long step, long since, Supplier<String> what) {
            this.domain = domain;
            this.step = step;
            this.since = since;
            this.what = what;
        }
    }

    /** Watches a pool and domains; at each look, has what threads left open closed as well. */
    Watchdog(WorkerPool pool, Domains domains, long threshold, Runnable closing) {
        this.closing = closing;
        this.pool = pool;
        this.domains = domains;
        this.threshold = threshold;
    }

    /** Watches from now on; with a threshold of 0, or in simulated time, it does not. */
    synchronized void begin() {
        if (threshold > 0 && !pool.simulated) {
            long period = Math.max(1_000_000, threshold / EngineTuning.STALL_LOOKS);
            if (begun) {
                pool.watch.every(period);
            } else {
                begun = true;
                pool.watch.start(this, period);
            }
        }
    }

    /** Sets the time after which work is reported as stalled; 0 for never. */
    void threshold(long nanos) {
        threshold = nanos;
        begin();
    }

    @Override
    public boolean anythingRuns() {
        return pool.isBusy()
                || domains.devices().stream().anyMatch(device -> device.lanes.areBusy());
    }

    @Override
    public boolean look() {
        closing.run();
        long now = System.nanoTime();
        Map<Object, Running> seen = new IdentityHashMap<>();
        for (Worker worker : pool.snapshot()) {
            if (worker.isComputing()) {
                see(seen, worker, worker.steps(), now, domains.host, () -> describe(worker));
            }
        }
        for (DeviceDomain device : domains.devices()) {
            if (device.state() != Domain.State.GONE) {
                device.lanes
                        .running()
                        .forEach((key, action) -> see(seen, key, 0, now, device, action::describe));
            }
        }
        last = seen;
        long limit = threshold > 0 ? threshold : Long.MAX_VALUE;
        stalled = seen.values().stream().filter(one -> now - one.since >= limit).toList();
        seen.values().stream().map(one -> one.domain).distinct().forEach(this::say);
        return !seen.isEmpty();
    }

    private void see(
            Map<Object, Running> seen,
            Object key,
            long step,
            long now,
            ExecutingDomain domain,
            Supplier<String> what) {
        Running before = last.get(key);
        seen.put(
                key,
                before != null && before.step == step
                        ? before
                        : new Running(domain, step, now, what));
    }

    /** Logs each newly stalled kernel or task of a domain, in one line. */
    private void say(ExecutingDomain domain) {
        List<Running> unsaid = new ArrayList<>(stalled);
        unsaid.removeIf(one -> one.domain != domain || one.said);
        if (unsaid.isEmpty()) {
            return;
        }
        long running = last.values().stream().filter(one -> one.domain == domain).count();
        long stuck = stalled.stream().filter(one -> one.domain == domain).count();
        String what = unsaid.getFirst().what.get();
        String time = text(System.nanoTime() - unsaid.getFirst().since);
        String more = unsaid.size() == 1 ? "" : ", and " + (unsaid.size() - 1) + " more";
        ForeignCode.log(
                Level.WARNING,
                stuck == running
                        ? "nothing has completed on " + domain + " for " + time + ": " + what + more
                        : what + " has not completed on " + domain + " for " + time + more);
        long now = System.nanoTime();
        for (Running one : unsaid) {
            one.said = true;
            pool.log.say(Kind.STALL, 0, domain.toldAs(), one.what.get(), 0, now - one.since);
        }
    }

    /**
     * Returns the kernels and tasks that are stalled now, as far as they were sampled.
     *
     * @param view shows a domain to the reader
     */
    List<StallReport> report(Function<ExecutingDomain, Domain> view) {
        long now = System.nanoTime();
        return stalled.stream()
                .map(
                        one ->
                                new StallReport(
                                        view.apply(one.domain), one.what.get(), now - one.since))
                .toList();
    }

    private static String describe(Worker worker) {
        for (StackTraceElement frame : worker.stack()) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")
                    && !frame.getClassName().startsWith("org.anabranch.scheduler.pool.")) {
                return worker.activity() + ", now at " + frame;
            }
        }
        return worker.activity();
    }

    private static String text(long nanos) {
        long seconds = nanos / 1_000_000_000;
        return seconds < 1 ? nanos / 1_000_000 + " ms" : seconds + " s";
    }
}
