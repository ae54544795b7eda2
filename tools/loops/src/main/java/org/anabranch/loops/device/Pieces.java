package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Pieces of work that run in parallel on the host. */
public final class Pieces {
    private Pieces() {}

    /**
     * Runs pieces on the calling thread and on workers. The caller takes part because a short loop
     * has ended before two sleeping workers are awake.
     *
     * @param platform whose workers run them
     * @param count number of pieces, at least 1
     * @param piece runs one, given its number; throws nothing
     */
    public static void run(Platform platform, int count, IntConsumer piece) {
        AtomicInteger next = new AtomicInteger();
        int others = Math.min(count, Runtime.getRuntime().availableProcessors()) - 1;
        try (Finish finish = platform.finish()) {
            if (others > 0) {
                finish.forasync(Loop.of(0, others), index -> take(next, count, piece));
            }
            take(next, count, piece);
        } catch (AnabranchException cancelled) {
            // by an interrupt, or the end of an enclosing scope: the workers have taken none, or
            // fewer
            take(next, count, piece);
        }
    }

    private static void take(AtomicInteger next, int count, IntConsumer piece) {
        for (int p = next.getAndIncrement(); p < count; p = next.getAndIncrement()) {
            piece.accept(p);
        }
    }

    /**
     * Throws what an iteration has thrown that is proved not to throw.
     *
     * @param thrown the exception; null for none
     */
    public static void rethrow(Throwable thrown) {
        if (thrown instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        if (thrown instanceof Error unexpected) {
            throw unexpected;
        }
        if (thrown != null) {
            throw new IllegalStateException(thrown);
        }
    }
}
