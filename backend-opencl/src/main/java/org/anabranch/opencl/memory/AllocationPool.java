package org.anabranch.opencl.memory;

import org.anabranch.api.MemoryKind;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.MemoryBudget;
import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Allocations on one open device. Released blocks are kept by size for the next allocation, up to a
 * quarter of the budget, since an allocation that the driver serves costs a hundred times more;
 * sizes are rounded up by an eighth at most. Of any thread.
 */
public final class AllocationPool {
    private static final long SMALLEST = 4096;
    private static final int KEPT_PER_SIZE = 64;

    private final OpenDriver driver;
    private final MemoryBudget budget;
    private final boolean pooling;
    private final boolean shared;
    private final long keptLimit;
    private final AtomicLong kept = new AtomicLong();
    private final AtomicInteger driverAllocations = new AtomicInteger();
    private final GenericKeyedObjectPool<Long, Buffer> pool;

    /**
     * An allocation.
     *
     * @param buffer the buffer that contains it, possibly larger
     * @param bytes the requested size
     */
    public record Block(Buffer buffer, long bytes) {
        public ClHandle handle() {
            return buffer.handle;
        }

        /** {@return the same memory as the host sees it, null if it does not} */
        public MemorySegment host() {
            return buffer.host;
        }
    }

    /** Finds allocations. */
    public interface Blocks {
        /** {@return the allocation, or null if there is none} */
        Block find(long handle);

        /** {@return the allocation, which must be there} */
        Block block(long handle) throws DeviceException;
    }

    /** A buffer of the driver, in use or kept. The pool guards the flag. */
    private static final class Buffer {
        final ClHandle handle;
        final MemorySegment host;
        final long capacity;
        boolean idle;

        Buffer(ClHandle handle, MemorySegment host, long capacity) {
            this.handle = handle;
            this.host = host;
            this.capacity = capacity;
        }
    }

    public AllocationPool(OpenDriver driver, MemoryBudget budget, OpenClSettings settings) {
        this.driver = driver;
        this.budget = budget;
        this.pooling = settings.given().pooling();
        this.shared = settings.copiesDirectly(driver.description()) > 0;
        this.keptLimit = settings.budget(driver.description()) / 4;
        GenericKeyedObjectPoolConfig<Buffer> config = new GenericKeyedObjectPoolConfig<>();
        config.setMaxTotal(-1);
        config.setMaxTotalPerKey(-1);
        config.setMaxIdlePerKey(pooling ? KEPT_PER_SIZE : 0);
        config.setBlockWhenExhausted(false);
        config.setJmxEnabled(false);
        pool = new GenericKeyedObjectPool<>(new Buffers(), config);
    }

    /** The pool's factory of driver buffers. */
    private final class Buffers extends BaseKeyedPooledObjectFactory<Long, Buffer> {
        @Override
        public Buffer create(Long capacity) throws DeviceException {
            budget.take(capacity, MemoryKind.NORMAL);
            driverAllocations.incrementAndGet();
            try {
                return buffer(capacity);
            } catch (OpenClException refused) {
                budget.give(capacity, MemoryKind.NORMAL);
                throw refused;
            }
        }

        private Buffer buffer(long capacity) throws OpenClException {
            if (!shared) {
                return new Buffer(driver.buffer(capacity, 0), null, capacity);
            }
            OpenDriver.Shared both = driver.shared(capacity);
            return new Buffer(both.buffer(), both.memory(), capacity);
        }

        @Override
        public PooledObject<Buffer> wrap(Buffer buffer) {
            return new DefaultPooledObject<>(buffer);
        }

        @Override
        public void activateObject(Long capacity, PooledObject<Buffer> pooled) {
            setIdle(pooled.getObject(), false);
        }

        @Override
        public void passivateObject(Long capacity, PooledObject<Buffer> pooled) {
            setIdle(pooled.getObject(), true);
        }

        @Override
        public void destroyObject(Long capacity, PooledObject<Buffer> pooled) {
            setIdle(pooled.getObject(), false);
            pooled.getObject().handle.release();
            budget.give(capacity, MemoryKind.NORMAL);
        }

        private void setIdle(Buffer buffer, boolean idle) {
            if (buffer.idle != idle) {
                buffer.idle = idle;
                kept.addAndGet(idle ? buffer.capacity : -buffer.capacity);
            }
        }
    }

    public Block allocate(long bytes) throws DeviceException {
        long largest = driver.description().largest();
        if (bytes < 1 || bytes > largest) {
            throw new DeviceException(
                    "%s: cannot allocate %s bytes: an allocation has 1 to %s bytes"
                            .formatted(driver.description().id(), bytes, largest));
        }
        long capacity = pooling ? Math.min(capacity(bytes), largest) : bytes;
        try {
            return borrow(bytes, capacity);
        } catch (DeviceException exhausted) {
            pool.clear();
            return borrow(bytes, bytes);
        }
    }

    private Block borrow(long bytes, long capacity) throws DeviceException {
        try {
            return new Block(pool.borrowObject(capacity), bytes);
        } catch (DeviceException refused) {
            throw refused;
        } catch (Exception impossible) {
            throw new DeviceException(
                    driver.description().id() + ": allocation of " + bytes + " bytes", impossible);
        }
    }

    /**
     * Takes a block back; keeps it for the next allocation of its size if that stays within limits.
     */
    public void release(Block block) {
        Buffer buffer = block.buffer();
        try {
            if (pooling
                    && kept.get() + buffer.capacity <= keptLimit
                    && buffer.handle.isUsedOnce()) {
                pool.returnObject(buffer.capacity, buffer);
            } else {
                pool.invalidateObject(buffer.capacity, buffer);
            }
        } catch (Exception impossible) {
            throw new IllegalStateException("block of " + buffer.capacity + " bytes", impossible);
        }
    }

    private static long capacity(long bytes) {
        long step = Math.max(SMALLEST, Long.highestOneBit(bytes) / 8);
        return (bytes + step - 1) / step * step;
    }

    /** {@return the number of allocations from the driver} */
    public int driverAllocations() {
        return driverAllocations.get();
    }

    /** Releases what is kept. */
    public void close() {
        pool.close();
    }
}
