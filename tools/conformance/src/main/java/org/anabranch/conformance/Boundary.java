package org.anabranch.conformance;

import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.ForeignThrowables;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The boundary to a backend, which is foreign code: at any call it may throw, block, interrupt or
 * lie. Each call of the kit passes {@link #call}, by {@link GuardedBackend}, and is made in {@link
 * #limited}. Thread-safe.
 */
final class Boundary {
    private static final int SEARCHES_PER_PATIENCE = 10;

    /** The time limit of a call that searches, starts or compiles, in patiences. */
    private static final int PATIENCES_OF_SLOW_CALLS = 3;

    private static final int PATIENCES_IN_ALL = 6;

    /** A call of foreign code, which may throw checked exceptions that it does not declare. */
    interface Call<T> {
        T make() throws Throwable;
    }

    private record Entered(String what, long began, Duration limit) {}

    private record Refusal(String what, DeviceException thrown) {}

    private final Duration patience;
    private final Map<Thread, Entered> inside = new ConcurrentHashMap<>();
    private volatile Refusal lastRefusal = new Refusal("", null);

    /** Creates a boundary whose calls take as long as this at most. */
    Boundary(Duration patience) {
        this.patience = patience;
    }

    Duration patience() {
        return patience;
    }

    /**
     * Runs code that calls the backend, on a thread of its own, which is left behind if the backend
     * hangs.
     *
     * @throws RuleBrokenError if a call, or all of the code, has not ended in time
     * @throws ExecutionException with the exception of the code
     */
    <T> T limited(String name, Callable<T> code) throws ExecutionException, InterruptedException {
        FutureTask<T> task = new FutureTask<>(code);
        long began = System.nanoTime();
        Duration most = patience.multipliedBy(PATIENCES_IN_ALL);
        Thread thread = Thread.ofPlatform().daemon().name(name).start(task);
        while (true) {
            try {
                return task.get(patience.toNanos() / SEARCHES_PER_PATIENCE, TimeUnit.NANOSECONDS);
            } catch (TimeoutException running) {
                for (Map.Entry<Thread, Entered> call : inside.entrySet()) {
                    Entered entered = call.getValue();
                    if (isOver(entered.began, entered.limit)) {
                        throw hangs(entered.what, "returned", entered.limit, call.getKey());
                    }
                }
                if (isOver(began, most)) {
                    throw hangs("the check", "ended", most, thread);
                }
            }
        }
    }

    private static boolean isOver(long began, Duration limit) {
        return System.nanoTime() - began > limit.toNanos();
    }

    private static RuleBrokenError hangs(String what, String end, Duration limit, Thread thread) {
        RuleBrokenError error =
                new RuleBrokenError(
                        "%s has not %s after %s: the device hangs".formatted(what, end, limit));
        error.setStackTrace(thread.getStackTrace());
        return error;
    }

    /** Makes a call that must neither throw nor return null. */
    <T> T call(String what, Call<T> call) {
        return required(what, made(what, patience, call));
    }

    /** Makes a call that must not throw. */
    void tell(String what, Runnable call) {
        made(
                what,
                patience,
                () -> {
                    call.run();
                    return null;
                });
    }

    /** Makes a call that may return null, and must not throw. */
    <T> T ask(String what, Call<T> call) {
        return made(what, patience, call);
    }

    /** Makes a call that may take as long as a search, and must neither throw nor return null. */
    <T> T search(String what, Call<T> call) {
        return required(what, made(what, longPatience(), call));
    }

    /** Makes a call that may be refused with {@link DeviceException}, and must not return null. */
    <T> T request(String what, Call<T> call) throws DeviceException {
        Refusal[] refusal = new Refusal[1];
        T result =
                made(
                        what,
                        longPatience(),
                        () -> {
                            try {
                                return call.make();
                            } catch (DeviceException refused) {
                                refusal[0] = new Refusal(what, refused);
                                return null;
                            }
                        });
        if (refusal[0] != null) {
            lastRefusal = refusal[0];
            throw refusal[0].thrown;
        }
        return required(what, result);
    }

    private Duration longPatience() {
        return patience.multipliedBy(PATIENCES_OF_SLOW_CALLS);
    }

    private static <T> T required(String what, T result) {
        if (result == null) {
            throw new RuleBrokenError(what + " returned null");
        }
        return result;
    }

    /** The one place where the kit calls a backend. */
    private <T> T made(String what, Duration limit, Call<T> call) {
        Thread thread = Thread.currentThread();
        boolean interrupted = thread.isInterrupted();
        Entered outer = inside.put(thread, new Entered(what, System.nanoTime(), limit));
        T result;
        try {
            result = call.make();
        } catch (RuleBrokenError broken) {
            throw broken; // found by the kit, within the call
        } catch (Throwable thrown) {
            throw new RuleBrokenError(
                    what + " threw " + ForeignThrowables.text(thrown),
                    ForeignThrowables.printable(thrown));
        } finally {
            if (outer == null) {
                inside.remove(thread);
            } else {
                inside.put(thread, outer);
            }
        }
        if (!interrupted && Thread.interrupted()) {
            throw new RuleBrokenError(what + " left the interrupt flag of its thread set");
        }
        return result;
    }

    /** Returns the call that was refused last, if a failure is that refusal. */
    Optional<String> refused(Throwable failure) {
        Refusal last = lastRefusal;
        return failure == last.thrown
                ? Optional.of(last.what + " threw " + ForeignThrowables.text(failure))
                : Optional.empty();
    }

    /**
     * Closes a device that is known to be broken, on a thread of its own, and waits a patience for
     * it at most. Whatever the call does is not judged.
     */
    void dispose(Backend.Device device) {
        Thread closing =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    try {
                                        device.close();
                                    } catch (Throwable broken) {
                                        // one fault is enough, and it is known
                                    }
                                });
        try {
            boolean _ = closing.join(patience);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
