package org.anabranch.opencl.memory;

import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Host memory that the device can access directly: buffers that the driver allocated on the host,
 * mapped once and kept so. The only pinned memory that every OpenCL has; without it a transfer that
 * should return immediately blocks in many drivers. Thread-safe.
 */
public final class PinnedBlocks {
    private static final long ALLOC_HOST_PTR = 0x10;
    private static final long READ_AND_WRITE = 3;

    private final OpenDriver driver;
    private final long blockBytes;
    private final ClHandle queue;
    private final GenericObjectPool<Block> pool;

    /**
     * A pinned block.
     *
     * @param buffer the driver's buffer
     * @param memory its content
     */
    public record Block(ClHandle buffer, MemorySegment memory) {}

    public PinnedBlocks(OpenDriver driver, OpenClSettings settings) throws OpenClException {
        this.driver = driver;
        this.blockBytes = settings.given().staging_block_kib() * 1024L;
        this.queue = driver.queue(false, false);
        GenericObjectPoolConfig<Block> config = new GenericObjectPoolConfig<>();
        config.setMaxTotal(settings.given().staging_blocks());
        config.setMaxIdle(settings.given().pooling() ? settings.given().staging_blocks() : 0);
        config.setBlockWhenExhausted(false);
        config.setJmxEnabled(false);
        pool = new GenericObjectPool<>(new Mapped(), config);
    }

    /** The pool's factory of mapped blocks. */
    private final class Mapped extends BasePooledObjectFactory<Block> {
        @Override
        public Block create() throws OpenClException {
            if (!queue.retain()) { // by a block, until it is destroyed
                throw new OpenClException("pinned block after close", ClStatus.INVALID_QUEUE);
            }
            Block made = null;
            driver.lock().lock();
            try {
                made = map(driver.buffer(blockBytes, ALLOC_HOST_PTR));
                return made;
            } finally {
                driver.lock().unlock();
                if (made == null) {
                    queue.release();
                }
            }
        }

        private Block map(ClHandle buffer) throws OpenClException {
            try {
                long address =
                        ClFunction.MAP_BUFFER.create(
                                "clEnqueueMapBuffer",
                                queue.value(),
                                buffer.value(),
                                1,
                                READ_AND_WRITE,
                                0L,
                                blockBytes,
                                0,
                                0L,
                                0L);
                return new Block(buffer, MemorySegment.ofAddress(address).reinterpret(blockBytes));
            } catch (OpenClException refused) {
                buffer.release();
                throw refused;
            }
        }

        @Override
        public PooledObject<Block> wrap(Block block) {
            return new DefaultPooledObject<>(block);
        }

        @Override
        public void destroyObject(PooledObject<Block> pooled) {
            driver.lock().lock();
            try {
                Block block = pooled.getObject();
                long address = block.memory().address();
                ClFunction.UNMAP.status(queue.value(), block.buffer().value(), address, 0, 0L, 0L);
                ClFunction.FINISH.status(queue.value());
                block.buffer().release();
            } finally {
                driver.lock().unlock();
                queue.release();
            }
        }
    }

    public long blockBytes() {
        return blockBytes;
    }

    /**
     * Takes blocks without waiting.
     *
     * @param bytes that they must hold together
     * @return the blocks, empty if there are not as many
     */
    public List<Block> take(long bytes) {
        long count = (bytes + blockBytes - 1) / blockBytes;
        if (count > pool.getMaxTotal()) {
            return List.of();
        }
        List<Block> blocks = new ArrayList<>((int) count); // what was taken has its place in it
        try {
            while (blocks.size() < count) {
                blocks.add(pool.borrowObject());
            }
            return blocks;
        } catch (NoSuchElementException | OpenClException exhausted) {
            giveBack(blocks);
            return List.of();
        } catch (Error full) {
            giveBack(blocks);
            throw full;
        } catch (Exception impossible) {
            giveBack(blocks);
            throw new IllegalStateException(impossible);
        }
    }

    public void giveBack(List<Block> blocks) {
        blocks.forEach(pool::returnObject);
    }

    public void close() {
        pool.close();
        queue.release();
    }
}
