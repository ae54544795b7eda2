package org.anabranch.benchmarks.loops;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;

import java.util.concurrent.TimeUnit;

/** Waits for a device. */
final class Devices {
    private static final int WAITS = 300;

    private Devices() {}

    /**
     * The first OpenCL domain; drivers are tried in a process of their own, so it takes a moment.
     */
    static Domain first(Platform platform) throws InterruptedException {
        for (int waits = 0; waits < WAITS; waits++) {
            for (Domain domain : platform.domains()) {
                if (domain.kind().equals("opencl") && domain.state() == Domain.State.ACTIVE) {
                    return domain;
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        throw new IllegalStateException("no OpenCL domain within 30 s");
    }
}
