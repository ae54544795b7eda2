package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** R14: no program keeps the workers from another, not even after its end. */
@Timeout(60)
class WorkerSharesTest {
    private static final int WORKERS = 2;
    private static final EngineSettings SETTINGS =
            new EngineSettings(WORKERS, 1L << 28, 1_000_000, false, false);

    private volatile boolean over;

    private void spin(CountDownLatch begun) {
        begun.countDown();
        while (!over) {
            Thread.onSpinWait();
        }
    }

    private void computeUntilOver(CountDownLatch begun) {
        begun.countDown();
        while (!over) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** As many endless tasks as workers run, and as many again wait. */
    private void occupy(BundlePlatform hog) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(WORKERS);
        Finish endless = hog.finish();
        for (int i = 0; i < 2 * WORKERS; i++) {
            endless.async(() -> spin(begun));
        }
        begun.await();
    }

    private static int job(BundlePlatform platform) {
        AtomicInteger ran = new AtomicInteger();
        try (Finish finish = platform.finish()) {
            for (int i = 0; i < 20; i++) {
                finish.async(ran::incrementAndGet);
            }
        }
        return ran.get();
    }

    @Test
    void r14_aJobEndsBesideEndlessTasksOfAnotherProgram() throws Exception {
        try (House house = House.of(SETTINGS)) {
            occupy(house.engine.platform("hog"));
            assertEquals(20, job(house.platform));
            assertEquals(20, job(house.platform));
            over = true;
        }
    }

    /** Tasks that wait have left the workers to compensation threads, which no thief knows. */
    @Test
    void r14_aJobEndsBesideEndlessTasksInThePlaceOfBlockedOnes() throws Exception {
        try (House house = House.of(SETTINGS)) {
            BundlePlatform hog = house.engine.platform("hog");
            Promise<Integer> never = hog.promise();
            CountDownLatch waiting = new CountDownLatch(WORKERS);
            Finish endless = hog.finish();
            for (int i = 0; i < WORKERS; i++) {
                endless.async(
                        () -> {
                            waiting.countDown();
                            boolean _ = never.await(Duration.ofDays(1));
                        });
            }
            waiting.await();
            CountDownLatch begun = new CountDownLatch(WORKERS);
            for (int i = 0; i < WORKERS; i++) {
                endless.async(() -> spin(begun));
            }
            begun.await();
            assertEquals(20, job(house.platform));
            over = true;
            never.complete(1);
        }
    }

    /** Of four workers two are replaced, and not a third one while the first two are at work. */
    @Test
    void r14_noMoreWorkersAreReplacedThanTheShare() throws Exception {
        try (House house = House.of(SETTINGS.withWorkers(4))) {
            BundlePlatform hog = house.engine.platform("hog");
            CountDownLatch begun = new CountDownLatch(4);
            Finish endless = hog.finish();
            for (int i = 0; i < 4; i++) {
                endless.async(() -> computeUntilOver(begun));
            }
            begun.await();
            AtomicInteger now = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < 40; i++) {
                    finish.async(
                            () -> {
                                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                                LockSupport.parkNanos(10_000_000);
                                now.decrementAndGet();
                            });
                }
            }
            over = true;
            assertEquals(2, most.get());
        }
    }

    @Test
    void r14_workersThatRunCodeOfAnEndedProgramAreReplaced() throws Exception {
        try (House house = House.of(SETTINGS)) {
            BundlePlatform hog = house.engine.platform("hog");
            occupy(hog);
            hog.close();
            CountDownLatch together = new CountDownLatch(WORKERS);
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < WORKERS; i++) {
                    finish.async(
                            () -> {
                                together.countDown();
                                while (together.getCount() > 0) {
                                    Thread.onSpinWait();
                                }
                            });
                }
            }
            over = true;
            assertEquals(20, job(house.platform));
        }
    }

    @Test
    void r14_theShareOfWorkersIsASetting() throws Exception {
        EngineSettings even = SETTINGS.withWorkers(4);
        try (House house = House.of(even)) {
            BundlePlatform hog = house.engine.platform("hog");
            CountDownLatch begun = new CountDownLatch(4);
            Finish endless = hog.finish();
            for (int i = 0; i < 8; i++) {
                endless.async(() -> computeUntilOver(begun));
            }
            begun.await();
            CountDownLatch half = new CountDownLatch(2);
            CountDownLatch most = new CountDownLatch(3);
            try (Finish finish = house.platform.finish()) {
                for (int i = 0; i < 3; i++) {
                    finish.async(
                            () -> {
                                half.countDown();
                                most.countDown();
                                while (most.getCount() > 0) {
                                    LockSupport.parkNanos(1_000_000);
                                }
                            });
                }
                half.await();
                house.engine.follow(even.withShares(new EngineSettings.Shares(75, 0)));
            }
            over = true;
        }
    }
}
