package org.anabranch.scheduler.domain;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.MemoryKind;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.StealPort;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * An open device, called across the line to foreign code: what it throws is thrown here, or said in
 * the log and answered for.
 */
final class OpenDevice {
    /** Null once it is forgotten. */
    Backend.Device device;

    /** Null if it has none. */
    StealPort port;

    /** True if it copies within its memory by itself. */
    final boolean copies;

    private final ExecutingDomain domain;

    private final Closing closing;

    /** Made beforehand, since there may be no memory for it when it is needed. */
    private final Thread closer;

    @GuardedBy("this")
    private boolean closes;

    /** True if the port threw when it was asked for a task: it is not asked again. */
    private volatile boolean portBroken;

    /**
     * Opens the device of a domain, or the part that the domain is. If that fails, also for want of
     * memory once it is open, nothing is left open.
     */
    OpenDevice(ExecutingDomain domain, Backend backend, DeviceInfo info) throws DeviceException {
        this.domain = domain;
        this.closing = new Closing();
        this.closer = ForeignCode.thread("anabranch-close-" + domain.id(), this::closeHere);
        try {
            cross(
                    () -> {
                        closing.device = backend.open(info, domain.processors());
                        return null;
                    });
            this.device = Objects.requireNonNull(closing.device, "no device was opened");
            this.port =
                    ForeignCode.ask(
                            "the steal port of " + info.id() + " is not used",
                            () -> device.stealPort().orElse(null),
                            null);
            this.copies =
                    ForeignCode.ask(
                            "copies within " + info.id() + " are made by the host",
                            device::copies,
                            false);
        } catch (DeviceException | RuntimeException | Error refused) {
            closeHere();
            throw refused;
        }
    }

    private static <T> T cross(ForeignCode.Question<T> question) throws DeviceException {
        AtomicReference<T> answer = new AtomicReference<>();
        Throwable thrown = ForeignCode.attempt(() -> answer.set(question.ask()));
        if (thrown == null) {
            return answer.get();
        }
        if (thrown instanceof DeviceException refused) {
            throw refused;
        }
        if (thrown instanceof RuntimeException broken) {
            throw broken;
        }
        if (thrown instanceof Error broken) {
            throw broken;
        }
        throw new DeviceException(ForeignCode.text(thrown), thrown);
    }

    /** {@return the handle of so many bytes} */
    long allocate(long bytes, MemoryKind kind) throws DeviceException {
        long[] handle = new long[1]; // a number in an object would need memory afterwards
        Object unused =
                cross(
                        () -> {
                            handle[0] = device.allocate(bytes, kind);
                            return null;
                        });
        return handle[0];
    }

    /** Gives memory or a kernel back. */
    void release(long handle) {
        Throwable refused = ForeignCode.attempt(() -> device.release(handle));
        if (refused != null) {
            try {
                ForeignCode.warn(domain + " does not take back what it gave", refused);
            } catch (OutOfMemoryError full) {
                return; // it was asked, and is asked once
            }
        }
    }

    /** Returns true if it accepts a kernel among the tasks that it schedules itself. */
    boolean takes(Launch launch, Completion completion) {
        return port != null && port.hungry() > 0 && port.offer(launch, completion);
    }

    /** {@return a task of its own that it gives away, or null} */
    StealPort.Stolen steal() {
        if (port == null || portBroken) {
            return null;
        }
        StealPort.Stolen[] stolen = new StealPort.Stolen[1];
        Throwable broken = ForeignCode.attempt(() -> stolen[0] = port.steal());
        if (broken != null) {
            portBroken = true;
            ForeignCode.warn("nothing more is stolen from " + domain, broken);
        }
        return stolen[0];
    }

    /** Returns true if it aborts the operation. */
    boolean abandon(Completion operation) {
        return ForeignCode.ask(
                domain + " did not abandon an operation", () -> device.abandon(operation), false);
    }

    /** Returns true if its parts use its memory; false if the device throws. */
    boolean sharesMemoryWithParts() {
        return ForeignCode.ask(
                "parts of " + domain + " have memories of their own",
                device::sharesMemoryWithParts,
                false);
    }

    /** Has the device tell of a loss while nothing runs there; it is asked once. */
    void onLoss(Consumer<DeviceLostException> lost) {
        Throwable broken = ForeignCode.attempt(() -> device.onLoss(lost));
        if (broken != null) {
            try {
                ForeignCode.warn(domain + " does not say whether it tells of its loss", broken);
            } catch (OutOfMemoryError full) {
                return; // it was asked
            }
        }
    }

    /** Closes it once, on a thread of its own, which is left behind after a time limit. */
    void close(long nanos) {
        while (!begunToClose()) {
            ForeignCode.pause();
        }
        try {
            closer.join(Math.max(1, nanos / 1_000_000));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (closer.isAlive()) {
            ForeignCode.log(
                    System.Logger.Level.WARNING,
                    domain + " does not close; its thread is left behind");
        }
    }

    /**
     * Drops the references to the device, which is not called again. That of its closing remains
     * until it has ended: its thread may have been left behind, or may not have begun.
     */
    void forget() {
        device = null;
        port = null;
    }

    /** False if there is no memory for the thread that does it. */
    private synchronized boolean begunToClose() {
        try {
            if (!closes) {
                closer.start();
                closes = true;
            }
            return true;
        } catch (OutOfMemoryError full) {
            return false;
        }
    }

    /** Closes it on the calling thread; again, as every device bears, if it found no memory. */
    void closeHere() {
        Throwable broken = closing.attempt();
        for (int i = 1; i < DomainTuning.TRIES_TO_CLOSE && isFull(broken); i++) {
            ForeignCode.pause();
            broken = closing.attempt();
        }
        closing.device = null;
        if (broken != null) {
            sayBroken(broken);
        }
    }

    private static boolean isFull(Throwable broken) {
        return broken instanceof OutOfMemoryError;
    }

    private void sayBroken(Throwable broken) {
        try {
            ForeignCode.warn("closing " + domain + " failed", broken);
        } catch (OutOfMemoryError full) {
            return; // all was done that can be
        }
    }

    /** No lambda, since one that is linked in a full heap fails; its class is there before. */
    private static final class Closing implements ForeignCode.Body {
        private Backend.Device device;

        @Override
        public void run() {
            device.close();
        }

        Throwable attempt() {
            return device == null ? null : ForeignCode.attempt(this);
        }
    }
}
