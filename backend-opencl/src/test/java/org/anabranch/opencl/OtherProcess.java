package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that {@link EnvironmentTest} starts in other environments: prints its findings, a line
 * each.
 */
final class OtherProcess {
    private static final Kernel DIVIDE =
            Rig.kernel(
                    "divideBy",
                    "__kernel void divideBy(__global int *a, int by) { a[0] = 7 / by; a[1] = 11 %"
                            + " by; a[2] = 5; }",
                    Parameter.out("a"),
                    Parameter.scalar("by"));

    private static final int BUILDS = Integer.getInteger("builds", 2);
    private static final int COUNTING = 3;

    private static volatile long counted;

    private OtherProcess() {}

    /**
     * The words are {@code name=value} settings, {@code kernel} to run one that divides by zero,
     * and {@code builds} to build many while the collector stops busy threads again and again.
     */
    public static void main(String[] words) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        for (String word : words) {
            if (word.contains("=")) {
                settings.put(
                        word.substring(0, word.indexOf('=')),
                        word.substring(word.indexOf('=') + 1));
            }
        }
        OpenClBackend backend = new OpenClBackend(settings);
        List<DeviceInfo> found = backend.probe();
        System.out.println("devices " + found.size());
        if (List.of(words).contains("kernel")) {
            try (Rig rig =
                    new Rig(
                            backend.open(found.getFirst(), found.getFirst().mask()),
                            found.getFirst())) {
                long memory = rig.upload(1, 2, 3);
                rig.run(
                                rig.device.load(DIVIDE),
                                DIVIDE,
                                Piece.of(0, 1, 1),
                                Rig.mapped(memory, Region.of(0, 12)),
                                Rig.value(0))
                        .awaitSuccess();
                System.out.println("after the kernel " + rig.download(memory, 3)[2]);
            }
        }
        if (List.of(words).contains("builds")) {
            try (Backend.Device device = backend.open(found.getFirst(), found.getFirst().mask())) {
                build(device);
            }
        }
        try {
            System.out.println("division gives " + 7 / (int) new AtomicLong().get());
        } catch (ArithmeticException right) {
            System.out.println("division throws");
        }
    }

    private static void build(Backend.Device device) {
        AtomicBoolean over = new AtomicBoolean();
        for (int i = 0; i < COUNTING; i++) {
            Thread.ofPlatform().daemon().start(() -> count(over));
        }
        Thread.ofPlatform().daemon().start(() -> collect(over));
        int failed = 0;
        for (int i = 0; i < BUILDS; i++) {
            String name = "store" + i;
            try {
                device.load(
                        Rig.kernel(
                                name,
                                "__kernel void " + name + "(__global int *a) { a[0] = 1; }",
                                Parameter.out("a")));
            } catch (DeviceException refused) {
                failed++;
                System.out.println(refused.getMessage());
            }
        }
        over.set(true);
        System.out.println("failed builds " + failed);
        System.out.println("counted " + counted);
    }

    private static void count(AtomicBoolean over) {
        while (!over.getPlain()) {
            long sum = 0;
            for (long i = 0; i < 1_000_000; i++) {
                sum += i ^ sum;
            }
            counted = sum;
        }
    }

    private static void collect(AtomicBoolean over) {
        while (!over.get()) {
            System.gc();
            LockSupport.parkNanos(500_000);
        }
    }
}
