package org.anabranch.stencil.run;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Kernel;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;
import org.anabranch.stencil.plan.StencilPlan;
import org.anabranch.stencil.plan.Transfer;
import org.anabranch.stencil.plan.Zone;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan in memory: zones with their streams, and one stream of the host for the transfers between
 * zones. A transfer is a copy from one zone's array to another's in host memory; the platform first
 * transfers exactly the bytes of that range to the host, and a prefetch sends them on. So only the
 * cells of the plan cross a link. Zones of one device copy there. Not thread-safe.
 */
final class ZoneGrid implements AutoCloseable {
    final StencilPlan plan;
    final List<ZoneClock> clocks = new ArrayList<>();
    private final Stencil stencil;
    private final Kernel kernel;
    private final Platform platform;
    final List<ZoneMemory> zones = new ArrayList<>();
    private final Map<String, Buffer> shared = new HashMap<>();
    private boolean handsOn;
    final Stream link;
    private final CrossOrder order = new CrossOrder();
    final ZoneEvents events;
    private final PreparedLaunches prepared;
    private final Map<Integer, List<ZoneClock.Stamp>> arrivals = new HashMap<>();

    ZoneGrid(Platform platform, StencilPlan plan, List<Domain> domains, Kernel kernel) {
        this(platform, plan, domains, kernel, Map.of());
    }

    private ZoneGrid(
            Platform platform,
            StencilPlan plan,
            List<Domain> domains,
            Kernel kernel,
            Map<String, Buffer> whole) {
        this.platform = platform;
        this.plan = plan;
        this.stencil = plan.stencil();
        this.kernel = kernel;
        this.prepared = new PreparedLaunches(plan.stencil());
        List<Domain> where = plan.zones().stream().map(zone -> domains.get(zone.device())).toList();
        this.events = new ZoneEvents(where);
        this.link = platform.host().stream();
        try {
            for (StencilArgument argument : stencil.arrays()) {
                if (whole.isEmpty() && !stencil.isCut(argument)) {
                    long cells = argument.size().product();
                    shared.put(argument.name(), platform.buffer(argument.type().layout(), cells));
                }
            }
            Map<String, Buffer> all = whole.isEmpty() ? shared : whole;
            for (Zone zone : plan.zones()) {
                zones.add(memory(zone, where.get(zone.id()), all));
                clocks.add(new ZoneClock());
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    /**
     * Returns the same data in new zones; only the changes are transferred. No action may be in
     * flight. Afterwards this grid must only be closed.
     *
     * @param swapped true if the arrays of the swap are exchanged; in the new zones they are not
     * @param arrays the program's, for borders and inputs, under their names there
     * @throws StencilFailedException if the new zones cannot be created; these zones are unchanged
     *     then
     */
    ZoneGrid moved(
            StencilPlan next,
            List<Domain> domains,
            boolean swapped,
            Map<String, MemorySegment> arrays) {
        ZoneGrid grid = new ZoneGrid(platform, next, domains, kernel, shared);
        try {
            new ZoneMove(this, grid, swapped).run(arrays);
        } catch (RuntimeException refused) {
            grid.close();
            throw refused;
        }
        grid.shared.putAll(shared);
        handsOn = true;
        return grid;
    }

    private ZoneMemory memory(Zone zone, Domain domain, Map<String, Buffer> whole) {
        try {
            return new ZoneMemory(platform, stencil, zone, domain, whole);
        } catch (AnabranchException refused) {
            throw ZoneEvents.of(zone.id(), domain, "making its arrays", refused);
        }
    }

    /** Fills the zones and transfers them to their domains. */
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

    /** Enqueues; an exception is reported with zone and domain. */
    void guarded(int zone, String what, Runnable enqueue) {
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
            List<PreparedLaunches.Launch> launches = prepared.of(zone, step, swapped);
            for (int i = 0; i < launches.size(); i++) {
                PreparedLaunches.Launch one = launches.get(i);
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

    private Event run(ZoneMemory zone, PreparedLaunches.Launch launch) {
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
                        for (CellBox box : transfer.boxes()) {
                            send(transfer, what, stencil.swapOut(), swapped, box);
                        }
                        for (CellBox box : transfer.previous()) {
                            send(transfer, what, stencil.swapIn(), swapped, box);
                        }
                    });
        }
    }

    private void send(Transfer transfer, String what, String name, boolean swapped, CellBox box) {
        ZoneMemory from = zones.get(transfer.from());
        ZoneMemory to = zones.get(transfer.to());
        Buffer source = from.buffer(name, swapped);
        Buffer target = to.buffer(name, swapped);
        CellBox sourceBox = from.zone.local(box);
        CellBox targetBox = to.zone.local(box);
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

    void awaitOldest() {
        try {
            events.awaitOldest();
        } catch (AnabranchException ended) {
            throw diagnosed(ended, -1, "");
        }
        clocks.forEach(ZoneClock::settle);
    }

    void awaitAll() {
        events.next();
        while (events.iterations() > 0) {
            awaitOldest();
        }
    }

    /** Stops all streams, then finds the event that failed first. */
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
                CellBox write = zone.zone.write();
                long[] extents = GridRows.extents(write.size(), stencil.rank());
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
                CellBox write = plan.zones().get(id).write();
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
        if (!handsOn) {
            shared.values().forEach(Buffer::close);
        }
    }
}
