package org.anabranch.scheduler.race;

import org.anabranch.api.Buffer;
import org.anabranch.api.Mode;
import org.anabranch.api.RaceException;
import org.anabranch.api.Region;
import org.anabranch.scheduler.region.RegionMap;

import java.util.Map;
import java.util.WeakHashMap;

/** The shadow memory: the users of the bytes of each buffer. Used under the detector's lock. */
final class ShadowMemory {
    private final Map<Buffer, RegionMap<Cell>> cells = new WeakHashMap<>();

    private RegionMap<Cell> of(Buffer buffer) {
        return cells.computeIfAbsent(
                buffer, one -> new RegionMap<>(one.shape(), Cell::new, Cell::copy));
    }

    /** The operation comes after what its stream orders before it. */
    void order(Operation operation) {
        for (Use use : operation.uses) {
            for (RegionMap.Entry<Cell> entry : of(use.buffer()).cover(use.region())) {
                entry.value.order(operation, use.mode());
            }
        }
    }

    /** Refuses an operation that races, or else remembers what it uses. */
    void add(Operation operation) {
        if (operation.kind == Operation.Kind.ACCESS) {
            for (Use use : operation.uses) {
                for (RegionMap.Entry<Cell> entry : of(use.buffer()).cover(use.region())) {
                    Cell.Found found = entry.value.race(operation, use.mode());
                    if (found != null) {
                        throw race(use, entry.box.region(use.buffer().shape()), found, operation);
                    }
                }
            }
        }
        for (Use use : operation.uses) {
            for (RegionMap.Entry<Cell> entry : of(use.buffer()).cover(use.region())) {
                entry.value.add(operation, use.mode());
            }
        }
        operation.uses = Use.NONE;
    }

    private static RaceException race(Use use, Region where, Cell.Found first, Operation second) {
        long element = use.buffer().shape().element().byteSize();
        return new RaceException(
                "a race on elements ["
                        + where.offset() / element
                        + ", "
                        + (where.end() + element - 1) / element
                        + ") of "
                        + use.buffer().name()
                        + " (bytes ["
                        + where.offset()
                        + ", "
                        + where.end()
                        + ")): "
                        + first.operation().what
                        + say(first.mode())
                        + first.operation().place
                        + "; "
                        + second.what
                        + say(use.mode())
                        + second.place
                        + "; nothing orders the two: wait for the first, or put both in one"
                        + " stream");
    }

    private static String say(Mode mode) {
        return switch (mode) {
            case READ -> " reads them";
            case WRITE, READ_WRITE -> " writes them";
            case REDUCE -> " reduces into them";
        };
    }

    /** Forgets those that come before whatever there will be; the least number that is left. */
    long forget(CausalPast common) {
        long[] least = {Long.MAX_VALUE};
        for (RegionMap<Cell> map : cells.values()) {
            map.removeIf(
                    cell -> {
                        boolean over = cell.forget(common);
                        least[0] = over ? least[0] : Math.min(least[0], cell.least());
                        return over;
                    });
        }
        return least[0];
    }

    void forget(Buffer buffer) {
        cells.remove(buffer);
    }

    int size() {
        int size = 0;
        for (RegionMap<Cell> map : cells.values()) {
            size += map.size();
        }
        return size;
    }
}
