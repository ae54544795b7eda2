package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Finish;
import org.anabranch.api.Promise;
import org.anabranch.api.WorkersExhaustedException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Many tasks wait in their bodies: they wake in linear time, and take nothing from the program. */
@Timeout(120)
@SuppressWarnings("try") // scopes are closed before what they did is looked at
class BlockedWorkersTest {

    /** More than there are platform threads for spares. */
    private static final int MANY = 600;

    private static House house(int workers) {
        return House.of(House.SETTINGS.withWorkers(workers));
    }

    /** Has so many tasks wait for a promise, each of which then goes on with the body. */
    private static void block(Finish finish, Promise<Integer> promise, int count, Runnable then) {
        CountDownLatch began = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            finish.async(
                    () -> {
                        began.countDown();
                        promise.get();
                        then.run();
                    });
        }
        await(began);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS), "all come");
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    @DisplayName("R5: twenty thousand tasks that wait for one promise all go on")
    void r5_twentyThousandWaitersGoOn() {
        int many = 20_000;
        try (House house = house(2)) {
            Promise<Integer> promise = house.platform.promise();
            AtomicInteger ended = new AtomicInteger();
            try (Finish finish = house.platform.finish()) {
                block(finish, promise, many, ended::incrementAndGet);
                promise.complete(1);
            }
            assertEquals(many, ended.get());
        }
    }

    @Test
    @DisplayName("R6: spares that compute leave the program's virtual threads their carriers")
    void r6_sparesThatComputeDoNotStopVirtualThreads() throws Exception {
        int computing = Runtime.getRuntime().availableProcessors() + 1;
        try (House house = house(computing);
                Finish finish = house.platform.finish()) {
            Promise<Integer> promise = house.platform.promise();
            block(finish, promise, MANY, () -> {});
            CountDownLatch spinning = new CountDownLatch(computing);
            CountDownLatch answered = new CountDownLatch(1);
            AtomicInteger unanswered = new AtomicInteger();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            for (int i = 0; i < computing; i++) {
                finish.async(
                        () -> {
                            spinning.countDown();
                            while (answered.getCount() > 0 && System.nanoTime() < deadline) {
                                Thread.onSpinWait();
                            }
                            unanswered.addAndGet((int) answered.getCount());
                        });
            }
            await(spinning);
            Thread.ofVirtual().start(answered::countDown);
            await(answered);
            promise.complete(1);
            finish.close();
            assertEquals(0, unanswered.get());
        }
    }

    @Test
    @DisplayName(
            "R6: tasks that compute after their wait leave virtual threads their carriers, too")
    void r6_wokenSparesDoNotStopVirtualThreads() throws Exception {
        try (House house = house(2);
                Finish finish = house.platform.finish()) {
            Promise<Integer> promise = house.platform.promise();
            CountDownLatch answered = new CountDownLatch(1);
            int carriers = Runtime.getRuntime().availableProcessors();
            CountDownLatch spinning = new CountDownLatch(carriers);
            AtomicInteger unanswered = new AtomicInteger();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            block(
                    finish,
                    promise,
                    MANY,
                    () -> {
                        if (!Thread.currentThread().isVirtual()) {
                            return;
                        }
                        spinning.countDown();
                        while (answered.getCount() > 0 && System.nanoTime() < deadline) {
                            Thread.onSpinWait();
                        }
                        unanswered.addAndGet((int) answered.getCount());
                    });
            promise.complete(1);
            await(spinning);
            Thread.ofVirtual().start(answered::countDown);
            await(answered);
            finish.close();
            assertEquals(0, unanswered.get());
        }
    }

    @Test
    @DisplayName("R6: a lock held by a spare that waits for its turn stops nobody for ever")
    void r6_aLockHeldByAQueuedSpareIsReleased() {
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            Promise<Integer> promise = house.platform.promise();
            ReentrantLock lock = new ReentrantLock();
            AtomicInteger ended = new AtomicInteger();
            block(
                    finish,
                    promise,
                    MANY,
                    () -> {
                        lock.lock();
                        ended.incrementAndGet();
                        lock.unlock();
                    });
            CountDownLatch held = new CountDownLatch(1);
            finish.async(
                    () -> {
                        lock.lock();
                        held.countDown();
                        promise.get(); // begun last, woken last
                        lock.unlock();
                    });
            await(held);
            promise.complete(1);
            finish.close();
            assertEquals(MANY, ended.get());
        }
    }

    @Test
    @DisplayName("R6: beyond the limit a wait fails with an error of its own, and the rest goes on")
    void r6_beyondTheLimitAWaitIsRefused() {
        try (House house = House.of(House.SETTINGS.withWorkers(1).withBlockedWorkers(10))) {
            Promise<Integer> promise = house.platform.promise();
            CountDownLatch refused = new CountDownLatch(5);
            AtomicInteger ended = new AtomicInteger();
            Finish finish = house.platform.finish();
            for (int i = 0; i < 15; i++) {
                finish.async(
                        () -> {
                            try {
                                promise.get();
                                ended.incrementAndGet();
                            } catch (WorkersExhaustedException limit) {
                                refused.countDown();
                                throw limit;
                            }
                        });
            }
            await(refused);
            promise.complete(1);
            ActionFailedException failed = assertThrows(ActionFailedException.class, finish::close);
            assertInstanceOf(WorkersExhaustedException.class, failed.getCause());
            assertTrue(failed.getMessage().contains("blockedWorkers"), failed.getMessage());
            assertEquals(10, ended.get());
            try (Finish after = house.platform.finish()) {
                after.async(ended::incrementAndGet);
            }
            assertEquals(11, ended.get());
        }
    }
}
