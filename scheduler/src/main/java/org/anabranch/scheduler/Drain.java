package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The orderly end of domains (F4): no new work; what is enqueued may run until the time is over,
 * then it is cancelled; what is only valid there comes home; then the devices are closed.
 */
final class Drain {
    private static final long POLL_NANOS = 100_000;

    private final Engine engine;
    private final List<DeviceDomain> domains;

    Drain(Engine engine, List<DeviceDomain> domains) {
        this.engine = engine;
        this.domains = domains;
    }

    void run() {
        List<DeviceDomain> there = domains.stream().filter(domain -> !domain.isLost()).toList();
        settle(engine, there);
        there.forEach(this::evacuate);
        there.forEach(domain -> domain.closeDevice(engine.settings.drainNanos()));
        domains.forEach(engine::forget);
    }

    /** No new work from now on; when it returns, what was enqueued has ended, or cannot. */
    static void settle(Engine engine, List<? extends ExecutingDomain> there) {
        there.forEach(domain -> domain.become(Domain.State.DRAINING));
        long limit = engine.settings.drainNanos();
        if (!await(() -> there.stream().allMatch(domain -> domain.pending() == 0), limit)) {
            there.forEach(domain -> cancelPending(engine, domain));
            await(() -> there.stream().allMatch(domain -> domain.pending() == 0), limit / 2);
        }
    }

    private static void cancelPending(Engine engine, ExecutingDomain domain) {
        DomainClosedException cause =
                new DomainClosedException(domain + " was closed before this could run");
        engine.platforms.forEach(
                platform ->
                        platform.streams()
                                .forEach(
                                        stream -> {
                                            if (stream.executing() == domain) {
                                                stream.cancelPending(cause);
                                            }
                                        }));
    }

    /** Brings home what is only valid in the domain, and gives its instances back. */
    private void evacuate(DeviceDomain domain) {
        if (domain.store != domain) {
            return; // what is there, the whole device has
        }
        List<Action> transfers = new ArrayList<>();
        engine.forEachBuffer(
                buffer -> {
                    if (buffer.leaseUnlessFreed()) {
                        buffer.directory.evacuate(domain.memory, transfers);
                        buffer.unlease();
                    }
                });
        await(() -> transfers.stream().allMatch(Action::isRetired), engine.settings.drainNanos());
    }

    private static boolean await(BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }
}
