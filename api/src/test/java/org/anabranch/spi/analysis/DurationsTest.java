package org.anabranch.spi.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.random.RandomGenerator;

/** Quantiles of histograms. */
class DurationsTest {

    @Test
    void issue24_quantilesAreThoseOfTheSortedValues() {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        Durations durations = new Durations();
        long[] all = random.longs(10_000, 100, 1_000_000).sorted().toArray();
        for (long one : all) {
            durations.add(one);
        }
        for (double share : new double[] {0.25, 0.5, 0.75}) {
            double exact = all[(int) Math.ceil(share * all.length) - 1];
            assertEquals(exact, durations.quantile(share), exact / 256);
        }
        assertEquals(all[0], durations.of("k", "host").least());
    }

    @Test
    void issue_24_quantilesOfFewAreTheirs() {
        Durations durations = new Durations();
        for (long one : new long[] {50, 10, 40, 20, 30}) {
            durations.add(one);
        }
        durations.addFailed();
        assertEquals(
                new KernelTimes("k", "host", 5, 1, 150, 10, 20, 30, 40, 50),
                durations.of("k", "host"));
        Durations seven = new Durations();
        seven.add(7);
        assertEquals(new KernelTimes("k", "d", 1, 0, 7, 7, 7, 7, 7, 7), seven.of("k", "d"));
        assertEquals(
                new KernelTimes("k", "d", 0, 0, 0, 0, 0, 0, 0, 0), new Durations().of("k", "d"));
        Durations far = new Durations();
        far.add(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, far.quantile(0.5));
    }
}
