package org.anabranch.loops.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Trials of devices in virtual time: the iterations of each place are counted. */
class PlaceTrialsTest {
    private static final int COUNT = 1 << 20;
    private static final double HOST = 100e6;

    /** The time of the first piece of each size on a device. */
    private static final double COMPILES = 300e6;

    private final PlaceTrials trials = new PlaceTrials(3);
    private final long[] ran = new long[3];
    private final Set<List<Long>> compiled = new HashSet<>();
    private double now;

    /** A place: nanoseconds that a piece takes anyway, and those of all iterations. */
    private record Speed(double fixed, double all) {
        double of(long size) {
            return fixed + all * size / COUNT;
        }
    }

    private double time(int place, Speed speed, long size) {
        ran[place] += size;
        double once = place > 0 && compiled.add(List.of((long) place, size)) ? COMPILES : 0;
        return once + speed.of(size);
    }

    private void calls(int calls, Speed... speeds) {
        for (int call = 0; call < calls; call++) {
            PlaceTrials.Choice next = trials.next(COUNT);
            if (next.size() > 0) {
                double took = time(next.trial(), speeds[next.trial()], next.size());
                trials.tried(next.trial(), next.size(), COUNT, took);
                now += took;
            }
            long rest = COUNT - next.size();
            double took = time(next.place(), speeds[next.place()], rest);
            trials.took(next.place(), took * COUNT / rest);
            now += took;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.2, 3, 10, 30, 100})
    @DisplayName("JA-14: a slower device gets small pieces of few calls")
    void ja14SlowDevices(double slowness) {
        Speed host = new Speed(0, HOST);
        Speed device = new Speed(0, HOST * slowness);
        calls(10, host, device, device);
        assertTrue(ran[1] <= COUNT / 6, ran[1] + " iterations on the device");
        assertTrue(now < COMPILES * 4 + 10 * HOST * 1.5, now + " ns for ten calls");
        long before = ran[1] + ran[2];
        double begun = now;
        calls(1000, host, device, device);
        assertTrue(now - begun < 1000 * HOST * 1.02, now - begun + " ns for 1000 calls");
        assertTrue(ran[1] + ran[2] - before < 20L * COUNT, "trials are rare");
    }

    @Test
    @DisplayName("JA-14: a device that only copies for long is left to others")
    void ja14CopyingDevices() {
        Speed host = new Speed(0, HOST);
        Speed device = new Speed(2 * HOST, HOST / 100);
        calls(1000, host, device, device);
        assertTrue(ran[1] + ran[2] <= COUNT / 3, ran[1] + " iterations on the device");
        assertTrue(now < 2 * COMPILES + 1000 * HOST * 1.04, now + " ns for 1000 calls");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.1, 0.2})
    @DisplayName("JA-14: a faster device gets all after a few calls, also if pieces take as long")
    void ja14FastDevices(double fixed) {
        Speed host = new Speed(0, HOST);
        Speed device = new Speed(fixed * HOST, HOST / 20);
        calls(10, host, device, host);
        long before = ran[1];
        calls(1000, host, device, host);
        assertTrue(ran[1] - before >= 990L * COUNT, ran[1] - before + " on the device");
    }

    @Test
    @DisplayName("JA-14: a faster device gets a loop of 20 ms, also if a piece takes half as long")
    void ja14FixedCosts() {
        Speed host = new Speed(0, 20e6);
        Speed device = new Speed(9e6, 4e6);
        calls(20, host, device, host);
        long before = ran[1];
        calls(1000, host, device, host);
        assertTrue(ran[1] - before >= 980L * COUNT, ran[1] - before + " on the device");
    }

    @Test
    @DisplayName("JA-14: host and devices that are alike share the loop")
    void ja14AlikePlaces() {
        Speed alike = new Speed(0, HOST);
        Speed both = new Speed(HOST / 50, HOST / 2);
        calls(30, alike, alike, both);
        long before = ran[2];
        calls(100, alike, alike, both);
        assertTrue(ran[2] - before >= 98L * COUNT, ran[2] - before + " by both");
    }

    @Test
    @DisplayName("JA-14: a short loop is tried elsewhere once it has taken 50 ms")
    void ja14ShortLoops() {
        Speed host = new Speed(0, 100_000);
        Speed device = new Speed(1_000_000, 1_000);
        calls(499, host, device, device);
        assertEquals(0, ran[1]);
        calls(500, host, device, device);
        assertTrue(ran[1] > 0 && ran[1] < COUNT, ran[1] + " iterations on the device");
    }

    @Test
    @DisplayName("JA-14: what a device refuses is tried seldom")
    void ja14Refusals() {
        int refused = 0;
        for (int call = 0; call < 1000; call++) {
            PlaceTrials.Choice next = trials.next(COUNT);
            if (next.size() > 0) {
                trials.refused(next.trial(), 1_000_000);
                refused++;
            }
            trials.took(0, HOST);
        }
        assertTrue(refused > 0 && refused < 30, refused + " of 1000");
    }

    @Test
    @DisplayName("JA-14: a device that has become slow loses the loop")
    void ja14Changes() {
        Speed host = new Speed(0, HOST);
        calls(20, host, new Speed(0, HOST / 10), host);
        calls(100, host, new Speed(0, HOST * 3), host);
        long before = ran[1];
        calls(100, host, new Speed(0, HOST * 3), host);
        assertTrue(ran[1] - before <= 2L * COUNT, ran[1] - before + " on the device");
    }
}
