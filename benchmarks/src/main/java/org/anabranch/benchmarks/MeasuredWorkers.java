package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;
import org.anabranch.scheduler.Engine;
import org.anabranch.scheduler.EngineSettings;

import java.util.concurrent.ForkJoinPool;

/** The threads of one contestant, during which no other contestant has threads. */
final class MeasuredWorkers implements AutoCloseable {
    private final int count;
    private Engine engine;
    private Platform platform;
    private ForkJoinPool pool;

    MeasuredWorkers(int count) {
        this.count = count;
    }

    int count() {
        return count;
    }

    Platform platform() {
        if (engine == null) {
            engine = Engine.start(EngineSettings.defaults().withWorkers(count));
            platform = engine.platform("benchmarks");
        }
        return platform;
    }

    ForkJoinPool pool() {
        if (pool == null) {
            pool = new ForkJoinPool(count);
        }
        return pool;
    }

    /** Runs a task on a worker of the platform and waits for it. */
    void run(Runnable root) {
        try (Finish finish = platform().finish()) {
            finish.async(root);
        }
    }

    @Override
    public void close() {
        if (engine != null) {
            engine.close();
        }
        if (pool != null) {
            pool.shutdown();
        }
    }
}
