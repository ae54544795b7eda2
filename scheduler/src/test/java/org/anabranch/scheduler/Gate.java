package org.anabranch.scheduler;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Kernels and tasks that stand still until a test lets them go on. */
final class Gate {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    /** Writes a value, after the gate. */
    final Kernel fill =
            Kernel.of("gated fill", Parameter.out("to"), Parameter.scalar("value"))
                    .java(
                            (piece, arguments) -> {
                                pass();
                                Kernels.fill(arguments);
                            });

    /** Copies, after the gate. */
    final Kernel move =
            Kernel.of("gated move", Parameter.in("from"), Parameter.out("to"))
                    .java(
                            (piece, arguments) -> {
                                pass();
                                Kernels.move(arguments);
                            });

    /** Reads, and throws after the gate. */
    final Kernel fail =
            Kernel.of("gated failure", Parameter.inOut("to"))
                    .java(
                            (piece, arguments) -> {
                                pass();
                                throw new IllegalStateException("as planned");
                            });

    /** Stands still here. */
    void pass() {
        entered.countDown();
        await(opened, "the gate is not opened");
    }

    /** Waits until a thread has reached the gate. */
    void awaitEntered() {
        await(entered, "nobody comes to the gate");
    }

    void open() {
        opened.countDown();
    }

    boolean isOpen() {
        return opened.getCount() == 0;
    }

    private static void await(CountDownLatch latch, String what) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException(what);
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(what, interrupted);
        }
    }
}
