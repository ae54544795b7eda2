package org.anabranch.stencil;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
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
    private final ZoneEvents events;
    private final Map<LaunchKey, List<Prepared>> prepared = new HashMap<>();
    private final Map<Integer, List<ZoneClock.Stamp>> arrivals = new HashMap<>();

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
        List<Domain> where = plan.zones().stream().map(zone -> domains.get(zone.device())).toList();
        this.events = new ZoneEvents(where);
        this.link = platform.host().stream();
        try {
            for (StencilArgument argument : stencil.arguments()) {
                if (argument.property().isArray() && !stencil.isCut(argument)) {
                    long cells = argument.size().product();
                    shared.put(argument.name(), platform.buffer(argument.type().layout(), cells));
                }
            }
            for (Zone zone : plan.zones()) {
                zones.add(memory(zone, where.get(zone.id())));
                clocks.add(new ZoneClock());
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    private ZoneMemory memory(Zone zone, Domain domain) {
        try {
            return new ZoneMemory(platform, stencil, zone, domain, shared);
        } catch (AnabranchException refused) {
            throw ZoneEvents.of(zone.id(), domain, "making its arrays", refused);
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
            int id = zone.zone.id();
            String what = "the upload";
            guarded(id, what, () -> zone.upload().forEach(event -> events.tag(event, id, what)));
        }
        awaitAll();
    }

    /** What is refused is told with zone and domain. */
    private void guarded(int zone, String what, Runnable enqueue) {
        try {
            enqueue.run();
        } catch (AnabranchException refused) {
            throw diagnosed(refused, zone, what);
        }
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
                boolean border = i + 1 < launches.size() || launches.size() == 1;
                String what = "iteration " + iteration;
                guarded(
                        id,
                        what,
                        () -> {
                            Event event = run(zone, one);
                            events.tag(event, id, what);
                            List<ZoneClock.Stamp> after = border ? ghosts : List.of();
                            clocks.get(id).launched(event, after, one.cells());
                        });
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

    private Event run(ZoneMemory zone, Prepared launch) {
        for (ZoneLaunch.Use use : launch.uses()) {
            order.before(zone.stream, use.buffer(), use.cells(), use.writes());
        }
        Event event = zone.stream.run(kernel, launch.loop(), launch.arguments());
        for (ZoneLaunch.Use use : launch.uses()) {
            order.after(zone.stream, use.buffer(), use.cells(), use.writes(), event);
        }
        return event;
    }

    /** Enqueues the transfers after an iteration. */
    void exchange(long iteration) {
        boolean swapped = iteration % 2 == 1;
        for (Transfer transfer : plan.transfers()) {
            String what = "the transfer from zone " + transfer.from();
            guarded(
                    transfer.to(),
                    what,
                    () -> {
                        for (Box box : transfer.boxes()) {
                            send(transfer, what, stencil.swapOut(), swapped, box);
                        }
                        for (Box box : transfer.previous()) {
                            send(transfer, what, stencil.swapIn(), swapped, box);
                        }
                    });
        }
    }

    private void send(Transfer transfer, String what, String name, boolean swapped, Box box) {
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
        events.tag(copy, transfer.to(), what);
        if (!to.domain.isHost() && !inside) {
            order.before(to.stream, target, targetBox, false);
            arrival = to.stream.prefetch(to.range(target, box));
            order.after(to.stream, target, targetBox, false, arrival);
            events.tag(arrival, transfer.to(), what);
        }
        arrivals.computeIfAbsent(transfer.to(), key -> new ArrayList<>())
                .add(new ZoneClock.Stamp(arrival));
    }

    /** What was enqueued so far belongs together, for {@link #awaitOldest}. */
    void nextIteration() {
        events.next();
    }

    int iterationsInFlight() {
        return events.iterations();
    }

    void awaitOldest() {
        try {
            events.awaitOldest();
        } catch (AnabranchException ended) {
            throw diagnosed(ended, -1, "");
        }
        clocks.forEach(ZoneClock::settle);
    }

    void awaitAll() {
        nextIteration();
        while (iterationsInFlight() > 0) {
            awaitOldest();
        }
    }

    /** Stops everything, then looks for the event that failed by itself. */
    private StencilFailedException diagnosed(AnabranchException seen, int zone, String what) {
        zones.forEach(memory -> memory.stream.closeNow());
        link.closeNow();
        return events.failure(seen, zone, what);
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
                Range all = home.range(GridRows.region(home.shape(), write.from(write.low())));
                Range result = zone.range(zone.buffer(name, swapped), write);
                String what = "the gathering of the result";
                int id = zone.zone.id();
                guarded(id, what, () -> events.tag(link.copy(result, all), id, what));
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
