package org.anabranch.acceptance.storm;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** A device every operation of which misbehaves now and then. */
final class StormyDevice implements Backend.Device {
    private static final ClassLoader OTHER = new URLClassLoader(new URL[0]);

    private final Weather weather;
    private final Injected injected;
    private volatile Backend.Device below; // null until it is open
    private final List<Completion> held = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile DeviceLostException loss;
    private volatile boolean closed;
    private volatile Consumer<DeviceLostException> listener = lost -> {};

    /**
     * One that is still to be opened: made beforehand, so that memory cannot run out after that.
     */
    StormyDevice(Weather weather) {
        this.weather = weather;
        this.injected = weather.injected;
    }

    void open(Backend backend, DeviceInfo info, ProcessorMask mask) throws DeviceException {
        below = backend.open(info, mask);
    }

    boolean isClosed() {
        return closed || below == null;
    }

    @Override
    public void write(Order order, MemorySegment source, Region from, Slice to, Completion told) {
        submit(told, end -> below.write(order, source, from, to, end));
    }

    @Override
    public void read(Order order, Slice from, MemorySegment target, Region to, Completion told) {
        submit(told, end -> below.read(order, from, target, to, end));
    }

    @Override
    public void run(Order order, Launch launch, Completion told) {
        submit(told, end -> below.run(order, launch, end));
    }

    @Override
    public void copy(Order order, Slice from, Slice to, Completion told) {
        submit(told, end -> below.copy(order, from, to, end));
    }

    /** Gives an operation to the device below, or not. */
    void submit(Completion told, Consumer<Completion> submission) {
        if (loss != null) {
            told.failed(loss);
            return;
        }
        DeviceMisdeed misdeed = weather.operation();
        if (misdeed == null) {
            submission.accept(told);
            return;
        }
        switch (misdeed) {
            case FAILS, FAILS_HOSTILE, FAILS_WITH_ERROR -> told.failed(planned(misdeed));
            case THROWS, THROWS_ERROR, THROWS_HOSTILE -> Misdeed.sneak(planned(misdeed));
            case FAILS_WITH_NULL -> {
                injected.withoutCause = true;
                told.failed(null);
            }
            case TELLS_AND_THROWS -> {
                told.done();
                Misdeed.sneak(planned(misdeed));
            }
            case FAILED_THEN_DONE -> {
                told.failed(planned(misdeed));
                told.done();
            }
            case DOES_NOTHING -> told.done();
            case NEVER_UNTIL_CLOSE -> hold(told);
            case LOSES_THE_DEVICE, CRASHES_THE_DEVICE, LOSES_THE_DEVICE_LATE -> lose(misdeed, told);
            default -> pass(misdeed, told, submission);
        }
    }

    /** The device below does it, and something else happens. */
    private void pass(DeviceMisdeed misdeed, Completion told, Consumer<Completion> submission) {
        switch (misdeed) {
            case INTERRUPTS -> {
                submission.accept(told);
                Weather.interruptThread();
            }
            case CHANGES_THE_LOADER -> {
                submission.accept(told);
                Thread.currentThread().setContextClassLoader(OTHER);
            }
            case SLEEPS -> {
                LockSupport.parkNanos(1_000_000);
                submission.accept(told);
            }
            default -> submission.accept(new Strange(misdeed, told));
        }
    }

    private Throwable planned(DeviceMisdeed misdeed) {
        String text = Injected.MARK + misdeed;
        return injected.add(
                switch (misdeed) {
                    case FAILS -> new DeviceException(text);
                    case FAILS_HOSTILE, THROWS_HOSTILE -> new Misdeed.Hostile();
                    case FAILS_WITH_ERROR, THROWS_ERROR -> new AssertionError(text);
                    default -> new IllegalStateException(text);
                });
    }

    private void hold(Completion told) {
        held.add(told);
        if (closed || loss != null) {
            tellHeld();
        }
    }

    private void tellHeld() {
        for (Completion told : held) {
            Throwable cause =
                    loss != null
                            ? loss
                            : injected.add(new DeviceException(Injected.MARK + "close"));
            if (held.remove(told)) {
                told.failed(cause);
            }
        }
    }

    private void lose(DeviceMisdeed misdeed, Completion told) {
        String text = Injected.MARK + misdeed;
        DeviceLostException lost = injected.add(new DeviceLostException(text, null));
        Throwable mine =
                misdeed == DeviceMisdeed.CRASHES_THE_DEVICE
                        ? injected.add(DeviceLostException.causedByOperation(text, lost))
                        : lost;
        loss = lost;
        if (misdeed == DeviceMisdeed.LOSES_THE_DEVICE_LATE) {
            listener.accept(lost);
        }
        told.failed(mine);
        listener.accept(lost);
        tellHeld();
    }

    /** Told of the end by the device below, it tells it strangely. */
    private final class Strange implements Completion {
        private final DeviceMisdeed misdeed;
        private final Completion told;

        Strange(DeviceMisdeed misdeed, Completion told) {
            this.misdeed = misdeed;
            this.told = told;
        }

        @Override
        public void done() {
            try {
                tell(told::done);
            } catch (OutOfMemoryError full) {
                told.done(); // once more, maybe
            }
        }

        @Override
        public void failed(Throwable cause) {
            try {
                tell(() -> told.failed(cause));
            } catch (OutOfMemoryError full) {
                told.failed(cause);
            }
        }

        private void tell(Runnable end) {
            switch (misdeed) {
                case TELLS_TWICE -> {
                    end.run();
                    end.run();
                }
                case DONE_THEN_FAILED -> {
                    end.run();
                    told.failed(planned(misdeed));
                }
                case LATE ->
                        elsewhere(
                                Thread.ofPlatform(),
                                () -> {
                                    LockSupport.parkNanos(3_000_000);
                                    end.run();
                                });
                case FROM_ANOTHER_THREAD -> elsewhere(Thread.ofPlatform(), end);
                case FROM_A_VIRTUAL_THREAD -> elsewhere(Thread.ofVirtual(), end);
                case FROM_AN_INTERRUPTED_THREAD ->
                        elsewhere(
                                Thread.ofPlatform(),
                                () -> {
                                    Thread.currentThread().interrupt();
                                    end.run();
                                });
                default -> end.run();
            }
        }

        private void elsewhere(Thread.Builder builder, Runnable body) {
            Thread thread = builder.unstarted(body);
            threads.add(thread);
            thread.start();
        }
    }

    @Override
    public long load(Kernel kernel) throws DeviceException {
        return weather.ask(8, "load", 0L, () -> below.load(kernel));
    }

    @Override
    public long allocate(long bytes, MemoryKind kind) throws DeviceException {
        return weather.ask(8, "allocate", -1L, () -> below.allocate(bytes, kind));
    }

    @Override
    public void release(long handle) {
        Object unused =
                weather.askUnchecked(
                        8,
                        "release",
                        null,
                        () -> {
                            below.release(handle);
                            return null;
                        });
    }

    @Override
    public Optional<StealPort> stealPort() {
        Optional<StealPort> port = below.stealPort();
        return weather.askUnchecked(
                8, "stealPort", null, () -> port.map(one -> new StormyPort(one, this, weather)));
    }

    @Override
    public boolean copies() {
        return weather.askUnchecked(8, "copies", false, below::copies);
    }

    @Override
    public boolean sharesMemoryWithParts() {
        return weather.askUnchecked(8, "shares", false, below::sharesMemoryWithParts);
    }

    @Override
    public boolean onLoss(Consumer<DeviceLostException> told) {
        return weather.askUnchecked(
                8,
                "onLoss",
                false,
                () -> {
                    listener = told;
                    below.onLoss(told);
                    return true;
                });
    }

    @Override
    public boolean abandon(Completion told) {
        return weather.askUnchecked(
                8,
                "abandon",
                true,
                () -> {
                    boolean mine = held.remove(told);
                    if (mine) {
                        told.failed(injected.add(new DeviceException(Injected.MARK + "abandon")));
                    }
                    return mine || below.abandon(told);
                });
    }

    @Override
    public void close() {
        closed = true;
        tellHeld();
        if (below != null) {
            below.close();
        }
        tellHeld();
        for (Thread thread : threads) {
            boolean interrupted = Thread.interrupted();
            try {
                thread.join();
            } catch (InterruptedException again) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        Object unused = weather.askUnchecked(4, "close", null, () -> null);
    }
}
