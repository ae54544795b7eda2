package org.anabranch.loops.device;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Finish;
import org.anabranch.api.Loop;
import org.anabranch.api.Platform;

import java.util.function.IntConsumer;

/** Pieces of work that run in parallel on the host. */
public final class Pieces {
    private Pieces() {}

    /**
     * Runs pieces on the workers; those that a cancellation leaves out, on the calling thread.
     *
     * @param platform whose workers run them
     * @param count number of pieces
     * @param piece runs one, given its number; throws nothing
     */
    public static void run(Platform platform, int count, IntConsumer piece) {
        boolean[] begun = new boolean[count];
        try (Finish finish = platform.finish()) {
            finish.forasync(
                    Loop.of(0, count),
                    index -> {
                        begun[(int) index] = true;
                        piece.accept((int) index);
                    });
        } catch (AnabranchException cancelled) {
            // by an interrupt, or the end of an enclosing scope
            for (int p = 0; p < count; p++) {
                if (!begun[p]) {
                    piece.accept(p);
                }
            }
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
