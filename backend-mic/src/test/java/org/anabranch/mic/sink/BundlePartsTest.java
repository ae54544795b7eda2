package org.anabranch.mic.sink;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class BundlePartsTest {
    private static final int LENGTH = 100;
    private static final int PIECE = 30;

    /** One thread of the host, which sends the bundle from its beginning to its end. */
    private static final class Sender {
        private int offset;

        boolean isDone() {
            return offset >= LENGTH;
        }

        byte[] send(BundleParts parts, byte[] bundle) {
            int from = offset;
            offset = Math.min(LENGTH, offset + PIECE);
            return parts.add("hash", LENGTH, from, Arrays.copyOfRange(bundle, from, offset));
        }
    }

    @Test
    void whatTwoThreadsSendAtOnceIsTheBundleAndNeverItsTailAlone() {
        byte[] bundle = new byte[LENGTH];
        for (int seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            random.nextBytes(bundle);
            BundleParts parts = new BundleParts();
            List<Sender> senders = new ArrayList<>(List.of(new Sender(), new Sender()));
            int whole = 0;
            while (!senders.isEmpty()) {
                Sender sender = senders.get(random.nextInt(senders.size()));
                byte[] come = sender.send(parts, bundle);
                if (come != null) {
                    whole++;
                    assertArrayEquals(bundle, come, "seed " + seed);
                }
                senders.removeIf(Sender::isDone);
                assertEquals(true, whole > 0 || !senders.isEmpty(), "seed " + seed);
            }
        }
    }
}
