package org.anabranch.stencil.run;

import org.anabranch.api.Buffer;
import org.anabranch.api.BufferOptions;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Platform;
import org.anabranch.api.Range;
import org.anabranch.api.Stream;
import org.anabranch.stencil.description.Stencil;
import org.anabranch.stencil.description.StencilArgument;
import org.anabranch.stencil.geometry.CellBox;
import org.anabranch.stencil.geometry.GridRows;
import org.anabranch.stencil.plan.Zone;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arrays of one zone, each as large as the zone's local box, so that no domain needs memory for
 * the whole grid (ST-22). Both arrays of a swap hold ghosts and fixed borders (ST-18). Arrays that
 * are not cut belong to the run and are shared.
 */
final class ZoneMemory implements AutoCloseable {
    final Zone zone;
    final Domain domain;
    final Stream stream;
    private final Stencil stencil;
    private final Map<String, Buffer> buffers = new HashMap<>();
    private final List<Buffer> own = new ArrayList<>();

    ZoneMemory(
            Platform platform,
            Stencil stencil,
            Zone zone,
            Domain domain,
            Map<String, Buffer> shared) {
        this.stencil = stencil;
        this.zone = zone;
        this.domain = domain;
        this.stream = domain.stream();
        buffers.putAll(shared);
        try {
            for (StencilArgument argument : stencil.arguments()) {
                if (stencil.isCut(argument)) {
                    Buffer buffer =
                            platform.buffer(
                                    BufferOptions.named(argument.name() + "#" + zone.id()),
                                    argument.type().layout(),
                                    GridRows.extents(zone.local().size(), stencil.rank()));
                    own.add(buffer);
                    buffers.put(argument.name(), buffer);
                }
            }
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    /** {@return the buffer of an argument, after an odd number of swaps that of its partner} */
    Buffer buffer(String name, boolean swapped) {
        if (swapped && name.equals(stencil.swapIn())) {
            return buffers.get(stencil.swapOut());
        }
        if (swapped && name.equals(stencil.swapOut())) {
            return buffers.get(stencil.swapIn());
        }
        return buffers.get(name);
    }

    /** Copies the local boxes from whole arrays. */
    void fill(Map<String, MemorySegment> arrays) {
        for (StencilArgument argument : stencil.arguments()) {
            if (stencil.isCut(argument)) {
                fill(argument, List.of(zone.local()), arrays.get(argument.name()));
            }
        }
    }

    /** Copies some cells from a whole array. */
    void fill(StencilArgument argument, List<CellBox> cells, MemorySegment array) {
        MemorySegment memory = buffers.get(argument.name()).write();
        for (CellBox box : cells) {
            GridRows.copy(
                    array,
                    argument.size(),
                    box,
                    memory,
                    zone.local().size(),
                    zone.local(box),
                    argument.type().bytes());
        }
    }

    /** Transfers all arrays to the domain. */
    List<Event> upload() {
        List<Event> events = new ArrayList<>();
        if (!domain.isHost()) {
            buffers.values().forEach(buffer -> events.add(stream.prefetch(buffer.all())));
        }
        return events;
    }

    /** {@return cells of the whole array as a range of one of this zone's buffers} */
    Range range(Buffer buffer, CellBox cells) {
        return buffer.range(GridRows.region(buffer.shape(), zone.local(cells)));
    }

    @Override
    public void close() {
        stream.closeNow();
        own.forEach(Buffer::close);
    }
}
