package org.anabranch.benchmarks.loops;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;

import java.util.concurrent.TimeUnit;

/** The wait for a device. */
public final class Devices {
    private static final int WAITS = 300;

    private Devices() {}

    /**
     * Returns the first OpenCL domain, after waiting for it: drivers are tested in a process of
     * their own.
     */
    public static Domain first(Platform platform) throws InterruptedException {
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
