package org.anabranch.stencil;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan in memory: zones with their streams, and one stream of the host that carries what zones
 * send each other. A transfer is a copy from the one zone's array to the other's in host memory;
 * the platform brings exactly the bytes of that range home first, and a prefetch sends them on, so
 * that nothing but what the plan says crosses a link. Zones of one device copy there. Used by one
 * thread.
 */
final class ZoneGrid implements AutoCloseable {
    final StencilPlan plan;
    final List<ZoneClock> clocks = new ArrayList<>();
    private final Stencil stencil;
    private final Kernel kernel;
    private final Platform platform;
    private final List<ZoneMemory> zones = new ArrayList<>();
    private final Map<String, Buffer> shared = new HashMap<>();
    private final Stream link;
    private final CrossOrder order = new CrossOrder();
    private final Deque<List<Tagged>> inFlight = new ArrayDeque<>();
    private final Map<LaunchKey, List<Prepared>> prepared = new HashMap<>();
    private final Map<Integer, List<ZoneClock.Stamp>> arrivals = new HashMap<>();
    private List<Tagged> current = new ArrayList<>();

    /** An event, and whose it is. */
    private record Tagged(Event event, int zone, String what) {}

    private record LaunchKey(int zone, int step, boolean swapped) {}

    private record Prepared(
            org.anabranch.api.Loop loop,
            org.anabranch.api.Argument[] arguments,
            List<ZoneLaunch.Use> uses,
            long cells) {}

    ZoneGrid(Platform platform, StencilPlan plan, List<Domain> domains, Kernel kernel) {
        this.platform = platform;
        this.plan = plan;
        this.stencil = plan.stencil();
        this.kernel = kernel;
        this.link = platform.host().stream();
        try {
            for (StencilArgument argument : stencil.arguments()) {
                if (argument.property().isArray() && !stencil.isCut(argument)) {
                    long cells = argument.size().product();
                    shared.put(argument.name(), platform.buffer(argument.type().layout(), cells));
                }
            }
            for (Zone zone : plan.zones()) {
                Domain domain = domains.get(zone.device());
                zones.add(new ZoneMemory(platform, stencil, zone, domain, shared));
                clocks.add(new ZoneClock());
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    /** Fills the zones and brings them to their domains. */
    void upload(Map<String, MemorySegment> arrays) {
        for (StencilArgument argument : stencil.arguments()) {
            if (shared.containsKey(argument.name())) {
                MemorySegment whole = arrays.get(argument.name()).asSlice(0, argument.bytes());
                shared.get(argument.name()).write().copyFrom(whole);
            }
        }
        for (ZoneMemory zone : zones) {
            zone.fill(arrays);
            for (Event event : zone.upload()) {
                tag(event, zone.zone.id(), "the upload");
            }
        }
        nextIteration();
        awaitAll();
    }

    /** Enqueues the kernels of an iteration. */
    void launch(long iteration, int step) {
        boolean swapped = stencil.swaps() && iteration % 2 == 1;
        for (ZoneMemory zone : zones) {
            int id = zone.zone.id();
            List<ZoneClock.Stamp> ghosts = arrivals.getOrDefault(id, List.of());
            List<Prepared> launches =
                    prepared.computeIfAbsent(
                            new LaunchKey(id, step, swapped), key -> prepare(zone, step, swapped));
            for (int i = 0; i < launches.size(); i++) {
                Prepared one = launches.get(i);
                Event event = run(zone, one, iteration);
                boolean border = i + 1 < launches.size() || launches.size() == 1;
                clocks.get(id).launched(event, border ? ghosts : List.of(), one.cells());
                tag(event, id, "iteration " + iteration);
            }
        }
        arrivals.clear();
    }

    private List<Prepared> prepare(ZoneMemory zone, int step, boolean swapped) {
        List<Prepared> launches = new ArrayList<>();
        for (Box items : zone.zone.steps().get(step)) {
            ZoneLaunch launch = new ZoneLaunch(zone, stencil, items, swapped);
            launches.add(
                    new Prepared(
                            launch.loop(),
                            launch.arguments(),
                            launch.exchanged(),
                            stencil.cells(items).cells()));
        }
        return launches;
    }

    private Event run(ZoneMemory zone, Prepared launch, long iteration) {
        try {
            for (ZoneLaunch.Use use : launch.uses()) {
                order.before(zone.stream, use.buffer(), use.cells(), use.writes());
            }
            Event event = zone.stream.run(kernel, launch.loop(), launch.arguments());
            for (ZoneLaunch.Use use : launch.uses()) {
                order.after(zone.stream, use.buffer(), use.cells(), use.writes(), event);
            }
            return event;
        } catch (AnabranchException refused) {
            throw failed(zone.zone.id(), "iteration " + iteration, refused);
        }
    }

    /** Enqueues the transfers after an iteration. */
    void exchange(long iteration) {
        boolean swapped = iteration % 2 == 1;
        for (Transfer transfer : plan.transfers()) {
            for (Box box : transfer.boxes()) {
                send(transfer, stencil.swapOut(), swapped, box);
            }
            for (Box box : transfer.previous()) {
                send(transfer, stencil.swapIn(), swapped, box);
            }
        }
    }

    private void send(Transfer transfer, String name, boolean swapped, Box box) {
        ZoneMemory from = zones.get(transfer.from());
        ZoneMemory to = zones.get(transfer.to());
        Buffer source = from.buffer(name, swapped);
        Buffer target = to.buffer(name, swapped);
        Box sourceBox = from.zone.local(box);
        Box targetBox = to.zone.local(box);
        boolean inside = from.domain.equals(to.domain) && !to.domain.isHost();
        Stream carrier = inside ? to.stream : link;
        order.before(carrier, source, sourceBox, false);
        order.before(carrier, target, targetBox, true);
        Event copy = carrier.copy(from.range(source, box), to.range(target, box));
        order.after(carrier, source, sourceBox, false, copy);
        order.after(carrier, target, targetBox, true, copy);
        Event arrival = copy;
        tag(copy, transfer.to(), "the transfer from zone " + transfer.from());
        if (!to.domain.isHost() && !inside) {
            order.before(to.stream, target, targetBox, false);
            arrival = to.stream.prefetch(to.range(target, box));
            order.after(to.stream, target, targetBox, false, arrival);
            tag(arrival, transfer.to(), "the transfer from zone " + transfer.from());
        }
        arrivals.computeIfAbsent(transfer.to(), key -> new ArrayList<>())
                .add(new ZoneClock.Stamp(arrival));
    }

    private void tag(Event event, int zone, String what) {
        current.add(new Tagged(event, zone, what));
    }

    /** What was enqueued so far belongs together, for {@link #awaitOldest}. */
    void nextIteration() {
        inFlight.add(current);
        current = new ArrayList<>();
    }

    int iterationsInFlight() {
        return inFlight.size();
    }

    void awaitOldest() {
        List<Tagged> oldest = inFlight.peek();
        for (Tagged tagged : oldest == null ? List.<Tagged>of() : oldest) {
            try {
                tagged.event().await();
            } catch (AnabranchException ended) {
                throw diagnosed(ended);
            }
        }
        inFlight.poll();
    }

    void awaitAll() {
        nextIteration();
        while (!inFlight.isEmpty()) {
            awaitOldest();
        }
        clocks.forEach(ZoneClock::settle);
    }

    /** Stops everything, then looks for the event that failed by itself. */
    private StencilFailedException diagnosed(AnabranchException seen) {
        zones.forEach(zone -> zone.stream.closeNow());
        link.closeNow();
        inFlight.add(current);
        Tagged first = null;
        for (List<Tagged> iteration : inFlight) {
            for (Tagged tagged : iteration) {
                Event.State state = tagged.event().state();
                if (state == Event.State.LOST || state == Event.State.FAILED) {
                    return failed(
                            tagged.zone(), tagged.what(), tagged.event().failure().orElse(seen));
                }
                if (first == null && state == Event.State.CANCELLED) {
                    first = tagged;
                }
            }
        }
        return first == null ? failed(-1, "", seen) : failed(first.zone(), first.what(), seen);
    }

    private StencilFailedException failed(int zone, String what, AnabranchException cause) {
        if (zone < 0) {
            return new StencilFailedException(cause.getMessage(), zone, "", cause);
        }
        String domain = zones.get(zone).domain.id();
        return new StencilFailedException(
                "zone " + zone + " on " + domain + " failed in " + what + ": " + cause.getMessage(),
                zone,
                domain,
                cause);
    }

    /** Copies the write zones of an array into a whole one. */
    void gather(String name, boolean swapped, MemorySegment whole) {
        StencilArgument argument = stencil.argument(name).orElseThrow();
        List<Buffer> homes = new ArrayList<>();
        try {
            for (ZoneMemory zone : zones) {
                Box write = zone.zone.write();
                long[] extents =
                        GridRows.extents(
                                GridRows.shape(
                                        argument.type().layout(), write.size(), stencil.rank()));
                Buffer home = platform.buffer(argument.type().layout(), extents);
                homes.add(home);
                Box all = write.from(write.low());
                Event event =
                        link.copy(
                                zone.range(zone.buffer(name, swapped), write),
                                home.range(GridRows.region(home.shape(), all)));
                tag(event, zone.zone.id(), "the gathering of the result");
            }
            awaitAll();
            for (int id = 0; id < zones.size(); id++) {
                Box write = plan.zones().get(id).write();
                GridRows.copy(
                        homes.get(id).read(),
                        write.size(),
                        write.from(write.low()),
                        whole,
                        argument.size(),
                        write,
                        argument.type().bytes());
            }
        } finally {
            homes.forEach(Buffer::close);
        }
    }

    @Override
    public void close() {
        link.closeNow();
        zones.forEach(ZoneMemory::close);
        shared.values().forEach(Buffer::close);
    }
}
