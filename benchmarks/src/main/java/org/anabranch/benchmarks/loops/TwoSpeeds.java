package org.anabranch.benchmarks.loops;

import org.anabranch.api.Domain;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;
import org.anabranch.loops.IntBody;
import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.run.LiftedLoops;
import org.anabranch.reference.ReferenceBackend;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;
import org.anabranch.spi.DeviceInfo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The efficiency of a loop shared by two devices whose kernels take 1 and 3 microseconds per index,
 * in real time but asleep: its speed relative to the sum of theirs. Prints "name value" lines.
 */
public final class TwoSpeeds {
    private static final int COUNT = 400_000;
    private static final int ROUNDS = 7;

    private TwoSpeeds() {}

    /**
     * Runs the measurement.
     *
     * @param words none
     * @throws Exception if anything fails
     */
    public static void main(String[] words) throws Exception {
        try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(1))) {
            ReferenceBackend inner =
                    new ReferenceBackend(List.of(device("paced:1"), device("paced:3")), false);
            engine.add(new PacedBackend(inner));
            Platform platform = engine.platform("speeds");
            List<Domain> devices = devices(platform);
            LiftedLoops loops = new LiftedLoops(platform);
            double[] best = new double[3];
            for (int round = 0; round < ROUNDS; round++) {
                for (int who = 0; who < 3; who++) {
                    Place place = who < 2 ? devices.get(who) : Place.kind("paced");
                    best[who] = Math.max(best[who], rate(loops.on(place)));
                }
            }
            double share = best[2] / (best[0] + best[1]);
            System.out.printf(Locale.ROOT, "two-speeds-of-sum %.4f%n", share);
        }
    }

    private static DeviceInfo device(String id) {
        return DeviceInfo.plain(id, 2, 1L << 28, KernelCode.JAVA);
    }

    private static List<Domain> devices(Platform platform) throws InterruptedException {
        List<Domain> found = new ArrayList<>();
        while (found.size() < 2) {
            TimeUnit.MILLISECONDS.sleep(10);
            found.clear();
            for (Domain domain : platform.domains()) {
                if (domain.kind().equals("paced") && domain.state() == Domain.State.ACTIVE) {
                    found.add(domain);
                }
            }
        }
        return found;
    }

    /** Returns the indices per nanosecond. */
    private static double rate(Loops loops) {
        int[] a = new int[COUNT];
        IntBody body = i -> a[i] = i * 3;
        long start = System.nanoTime();
        LoopRun run = loops.parallelInts(0, COUNT, body);
        double nanos = System.nanoTime() - start;
        if (!run.reason().startsWith("on paced")) {
            throw new IllegalStateException(run.toString());
        }
        return COUNT / nanos;
    }
}
