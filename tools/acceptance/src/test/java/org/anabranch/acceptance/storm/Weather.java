package org.anabranch.acceptance.storm;

import org.anabranch.spi.DeviceException;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** When and how the calls of a backend misbehave in one program. Thread-safe. */
final class Weather {
    private static final ClassLoader OTHER = new URLClassLoader(new URL[0]);

    final Injected injected;
    private final SplittableRandom random; // guarded by this
    private final boolean mayBeLost;
    private volatile boolean calm;

    /**
     * @param mayBeLost whether devices may vanish or never answer
     */
    Weather(long seed, Injected injected, boolean mayBeLost) {
        this.injected = injected;
        this.random = new SplittableRandom(~seed);
        this.mayBeLost = mayBeLost;
    }

    /** Nothing goes wrong from now on. */
    void calm() {
        calm = true;
    }

    /** Null for an operation that goes well. */
    synchronized DeviceMisdeed operation() {
        if (calm || random.nextInt(5) != 0) {
            return null;
        }
        DeviceMisdeed misdeed =
                DeviceMisdeed.values()[random.nextInt(DeviceMisdeed.values().length)];
        boolean costly =
                misdeed == DeviceMisdeed.LOSES_THE_DEVICE
                        || misdeed == DeviceMisdeed.LOSES_THE_DEVICE_LATE
                        || misdeed == DeviceMisdeed.CRASHES_THE_DEVICE
                        || misdeed == DeviceMisdeed.NEVER_UNTIL_CLOSE;
        return costly && !mayBeLost ? DeviceMisdeed.FAILS : misdeed;
    }

    /**
     * Interrupts the running thread, unless it is the program's own, whose flag would not be
     * cleared.
     */
    static void interruptThread() {
        if (!Thread.currentThread().getName().equals(Storm.PROGRAM)) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized DeviceMisdeed.Call call(int oneIn) {
        if (calm || random.nextInt(oneIn) != 0) {
            return null;
        }
        return DeviceMisdeed.Call.values()[random.nextInt(DeviceMisdeed.Call.values().length)];
    }

    /** A call of a backend. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws DeviceException;
    }

    /** Asks, and misbehaves once in so many calls. */
    <T> T ask(int oneIn, String what, T nothing, Question<T> question) throws DeviceException {
        DeviceMisdeed.Call misdeed = call(oneIn);
        if (misdeed == null) {
            return question.ask();
        }
        String text = Injected.MARK + what;
        switch (misdeed) {
            case REFUSES -> throw injected.add(new DeviceException(text));
            case THROWS -> throw injected.add(new IllegalStateException(text));
            case THROWS_ERROR -> throw injected.add(new AssertionError(text));
            case THROWS_OUT_OF_MEMORY -> throw injected.add(new OutOfMemoryError(text));
            case THROWS_HOSTILE -> throw injected.add(new Misdeed.Hostile());
            case INTERRUPTS -> interruptThread();
            case CHANGES_THE_LOADER -> Thread.currentThread().setContextClassLoader(OTHER);
            case SLEEPS -> LockSupport.parkNanos(1_000_000);
            case RETURNS_NOTHING -> {
                injected.withoutCause = true;
                return nothing;
            }
            case THROWS_AFTERWARDS -> {
                question.ask();
                throw injected.add(new IllegalStateException(text));
            }
        }
        return question.ask();
    }

    /** As {@link #ask}, where only unchecked exceptions may be thrown. */
    <T> T askUnchecked(int oneIn, String what, T nothing, Question<T> question) {
        try {
            return ask(oneIn, what, nothing, question);
        } catch (DeviceException refused) {
            Misdeed.sneak(refused);
            throw new AssertionError(refused);
        }
    }
}
