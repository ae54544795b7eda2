package org.anabranch.loops.device;

import org.anabranch.api.Platform;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Work on large memory of the host in blocks, in parallel if there are enough processors: two are
 * no faster than one, which nearly reads as fast as the memory can.
 *
 * @param platform whose workers do it
 * @param processors of the host
 */
record HostBlocks(Platform platform, int processors) {
    /** The bytes of a block. */
    static final long BLOCK = 1 << 21;

    private static final int FEW = 4;

    static HostBlocks of(Platform platform) {
        return new HostBlocks(platform, Runtime.getRuntime().availableProcessors());
    }

    /** The work on consecutive bytes. */
    interface Block {
        void run(long from, long to);
    }

    /** Works on bytes from 0; throws what a block has thrown. */
    void run(long bytes, Block block) {
        if (processors < FEW || bytes < 2 * BLOCK) {
            block.run(0, bytes);
            return;
        }
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        Pieces.run(
                platform,
                (int) Math.ceilDiv(bytes, BLOCK),
                piece -> {
                    try {
                        block.run(piece * BLOCK, Math.min(bytes, (piece + 1) * BLOCK));
                    } catch (RuntimeException thrown) {
                        failure.compareAndSet(null, thrown);
                    }
                });
        if (failure.get() != null) {
            throw failure.get();
        }
    }
}
