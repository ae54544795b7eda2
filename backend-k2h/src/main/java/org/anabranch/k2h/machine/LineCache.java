package org.anabranch.k2h.machine;

import org.anabranch.k2h.board.Bank;
import org.anabranch.k2h.board.CacheShape;
import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.run.CoreState;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A set-associative cache that holds data. A core reads the content of its line until the line is
 * invalidated or evicted; a write is in no other place until the line is written back (K2H-P2, C1).
 * L1 and L2 of a core are one cache here, of the size of L2; the ARM cores, coherent among
 * themselves, share one. Victims are replaced in turn within a set. For any thread of the cores
 * that own it.
 */
public final class LineCache {
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final SharedMemory memory;
    private final Meter meter;
    private final CoreTrace trace;
    private final CacheObserver watch;
    private final boolean writeThrough;
    private final int lineBytes;
    private final int ways;
    private final int sets;
    private final long[] tags;
    private final boolean[] dirty;
    private final byte[][] lines;
    private final byte[] victims;
    private int[] resident = new int[64];
    private int residents;

    /**
     * Creates an empty cache.
     *
     * @param memory behind it
     * @param meter charged for lines
     * @param trace receives cache operations as states of the core
     * @param watch receives accesses, or null
     * @param shape line length, capacity, associativity
     * @param writeThrough true if writes reach memory immediately
     */
    public LineCache(
            SharedMemory memory,
            Meter meter,
            CoreTrace trace,
            CacheObserver watch,
            CacheShape shape,
            boolean writeThrough) {
        this.memory = memory;
        this.meter = meter;
        this.trace = trace;
        this.watch = watch;
        this.writeThrough = writeThrough;
        this.lineBytes = shape.lineBytes();
        this.ways = shape.ways();
        this.sets = shape.bytes() / shape.lineBytes() / shape.ways();
        int slots = sets * ways;
        tags = new long[slots];
        dirty = new boolean[slots];
        lines = new byte[slots][];
        victims = new byte[sets];
    }

    /** {@return an aligned word as the core sees it} */
    public synchronized int getInt(Core core, long address) {
        int slot = slot(core, address, 4);
        int at = at(address);
        read(core, slot, address, at, 4);
        return (int) INTS.get(lines[slot], at);
    }

    /** Writes an aligned word. */
    public synchronized void putInt(Core core, long address, int value) {
        int slot = slot(core, address, 4);
        int at = at(address);
        INTS.set(lines[slot], at, value);
        written(core, slot, address, at, 4);
    }

    /** {@return an aligned double word as the core sees it} */
    public synchronized long getLong(Core core, long address) {
        int slot = slot(core, address, 8);
        int at = at(address);
        read(core, slot, address, at, 8);
        return (long) LONGS.get(lines[slot], at);
    }

    /** Writes an aligned double word. */
    public synchronized void putLong(Core core, long address, long value) {
        int slot = slot(core, address, 8);
        int at = at(address);
        LONGS.set(lines[slot], at, value);
        written(core, slot, address, at, 8);
    }

    /** Reads bytes into the beginning of an array. */
    public synchronized void read(Core core, long address, byte[] into, int length) {
        for (int done = 0; done < length; ) {
            int slot = slot(core, address + done, 1);
            int at = at(address + done);
            int part = Math.min(lineBytes - at, length - done);
            read(core, slot, address + done, at, part);
            System.arraycopy(lines[slot], at, into, done, part);
            done += part;
        }
    }

    /** Writes bytes from the beginning of an array. */
    public synchronized void write(Core core, long address, byte[] from, int length) {
        for (int done = 0; done < length; ) {
            int slot = slot(core, address + done, 1);
            int at = at(address + done);
            int part = Math.min(lineBytes - at, length - done);
            System.arraycopy(from, done, lines[slot], at, part);
            written(core, slot, address + done, at, part);
            done += part;
        }
    }

    /** Writes back the dirty lines of a range and drops all of its lines. */
    public synchronized void writeBackInvalidate(Core core, long address, long bytes) {
        flush(core, Cost.FLUSH_CALL, 1);
        if (bytes <= 0) {
            return;
        }
        long first = address / lineBytes;
        long last = (address + bytes - 1) / lineBytes;
        flush(core, Cost.FLUSH_LINE, Math.min(last - first + 1, tags.length));
        if (last - first + 1 > residents) {
            for (int i = residents - 1; i >= 0; i--) {
                long line = tags[resident[i]] - 1;
                if (line >= first && line <= last) {
                    clean(core, resident[i]);
                    tags[resident[i]] = 0;
                    resident[i] = resident[--residents];
                }
            }
        } else {
            invalidateLines(core, first, last);
        }
    }

    private void flush(Core core, Cost what, long units) {
        double before = trace.timed() ? meter.nanos(core) : 0;
        meter.charge(core, what, units);
        if (trace.timed()) {
            trace.mark(core, CoreState.FLUSH, before, meter.nanos(core));
        }
    }

    private void invalidateLines(Core core, long first, long last) {
        boolean dropped = false;
        for (long line = first; line <= last; line++) {
            int slot = find(line);
            if (slot >= 0) {
                clean(core, slot);
                tags[slot] = 0;
                dropped = true;
            }
        }
        if (dropped) {
            compact();
        }
    }

    /** Writes back all dirty lines and keeps them. */
    public synchronized void writeBackAll(Core core) {
        for (int i = 0; i < residents; i++) {
            clean(core, resident[i]);
        }
    }

    /** Drops all lines. Dirty data is lost. */
    public synchronized void invalidateAll(Core core) {
        flush(core, Cost.INVALIDATE_ALL, 1);
        for (int i = 0; i < residents; i++) {
            int slot = resident[i];
            if (dirty[slot] && watch != null) {
                watch.dropped(core, (tags[slot] - 1) * lineBytes);
            }
            tags[slot] = 0;
            dirty[slot] = false;
        }
        residents = 0;
    }

    /** {@return the number of lines held} */
    public synchronized int residents() {
        return residents;
    }

    private int at(long address) {
        return (int) (address & lineBytes - 1);
    }

    private void read(Core core, int slot, long address, int at, int length) {
        if (watch != null) {
            watch.read(core, address, lines[slot], at, length);
        }
    }

    private void written(Core core, int slot, long address, int at, int length) {
        dirty[slot] = true;
        if (watch != null) {
            watch.written(core, address, lines[slot], at, length);
        }
        if (writeThrough) {
            memory.store(address, lines[slot], at, length);
            dirty[slot] = false;
        }
    }

    private int slot(Core core, long address, int alignment) {
        if ((address & alignment - 1) != 0) {
            throw new K2hException.AddressTrap(
                    core + ": 0x" + Long.toHexString(address) + " is not aligned to " + alignment,
                    address);
        }
        long line = address / lineBytes;
        int slot = find(line);
        return slot >= 0 ? slot : fill(core, line);
    }

    private int find(long line) {
        int base = (int) (line % sets) * ways;
        for (int slot = base; slot < base + ways; slot++) {
            if (tags[slot] == line + 1) {
                return slot;
            }
        }
        return -1;
    }

    private int fill(Core core, long line) {
        int set = (int) (line % sets);
        int slot = set * ways + victims[set];
        victims[set] = (byte) ((victims[set] + 1) % ways);
        if (tags[slot] != 0) {
            clean(core, slot);
        } else {
            remember(slot);
        }
        if (lines[slot] == null) {
            lines[slot] = new byte[lineBytes];
        }
        tags[slot] = 0;
        meter.charge(core, line * lineBytes < Bank.DDR.base() ? Cost.LINE_MSMC : Cost.LINE_DDR, 1);
        try {
            memory.load(line * lineBytes, lines[slot], 0, lineBytes);
            tags[slot] = line + 1;
        } finally {
            if (tags[slot] == 0) {
                compact();
            }
        }
        return slot;
    }

    private void clean(Core core, int slot) {
        if (dirty[slot]) {
            long address = (tags[slot] - 1) * lineBytes;
            if (watch != null) {
                watch.back(core, address, lines[slot], lineBytes);
            }
            flush(core, Cost.LINE_BACK, 1);
            memory.store(address, lines[slot], 0, lineBytes);
            dirty[slot] = false;
        }
    }

    private void remember(int slot) {
        if (residents == resident.length) {
            resident = Arrays.copyOf(resident, residents * 2);
        }
        resident[residents++] = slot;
    }

    private void compact() {
        int kept = 0;
        for (int i = 0; i < residents; i++) {
            if (tags[resident[i]] != 0) {
                resident[kept++] = resident[i];
            }
        }
        residents = kept;
    }
}
