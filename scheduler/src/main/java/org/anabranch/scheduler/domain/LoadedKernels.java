package org.anabranch.scheduler.domain;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Argument;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelBuildException;
import org.anabranch.api.MappedOperand;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.api.Shape;
import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.Program;
import org.anabranch.scheduler.coherence.Store;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.event.Dependency;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.LaunchArgument;
import org.anabranch.spi.Slice;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The kernels that a device holds, each loaded once, and released when no bundle that used it is
 * left.
 */
public final class LoadedKernels {
    /**
     * The number of parameters of translated code for its piece: two for each of three dimensions.
     */
    private static final int STRIDES = 6;

    private final Store domain;
    private final OpenDevice device;
    private final DeviceLanes lanes;
    private final Translations translations;
    private final Consumer<DeviceLostException> loss;

    /** Changed under the lock of this. */
    private final Map<Kernel, Loaded> kernels = new ConcurrentHashMap<>();

    /** A handle to come, and the platforms that asked for it; these are changed under the lock. */
    private record Loaded(CompletableFuture<Long> handle, Set<Program> users) {
        boolean isReadyFor(Program user) {
            return handle.isDone() && !handle.isCompletedExceptionally() && users.contains(user);
        }
    }

    /**
     * Makes a device without kernels.
     *
     * @param loss called when the device says that it is lost
     */
    LoadedKernels(
            Store domain,
            OpenDevice device,
            DeviceLanes lanes,
            Translations translations,
            Consumer<DeviceLostException> loss) {
        this.domain = domain;
        this.device = device;
        this.lanes = lanes;
        this.translations = translations;
        this.loss = loss;
    }

    /** Makes the action wait until its kernel is loaded for a program, or it is cancelled. */
    public void prepare(Action action, Kernel kernel, Program program) {
        Loaded known = kernels.get(kernel);
        if (known != null && known.isReadyFor(program)) {
            return;
        }
        CompletableFuture<Long> handle = handle(kernel, program);
        if (domain.pool.simulated) {
            load(kernel, handle); // any other thread would come at any time
        }
        if (handle.isDone() && !handle.isCompletedExceptionally()) {
            return;
        }
        Dependency load = action.depend();
        try {
            var unused =
                    handle.whenComplete(
                            (loaded, refused) ->
                                    load.end(
                                            refused == null || isGone()
                                                    ? null
                                                    : refusal(kernel, refused)));
        } catch (OutOfMemoryError full) {
            load.end(null);
            throw full;
        }
    }

    /**
     * A device that is lost or closed refuses every kernel, which is no fault of the kernel: the
     * action is submitted, and goes elsewhere if it can.
     */
    private boolean isGone() {
        return lanes.isLost() || lanes.isClosed();
    }

    private AnabranchException refusal(Kernel kernel, Throwable refused) {
        try {
            Throwable cause = refused instanceof Refused wrapped ? wrapped.cause : refused;
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
            try {
                kernels.put(kernel, loaded);
                if (!domain.pool.simulated) {
                    var _ =
                            ForeignCode.start(
                                    "anabranch-load-" + kernel.name(), () -> load(kernel, handle));
                }
            } catch (OutOfMemoryError full) {
                kernels.remove(kernel, loaded);
                throw full;
            }
        }
        loaded.users.add(user);
        return loaded.handle;
    }

    /** Come what may, the handle is completed: without memory for that, after a while. */
    private void load(Kernel kernel, CompletableFuture<Long> handle) {
        Throwable broken = null;
        while (!handle.isDone()) {
            try {
                if (broken == null) {
                    tryToLoad(kernel, handle);
                } else {
                    handle.completeExceptionally(broken);
                }
            } catch (Throwable full) {
                broken = full;
                ForeignCode.pause();
            }
        }
    }

    private void tryToLoad(Kernel kernel, CompletableFuture<Long> handle) {
        long[] loaded = new long[1];
        Throwable refused =
                ForeignCode.attempt(
                        () ->
                                loaded[0] =
                                        device.device.load(
                                                translations.coded(kernel, domain.formats())));
        if (refused == null) {
            handle.complete(loaded[0]);
            return;
        }
        if (refused instanceof DeviceLostException lost) {
            loss.accept(lost);
        }
        handle.completeExceptionally(new Refused(refused));
    }

    /**
     * Returns a launch of a kernel that has been loaded.
     *
     * @param part true if the piece is a part of a loop
     */
    public Launch launch(
            Kernel kernel, Piece piece, boolean part, Argument[] given, Operand[] operands)
            throws DeviceLostException {
        boolean own = domain.runs(kernel);
        LaunchArgument[] arguments = new LaunchArgument[given.length + (own ? 0 : STRIDES)];
        int operand = 0;
        for (int i = 0; i < given.length; i++) {
            arguments[i] =
                    given[i] instanceof Argument.Scalar scalar
                            ? new LaunchArgument.Value(own ? scalar.value() : wide(scalar.value()))
                            : memory(operands[operand++], given[i]);
        }
        for (int d = 0; given.length + 2 * d < arguments.length; d++) {
            long stride = piece.stride(d);
            arguments[given.length + 2 * d] = new LaunchArgument.Value(stride);
            arguments[given.length + 2 * d + 1] =
                    new LaunchArgument.Value(Math.floorMod(piece.low(d), stride));
        }
        CompletableFuture<Long> handle = kernels.get(kernel).handle;
        if (handle.isCompletedExceptionally() && isGone()) {
            throw new DeviceLostException(
                    domain + " is gone: it does not load kernel " + kernel.name(), null);
        }
        return new Launch(handle.join(), kernel, piece, part, List.of(arguments));
    }

    /** As translated code takes it. */
    private static Number wide(Number value) {
        if (value instanceof Integer) {
            return value.longValue();
        }
        return value instanceof Float ? (Number) value.doubleValue() : value;
    }

    private LaunchArgument memory(Operand operand, Argument source) throws DeviceLostException {
        TrackedBuffer buffer = (TrackedBuffer) operand.range().buffer();
        Region used = operand.range().region();
        Region window = source instanceof MappedOperand ? rows(buffer.shape()) : used;
        Slice slice = new Slice(buffer.handleIn(domain), used);
        return new LaunchArgument.Memory(
                slice, window, (int) buffer.shape().element().byteSize(), operand.mode(), source);
    }

    private static Region rows(Shape shape) {
        return new Region(
                0, shape.rowPitch(), shape.rows() * shape.slices(), 1, shape.rowPitch(), 0);
    }

    /** Releases the kernels that only an ended platform used. */
    synchronized void forget(Program user) {
        kernels.values()
                .removeIf(
                        loaded -> {
                            boolean last = loaded.users.remove(user) && loaded.users.isEmpty();
                            if (last) {
                                var unused = loaded.handle.thenAccept(device::release);
                            }
                            return last;
                        });
    }
}
