package org.anabranch.scheduler.domain;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelBuildException;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceLostException;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The kernels that a device holds, each loaded once, and released when no bundle that used it is
 * left.
 */
public final class LoadedKernels {
    private final Backend.Device device;
    private final DeviceDomain domain;

    /** Changed under the lock of this. */
    private final Map<Kernel, Loaded> kernels = new ConcurrentHashMap<>();

    /** A handle to come, and the platforms that asked for it; these are changed under the lock. */
    private record Loaded(CompletableFuture<Long> handle, Set<Program> users) {
        boolean isReadyFor(Program user) {
            return handle.isDone() && !handle.isCompletedExceptionally() && users.contains(user);
        }
    }

    LoadedKernels(DeviceDomain domain) {
        this.device = domain.device;
        this.domain = domain;
    }

    /** Holds the action until its kernel is loaded. */
    void prepare(Action action, Kernel kernel, Program program) {
        Loaded known = kernels.get(kernel);
        if (known != null && known.isReadyFor(program)) {
            return;
        }
        CompletableFuture<Long> handle = handle(kernel, program);
        if (handle.isDone() && !handle.isCompletedExceptionally()) {
            return;
        }
        action.hold();
        var unused =
                handle.whenComplete(
                        (loaded, refused) -> {
                            if (refused != null) {
                                action.inherit(refusal(kernel, refused));
                            }
                            action.release();
                        });
    }

    private AnabranchException refusal(Kernel kernel, Throwable refused) {
        try {
            Throwable cause = refused instanceof Refused wrapped ? wrapped.cause : refused;
            if (cause instanceof DeviceLostException lost) {
                return new DomainLostException(
                        "kernel " + kernel.name() + " cannot be loaded: " + domain + " is lost",
                        lost);
            }
            return new KernelBuildException(
                    domain + " refused kernel " + kernel.name() + ": " + ForeignCode.message(cause),
                    cause);
        } catch (OutOfMemoryError full) {
            return ForeignCode.NO_MEMORY;
        }
    }

    /** Carries what a device threw past a future, which would ask it for its cause. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Throwable cause;

        Refused(Throwable cause) {
            super("refused", null, false, false);
            this.cause = cause;
        }
    }

    private synchronized CompletableFuture<Long> handle(Kernel kernel, Program user) {
        Loaded loaded = kernels.get(kernel);
        if (loaded == null || loaded.handle.isCompletedExceptionally()) {
            CompletableFuture<Long> handle = new CompletableFuture<>();
            loaded = new Loaded(handle, ConcurrentHashMap.newKeySet());
            kernels.put(kernel, loaded);
            try {
                Thread.ofVirtual()
                        .name("anabranch-load-" + kernel.name())
                        .inheritInheritableThreadLocals(false)
                        .start(() -> load(kernel, handle));
            } catch (OutOfMemoryError full) {
                handle.completeExceptionally(full);
            }
        }
        loaded.users.add(user);
        return loaded.handle;
    }

    private void load(Kernel kernel, CompletableFuture<Long> handle) {
        try {
            long[] loaded = new long[1];
            Throwable refused =
                    ForeignCode.attempt(() -> loaded[0] = device.load(domain.coded(kernel)));
            if (refused == null) {
                handle.complete(loaded[0]);
                return;
            }
            if (refused instanceof DeviceLostException lost) {
                domain.lose(lost);
            }
            handle.completeExceptionally(new Refused(refused));
        } catch (OutOfMemoryError full) {
            handle.completeExceptionally(full);
        }
    }

    /** The handle of a kernel that has been loaded. */
    long handle(Kernel kernel) {
        return kernels.get(kernel).handle.join();
    }

    /** A platform has ended: releases what nobody else uses. */
    synchronized void forget(Program user) {
        kernels.values()
                .removeIf(
                        loaded -> {
                            boolean last = loaded.users.remove(user) && loaded.users.isEmpty();
                            if (last) {
                                var unused = loaded.handle.thenAccept(domain::release);
                            }
                            return last;
                        });
    }
}
