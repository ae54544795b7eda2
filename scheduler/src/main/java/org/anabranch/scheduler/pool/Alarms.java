package org.anabranch.scheduler.pool;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Does things after a while, on one thread that is there only while something is to be done. What
 * is done there is short, and waits for nothing.
 */
public final class Alarms {
    private static final long REST_SECONDS = 1;

    /** No literal: that takes memory where it is first used. */
    private static final String FAILED = "an alarm failed".intern();

    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(
                    1,
                    body ->
                            Thread.ofPlatform()
                                    .daemon()
                                    .name("anabranch-alarms")
                                    .inheritInheritableThreadLocals(false)
                                    .unstarted(() -> run(body)));

    Alarms() {
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(REST_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRejectedExecutionHandler((late, stopped) -> {}); // nobody needs it any more
    }

    /** If its thread has no memory to wait for the next alarm, another one is to wait for it. */
    private void run(Runnable body) {
        try {
            body.run();
        } catch (Throwable full) {
            restart();
        }
    }

    private void restart() {
        while (!executor.isShutdown() && executor.getPoolSize() == 0 && !isEmpty()) {
            try {
                boolean _ = executor.prestartCoreThread();
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    private boolean isEmpty() {
        return executor.getQueue().isEmpty();
    }

    /** {@return what to cancel if it need not be done any more} */
    public Future<?> after(long nanos, Runnable what) {
        return executor.schedule(
                () -> {
                    try {
                        what.run();
                    } catch (Throwable broken) {
                        ForeignCode.warn(FAILED, broken);
                    }
                },
                nanos,
                TimeUnit.NANOSECONDS);
    }

    /** What was to be done later is not done. */
    void stop() {
        executor.shutdown();
    }
}
