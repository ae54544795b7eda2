package org.anabranch.acceptance.storm;

import org.anabranch.acceptance.storm.RandomStorm.Enqueued;
import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Monitor;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.scheduler.BundlePlatform;
import org.anabranch.spi.DeviceLostException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Runs one program on a ground, and looks at what is left of it. */
final class Storm {
    static final String PROGRAM = "storm-program";
    private static final int KEPT = 17; // failures that a scope keeps

    private final StormGround ground;
    private final long seed;
    private final Injected injected;

    /** Of this program: what it leaves behind in the devices goes with it. */
    private final BundlePlatform platform;

    private final Set<Thread> threads = Threads.alive();

    Storm(StormGround ground, long seed) {
        this.ground = ground;
        this.seed = seed;
        this.injected = new Injected(seed);
        this.platform = ground.engine.platform("storm " + seed);
    }

    /** Fails with an {@link AssertionError} that names ground and seed. */
    void run() {
        new Waits(ground, seed, injected).run();
        Weather weather = new Weather(seed, injected, true);
        StormyBackend backend = ground.storm(seed, weather);
        try {
            if (backend != null) {
                ground.engine.add(backend);
                awaitSome();
            }
            check(runToItsEnd(backend), backend);
        } catch (Throwable failed) {
            throw new AssertionError(
                    "storm on " + ground.kind + ": -Danabranch.storm=" + seed, failed);
        } finally {
            platform.close();
            injected.end();
        }
    }

    /** Until a device is there, or for a moment: it may refuse to open. */
    private void awaitSome() {
        int patience = ground.kind == StormGround.Kind.STORMY ? 100 : 10_000;
        for (int i = 0; i < patience && ground.active() == 0; i++) {
            Threads.pause(1);
        }
    }

    /** A backend that never answers is unplugged while the program waits. */
    private RandomStorm runToItsEnd(StormyBackend backend) throws InterruptedException {
        RandomStorm[] program = new RandomStorm[1];
        Throwable[] broken = new Throwable[1];
        BooleanSupplier atRest = injected::isAtRest; // while there is memory for it
        Thread unplugging = // on a thread that callbacks may leave as they like
                Thread.ofPlatform()
                        .name("storm-unplug")
                        .unstarted(() -> ground.engine.remove(backend));
        Thread running =
                Thread.ofPlatform()
                        .name(PROGRAM)
                        .start(
                                () -> {
                                    try {
                                        program[0] = new RandomStorm(platform, seed, injected);
                                        program[0].enqueue();
                                        program[0].end();
                                    } catch (Throwable thrown) {
                                        broken[0] = thrown;
                                    }
                                });
        if (backend != null) {
            running.join(60);
            start(unplugging);
            require(unplugging.join(StormGround.PATIENCE), "unplugging does not end");
        }
        if (!running.join(StormGround.PATIENCE)) {
            throw new AssertionError(
                    "the program does not end: " + open(program[0]) + Threads.dump());
        }
        StormGround.until("what it began ends", atRest);
        if (broken[0] != null) {
            throw new AssertionError("the platform threw", broken[0]);
        }
        return program[0];
    }

    /** Returns the unsettled events and the state of the platform, for a program that hangs. */
    private String open(RandomStorm program) {
        Monitor monitor = ground.engine.monitor();
        List<String> events =
                program == null
                        ? List.of()
                        : List.copyOf(program.events).stream()
                                .map(Enqueued::event)
                                .filter(event -> !event.isSettled())
                                .map(event -> event + " " + event.state())
                                .toList();
        return events + " " + monitor.streams() + " " + monitor.domains() + " " + monitor.workers();
    }

    /** As soon as there is memory for it. */
    private static void start(Thread thread) {
        while (true) {
            try {
                thread.start();
                return;
            } catch (OutOfMemoryError full) {
                Threads.pause(1);
            }
        }
    }

    private void check(RandomStorm program, StormyBackend backend) {
        for (Enqueued one : program.events) {
            require(one.event().await(StormGround.PATIENCE), "an event never came: " + one.event());
        }
        program.events.forEach(one -> checkEvent(program, one));
        for (AnabranchException refused : program.refusals) {
            requireCause(program, "was refused", refused);
        }
        for (RandomStorm.Ending end : program.ends) {
            require(end.full == null, end.what + " finds memory to end");
            if (end.thrown != null) {
                requireCause(program, end.what, end.thrown);
            }
        }
        checkScope(program);
        try (Finish healthy = platform.finish()) {
            require(healthy.call(() -> 42).get() == 42, "the next program runs");
        }
        require(platform.kernel("no such kernel").isEmpty(), "libraries are crossed");
        checkThreads();
        checkMemory(backend);
    }

    private void checkEvent(RandomStorm program, Enqueued one) {
        AnabranchException failure = one.event().failure().orElse(null);
        boolean done = one.event().state() == Event.State.DONE;
        require(done == (failure == null), "a failure has a cause: " + one.event());
        List<Throwable> thrown = one.certain() ? injected.of(one.body()) : List.of();
        require(!done || thrown.isEmpty(), "the body threw " + thrown.size() + ": " + one.event());
        if (failure != null) {
            requireCause(program, one.event().toString(), failure);
            Set<Throwable> reached = Injected.reached(failure);
            require(
                    thrown.isEmpty()
                            || injected.isForMemory(failure)
                            || thrown.stream().anyMatch(reached::contains),
                    "another cause than its own");
            AnabranchException told = null;
            try {
                one.event().await();
            } catch (AnabranchException expected) {
                told = expected;
            }
            require(told != null, "await tells");
            requireCause(program, "await of " + one.event(), told);
        }
    }

    /** A scope tells of each of its bodies that threw, as far as it keeps them. */
    private void checkScope(RandomStorm program) {
        Set<Throwable> expected = new HashSet<>();
        program.tasks.forEach(body -> injected.of(body).stream().limit(1).forEach(expected::add));
        AnabranchException thrown = program.ends.getFirst().thrown;
        require(expected.isEmpty() || thrown != null, "the scope tells");
        if (thrown != null && !injected.filled && thrown.getSuppressed().length < KEPT - 1) {
            Set<Throwable> reached = Injected.reached(thrown);
            for (int body : program.tasks) {
                List<Throwable> of = injected.of(body);
                require(
                        of.isEmpty() || of.stream().anyMatch(reached::contains),
                        "the scope tells of body " + body + ", which threw " + of.size());
            }
        }
    }

    private void requireCause(RandomStorm program, String what, AnabranchException failure) {
        String message = failure.getMessage();
        require(message != null && !message.isEmpty(), what + " has a message");
        boolean explained =
                injected.withoutCause
                        || injected.explains(failure)
                        || injected.isForMemory(failure)
                        || program.cancels && has(failure, ActionCancelledException.class)
                        || ground.kind.changes() && isOfAnEnd(failure)
                        || ground.kind == StormGround.Kind.CARD && isOfAnEnd(failure)
                        || ground.kind == StormGround.Kind.OPENCL
                                && has(failure, KernelFormatException.class);
        if (!explained) {
            throw new AssertionError(what + " is not told the cause", failure);
        }
    }

    private static boolean isOfAnEnd(AnabranchException failure) {
        return has(failure, DomainClosedException.class)
                || has(failure, DomainLostException.class)
                || has(failure, DeviceLostException.class)
                || has(failure, UnknownDomainException.class)
                || has(failure, KernelFormatException.class);
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        return Injected.reached(failure).stream().anyMatch(type::isInstance);
    }

    private void checkThreads() {
        require(!Thread.currentThread().isInterrupted(), "no flag on the program");
        Monitor monitor = ground.engine.monitor();
        StormGround.until(
                () -> "as many workers as before: " + monitor.workers(),
                () -> monitor.workers().size() == StormGround.WORKERS);
        StormGround.until("its threads end", () -> ground.strangers().isEmpty());
        require(ground.missing().isEmpty(), "no thread has died: " + ground.missing());
        threads.addAll(injected.threads);
        for (Thread thread : threads) {
            StormGround.until(
                    "no flag is left on " + thread,
                    () -> !thread.isAlive() || !thread.isInterrupted());
            require(
                    !thread.isAlive()
                            || thread.isVirtual()
                            || thread.getContextClassLoader() != null
                                    && !(thread.getContextClassLoader()
                                            instanceof java.net.URLClassLoader),
                    "no loader is left on " + thread);
            StormGround.until("it sleeps: " + thread, () -> isIdle(thread));
        }
    }

    private static boolean isIdle(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING, TERMINATED -> true;
            default ->
                    thread == Thread.currentThread()
                            || !thread.getName().startsWith("anabranch-worker");
        };
    }

    private void checkMemory(StormyBackend backend) {
        Monitor monitor = ground.engine.monitor();
        require(monitor.buffers().isEmpty(), "no buffer is left: " + monitor.buffers());
        require(monitor.streams().isEmpty(), "no stream is left: " + monitor.streams());
        for (Monitor.DomainReport report : monitor.domains()) {
            require(report.queued() == 0, "nothing is under way on " + report);
            require(
                    report.domain().isHost() || report.instanceBytes() == 0,
                    "bytes are left on " + report);
        }
        if (backend != null) {
            require(backend.isClosed(), "devices are closed");
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + Threads.dump());
        }
    }
}
