package org.anabranch.scheduler;

import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.events.TransferReason;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.domain.DeviceDomain;
import org.anabranch.scheduler.domain.Domains;
import org.anabranch.scheduler.stream.TrackedStream;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The orderly end of domains: no new work; what is enqueued may run until the time is over, then it
 * is cancelled; what is only valid there comes home; then the devices are closed.
 */
final class Drain {
    private final Domains domains;
    private final Supplier<Stream<TrackedStream>> streams;
    private volatile long limit;

    /**
     * Makes a way to end domains.
     *
     * @param limit nanoseconds that work under way may take
     */
    Drain(Domains domains, Supplier<Stream<TrackedStream>> streams, long limit) {
        this.domains = domains;
        this.streams = streams;
        this.limit = limit;
    }

    /** Limits the time for work under way from now on. */
    void limit(long nanos) {
        limit = nanos;
    }

    /** Ends domains; without memory for all of it, it may be called again. */
    void end(List<DeviceDomain> ending) {
        List<DeviceDomain> there = ending.stream().filter(domain -> !domain.isLost()).toList();
        boolean settled = settle(there);
        there.forEach(this::evacuate);
        if (settled) { // what has begun to read since then is still under way
            await(() -> there.stream().allMatch(domain -> domain.pending() == 0), limit);
        }
        ending.forEach(this::close); // a domain lost now may have no other thread to close it
    }

    /** Closes the device of a domain; if another thread is closing it, waits for that. */
    void close(DeviceDomain domain) {
        domain.closeDevice(limit);
        domains.forget(domain);
    }

    /**
     * Ends new work; when it returns, enqueued work has ended, or cannot.
     *
     * @return true if all has ended
     */
    boolean settle(List<? extends ExecutingDomain> there) {
        there.forEach(domain -> domain.become(Domain.State.DRAINING));
        if (await(() -> there.stream().allMatch(domain -> domain.pending() == 0), limit)) {
            return true;
        }
        there.forEach(this::cancelPending);
        return await(() -> there.stream().allMatch(domain -> domain.pending() == 0), limit / 2);
    }

    private void cancelPending(ExecutingDomain domain) {
        DomainClosedException cause =
                new DomainClosedException(domain + " was closed before this could run");
        streams.get()
                .filter(stream -> stream.executing() == domain)
                .forEach(stream -> stream.cancelPending(cause));
    }

    /** Brings home what is only valid in the domain, and gives its instances back. */
    private void evacuate(DeviceDomain domain) {
        if (domain.store != domain) {
            return; // what is there, the whole device has
        }
        List<Action> transfers = new ArrayList<>();
        domains.memories.forEachBuffer(
                buffer -> {
                    if (buffer.leaseUnlessFreed()) {
                        try {
                            buffer.directory.evacuate(
                                    domain.memory, TransferReason.DRAIN, transfers);
                        } finally {
                            buffer.unlease();
                        }
                    }
                });
        await(() -> transfers.stream().allMatch(Action::isRetired), limit);
    }

    private static boolean await(BooleanSupplier condition, long nanos) {
        long deadline = System.nanoTime() + nanos;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            LockSupport.parkNanos(EngineTuning.END_POLL_NANOS);
        }
        return true;
    }
}
