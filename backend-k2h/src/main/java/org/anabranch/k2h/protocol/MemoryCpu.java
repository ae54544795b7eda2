package org.anabranch.k2h.protocol;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Meter;
import org.anabranch.k2h.program.Cpu;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.run.CoreStatistics;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The common part of the cores of both sides: loads and stores through the cache, and the image.
 */
public abstract class MemoryCpu implements Cpu {
    /** The core. */
    protected final Core core;

    /** Charged for its work. */
    protected final Meter meter;

    /** Its cache. */
    protected final LineCache cache;

    /** Its counters. */
    protected final CoreStatistics statistics = new CoreStatistics();

    private final Image image;
    private byte[] bytes = new byte[512];

    /** Creates the core. */
    protected MemoryCpu(Core core, Meter meter, LineCache cache, Image image) {
        this.core = core;
        this.meter = meter;
        this.cache = cache;
        this.image = image;
    }

    /** Creates another view of a core. */
    protected MemoryCpu(MemoryCpu same) {
        this(same.core, same.meter, same.cache, same.image);
    }

    /**
     * Converts a pointer of this side to an address.
     *
     * @param pointer of a program
     * @throws K2hException.AddressTrap if this side cannot use it
     */
    protected abstract long translate(long pointer);

    /** {@return the counters of this core} */
    public CoreStatistics statistics() {
        return statistics;
    }

    @Override
    public Core core() {
        return core;
    }

    @Override
    public Function function(int id) {
        return image.function(id);
    }

    @Override
    public int getInt(long pointer) {
        return cache.getInt(core, translate(pointer));
    }

    @Override
    public void putInt(long pointer, int value) {
        cache.putInt(core, translate(pointer), value);
    }

    @Override
    public double getDouble(long pointer) {
        return Double.longBitsToDouble(cache.getLong(core, translate(pointer)));
    }

    @Override
    public void putDouble(long pointer, double value) {
        cache.putLong(core, translate(pointer), Double.doubleToRawLongBits(value));
    }

    @Override
    public void getFloats(long pointer, float[] into, int at, int count) {
        byte[] buffer = room(count * Float.BYTES);
        cache.read(core, translate(pointer), buffer, count * Float.BYTES);
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(into, at, count);
    }

    @Override
    public void putFloats(long pointer, float[] from, int at, int count) {
        byte[] buffer = room(count * Float.BYTES);
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().put(from, at, count);
        cache.write(core, translate(pointer), buffer, count * Float.BYTES);
    }

    private byte[] room(int length) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        return bytes;
    }

    @Override
    public void cacheWbInv(long pointer, long length) {
        cache.writeBackInvalidate(core, translate(pointer), length);
    }

    @Override
    public void work(Cost kind, long units) {
        meter.charge(core, kind, units);
    }

    /**
     * Checks a task before it is counted.
     *
     * @param onArm true if it may run on an ARM core
     * @param onDsp true if it may run on a DSP
     */
    protected static void checkCallable(
            Function called, long[] arguments, boolean onArm, boolean onDsp) {
        if (called.loop()) {
            throw new K2hException.Program(called + " is the body of a loop, not a task");
        }
        if (onArm && called.arm() == null || onDsp && called.dsp() == null) {
            throw new K2hException.Program(
                    "%s is missing in the %s image"
                            .formatted(called, called.arm() == null ? "ARM" : "DSP"));
        }
        Message.check(called.name(), arguments);
    }
}
