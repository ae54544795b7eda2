package org.anabranch.mic.sink;

import org.apache.commons.pool2.BaseKeyedPooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericKeyedObjectPool;
import org.apache.commons.pool2.impl.GenericKeyedObjectPoolConfig;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * Memory of one kind. Extents of 2 MB blocks come from a pool, so that their pages are there
 * already (the paper found that this makes the cost of allocation negligible); what is at most half
 * a block is carved from one, in sizes that are powers of two. Without the pool every allocation
 * goes to the system. Not safe for several threads.
 */
final class MemoryBank {
    private static final long BLOCK = 2 << 20;
    private static final long IDLE_BYTES = 256 << 20;
    private static final long SMALLEST = 128;

    private final boolean pooled;
    private final long nodes;
    private final GenericKeyedObjectPool<Long, MemorySegment> extents;
    private final Map<Long, LinkedHashSet<Carved>> carved = new HashMap<>(); // with room, by size
    private long idle;

    /** Memory that was given out. */
    interface Extent {
        MemorySegment memory();

        void free();
    }

    /** Pooled or not, on some nodes of this machine or, for 0, on any. */
    MemoryBank(boolean pooled, long nodes) {
        GenericKeyedObjectPoolConfig<MemorySegment> config = new GenericKeyedObjectPoolConfig<>();
        config.setJmxEnabled(false);
        config.setMaxTotal(-1);
        config.setMaxTotalPerKey(-1);
        config.setMaxIdlePerKey(-1);
        this.pooled = pooled;
        this.nodes = nodes;
        this.extents = new GenericKeyedObjectPool<>(new FromSystem(), config);
    }

    /**
     * Gets memory of any content, aligned to 128 bytes.
     *
     * @throws OutOfMemoryError if the system has none
     */
    Extent allocate(long bytes) {
        if (!pooled) {
            return new Single(map(roundUp(bytes, 4096), 4096).asSlice(0, bytes));
        }
        if (bytes <= BLOCK / 2) {
            return carve(bytes);
        }
        return new Blocks(bytes);
    }

    private MemorySegment map(long bytes, long alignment) {
        MemorySegment memory = Libc.map(bytes, alignment);
        if (nodes != 0) {
            Libc.prefer(memory, nodes);
        }
        return memory;
    }

    private static long roundUp(long bytes, long unit) {
        return (bytes + unit - 1) / unit * unit;
    }

    private Extent carve(long bytes) {
        long size = Math.max(SMALLEST, Long.highestOneBit(2 * bytes - 1));
        LinkedHashSet<Carved> withRoom = carved.computeIfAbsent(size, any -> new LinkedHashSet<>());
        if (withRoom.isEmpty()) {
            withRoom.add(new Carved(new Blocks(BLOCK), size));
        }
        Carved block = withRoom.getFirst();
        Extent part = block.take(bytes);
        if (block.free.isEmpty()) {
            withRoom.remove(block);
        }
        return part;
    }

    private final class FromSystem extends BaseKeyedPooledObjectFactory<Long, MemorySegment> {
        @Override
        public MemorySegment create(Long blocks) {
            return map(blocks * BLOCK, BLOCK);
        }

        @Override
        public PooledObject<MemorySegment> wrap(MemorySegment memory) {
            return new DefaultPooledObject<>(memory);
        }

        @Override
        public void destroyObject(Long blocks, PooledObject<MemorySegment> pooled) {
            Libc.unmap(pooled.getObject());
        }
    }

    private record Single(MemorySegment memory) implements Extent {
        @Override
        public void free() {
            Libc.unmap(memory.reinterpret(roundUp(memory.byteSize(), 4096)));
        }
    }

    /** Whole blocks in a row. */
    private final class Blocks implements Extent {
        private final long blocks;
        private final long bytes;
        private final MemorySegment extent;

        Blocks(long bytes) {
            this.bytes = bytes;
            this.blocks = roundUp(bytes, BLOCK) / BLOCK;
            try {
                boolean reused = extents.getNumIdle(blocks) > 0;
                extent = extents.borrowObject(blocks);
                idle -= reused ? extent.byteSize() : 0;
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public MemorySegment memory() {
            return extent.asSlice(0, bytes);
        }

        @Override
        public void free() {
            extents.returnObject(blocks, extent);
            idle += extent.byteSize();
            if (idle > IDLE_BYTES) {
                extents.clear();
                idle = 0;
            }
        }
    }

    /** One block, carved into parts of one size. */
    private final class Carved {
        private final Blocks block;
        private final long size;
        private final ArrayDeque<Long> free = new ArrayDeque<>();

        Carved(Blocks block, long size) {
            this.block = block;
            this.size = size;
            for (long at = 0; at < BLOCK; at += size) {
                free.add(at);
            }
        }

        /** Nothing is taken if there is no memory to describe it. */
        Extent take(long bytes) {
            Long at = free.getLast();
            Extent taken = new Part(this, at, block.memory().asSlice(at, bytes));
            free.removeLast();
            return taken;
        }

        /** Nothing is given back if there is no memory for that; it is then lost. */
        private void giveBack(Long at) {
            LinkedHashSet<Carved> withRoom = carved.get(size);
            withRoom.add(this);
            free.add(at); // it has room: all of them were in it
            if (free.size() == BLOCK / size && withRoom.size() > 1) {
                withRoom.remove(this);
                block.free();
            }
        }
    }

    /** A part of a block. */
    private record Part(Carved block, Long at, MemorySegment memory) implements Extent {
        @Override
        public void free() {
            block.giveBack(at);
        }
    }
}
