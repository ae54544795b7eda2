package org.anabranch.examples.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.Loop;
import org.anabranch.api.Piece;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class GivenDomainsTest {

    @Test
    void sharesTogetherAreTheLoopWhateverItsLattice() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 2000; round++) {
            long low = random.nextLong(-50, 50);
            Loop loop =
                    Loop.of(low, low + random.nextLong(-3, 200))
                            .stride(random.nextLong(1, 9))
                            .tile(random.nextLong(1, 12));
            int parts = random.nextInt(1, 7);
            List<Loop> shares = GivenDomains.shares(loop, parts);
            List<Long> joined = new ArrayList<>();
            shares.forEach(share -> joined.addAll(indices(share)));
            assertEquals(indices(loop), joined, loop + " in " + parts);
            assertTrue(shares.size() <= parts);
        }
    }

    private static List<Long> indices(Loop loop) {
        Piece whole = loop.whole();
        List<Long> indices = new ArrayList<>();
        for (long i = whole.low0(); i < whole.high0(); i += whole.stride0()) {
            indices.add(i);
        }
        return indices;
    }
}
