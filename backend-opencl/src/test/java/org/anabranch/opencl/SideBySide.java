package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that {@link EnvironmentTest} starts in a process of its own. It runs one kernel on all
 * devices at the same time, over wider and wider ranges, so that the driver loads further versions
 * of it while one runs.
 */
final class SideBySide {
    private static final int COLUMNS = 8;
    private static final int BATCH = 8;
    private static final int ROWS = Integer.getInteger("rows", 200);
    private static final Kernel COUNT =
            Rig.kernel(
                    "countRows",
                    """
                    __kernel void countRows(__global int *a) {
                        for (int i = 0; i < 100; i++) atomic_inc(&a[get_global_id(0)]);
                    }
                    """,
                    Parameter.inOut("a"));

    private SideBySide() {}

    /** The words are {@code name=value} settings. */
    public static void main(String[] words) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        for (String word : words) {
            int at = word.indexOf('=');
            if (at > 0) {
                settings.put(word.substring(0, at), word.substring(at + 1));
            }
        }
        List<Rig> rigs = new ArrayList<>();
        OpenClBackend backend = new OpenClBackend(settings);
        for (DeviceInfo info : backend.probe()) {
            rigs.add(new Rig(backend.open(info, info.mask()), info));
        }
        int right = grow(rigs);
        rigs.forEach(Rig::close);
        System.out.println("devices " + rigs.size() + ", right " + right);
    }

    private static int grow(List<Rig> rigs) throws Exception {
        AtomicInteger rows = new AtomicInteger();
        AtomicInteger right = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (Rig rig : rigs) {
            threads.add(Thread.ofPlatform().start(() -> right.addAndGet(grow(rig, rows))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return right.get();
    }

    private static int grow(Rig rig, AtomicInteger rows) {
        try {
            long kernel = rig.device.load(COUNT);
            long memory = rig.upload(new int[COLUMNS]);
            int expected = 0;
            while (rows.get() < ROWS) {
                List<Rig.Outcome> batch = new ArrayList<>();
                for (int i = 0; i < BATCH; i++) {
                    int now = rows.incrementAndGet();
                    expected += 100 * now;
                    batch.add(launch(rig, i, kernel, now, memory));
                }
                batch.forEach(Rig.Outcome::awaitSuccess);
            }
            return rig.download(memory, COLUMNS)[COLUMNS - 1] == expected ? 1 : 0;
        } catch (DeviceException refused) {
            throw new IllegalStateException(refused);
        }
    }

    private static Rig.Outcome launch(Rig rig, int lane, long kernel, int rows, long memory) {
        return rig.run(
                rig.order(lane % rig.info.lanes()),
                kernel,
                COUNT,
                new Piece(2, 0, rows, 1, 0, COLUMNS, 1, 0, 1, 1),
                Rig.mapped(memory, Region.of(0, 4 * COLUMNS)));
    }
}
