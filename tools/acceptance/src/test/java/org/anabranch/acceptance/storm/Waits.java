package org.anabranch.acceptance.storm;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.ActionCancelledException;
import org.anabranch.api.AnabranchException;
import org.anabranch.api.Buffer;
import org.anabranch.api.Domain;
import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.Parameter;
import org.anabranch.api.Promise;
import org.anabranch.api.Range;
import org.anabranch.api.SourceCode;
import org.anabranch.api.Stream;
import org.anabranch.scheduler.BundlePlatform;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Random program of waits, with a platform of its own: tasks, actions and threads wait for promises
 * that never come or come late, and are cancelled, interrupted, closed, or let go. What each of
 * them ends with is known beforehand; that it ends is measured from the cancellation.
 */
final class Waits {
    private static final boolean NIGHTLY = Boolean.getBoolean("anabranch.nightly");
    private static final double LIMIT_NANOS = 2e9;
    private static final double USUAL_START_NANOS = 5e6;
    private static final int SCENES = 3;
    private static final int HALF = 16;

    /** A kernel of one operand that does nothing, for devices that do not run Java. */
    static final SourceCode NOTHING =
            new SourceCode(
                    KernelCode.OPENCL_C,
                    "__kernel void storm(__global int *b, long from, long pitch, long rows,"
                            + " long columns) {}",
                    "storm",
                    "");

    private static final Kernel TOUCH =
            Kernel.of("touch", Parameter.inOut("b")).java((piece, arguments) -> {}).with(NOTHING);

    private final StormGround ground;
    private final Injected injected;
    private final SplittableRandom random;
    private final BundlePlatform platform;
    private final List<String> story = new ArrayList<>();

    Waits(StormGround ground, long seed, Injected injected) {
        this.ground = ground;
        this.injected = injected;
        this.random = new SplittableRandom(seed * 31 + 7);
        this.platform = ground.engine.platform("waits " + seed);
    }

    /** Throws an {@link AssertionError} that tells what was done. */
    void run() {
        try {
            for (int scene = 0; scene < SCENES; scene++) {
                play(Way.values()[random.nextInt(Way.values().length)]);
            }
            closeThePlatform();
        } catch (Throwable failed) {
            throw new AssertionError("waits: " + story + Threads.dump(), failed);
        } finally {
            platform.close();
        }
    }

    /** What waits. */
    private enum Way {
        TASK,
        BODY,
        STREAM,
        RANGE,
        THREAD_GET,
        THREAD_AWAIT,
        THREAD_SCOPE,
        THREAD_STREAM,
        THREAD_READ
    }

    /** What ends the waits. */
    private enum End {
        SCOPE_IS_CANCELLED,
        EVENT_IS_CANCELLED,
        STREAM_IS_CLOSED_NOW,
        PROMISE_IS_CANCELLED,
        PROMISE_FAILS,
        PROMISE_COMES_LATE;

        boolean cancels() {
            return this != PROMISE_COMES_LATE;
        }
    }

    private void play(Way way) throws InterruptedException {
        story.add(way.toString());
        switch (way) {
            case TASK, BODY -> tasks(way);
            case STREAM, RANGE -> stream(way == Way.RANGE);
            case THREAD_READ -> {
                if (ground.kind == StormGround.Kind.REFERENCE) { // data is awaited from devices
                    thread(way, platform.domains().getLast().stream());
                }
            }
            default -> thread(way, platform.host().stream());
        }
    }

    private End end(End... among) {
        End end = among[random.nextInt(among.length)];
        story.add(end.toString());
        return end;
    }

    private End endOf(Way way) {
        return way == Way.TASK
                ? end(
                        End.SCOPE_IS_CANCELLED,
                        End.EVENT_IS_CANCELLED,
                        End.PROMISE_IS_CANCELLED,
                        End.PROMISE_FAILS,
                        End.PROMISE_COMES_LATE)
                : end(
                        End.SCOPE_IS_CANCELLED,
                        End.PROMISE_IS_CANCELLED,
                        End.PROMISE_FAILS,
                        End.PROMISE_COMES_LATE);
    }

    /** Tasks of a scope, or of scopes within it, that wait before they begin or in their bodies. */
    private void tasks(Way way) {
        Promise<Integer> promise = platform.promise();
        Finish scope = platform.finish();
        int depth = random.nextInt(3);
        End end = endOf(way);
        List<Event> waiting = new ArrayList<>();
        CountDownLatch ready = new CountDownLatch(1);
        int dependants = random.nextInt(4);
        nest(
                scope,
                depth,
                inner -> {
                    Event first =
                            way == Way.TASK
                                    ? inner.async(List.of(promise), () -> {})
                                    : inner.call(promise::get);
                    waiting.add(first);
                    for (int i = 0; i < dependants; i++) {
                        waiting.add(inner.async(List.of(waiting.getLast()), () -> {}));
                    }
                    ready.countDown();
                });
        await(ready);
        Event free = platform.promise();
        try (Finish other = platform.finish()) {
            free = other.call(() -> 1);
        }
        Throwable cause = new IllegalStateException(Injected.MARK + "of a wait");
        Measured measured = new Measured();
        act(end, scope, null, waiting.getFirst(), promise, cause);
        AnabranchException thrown = closing(scope);
        settle(measured, waiting, end, cause, true);
        require((thrown != null) == end.cancels(), "the scope throws " + thrown);
        require(free.state() == Event.State.DONE, "others go on");
    }

    private interface InScope {
        void run(Finish scope);
    }

    private void nest(Finish scope, int depth, InScope body) {
        if (depth == 0) {
            body.run(scope);
            return;
        }
        scope.async(
                () -> {
                    try (Finish inner = platform.finish()) {
                        nest(inner, depth - 1, body);
                    }
                });
    }

    /** Actions of a stream behind a wait, and one beside it where the wait has a range. */
    private void stream(boolean ranged) {
        Promise<Integer> promise = platform.promise();
        Domain domain = domain();
        Stream stream = domain == null ? platform.stream() : domain.stream();
        Stream other = platform.host().stream();
        Buffer x = platform.buffer(JAVA_INT, 2 * HALF);
        Buffer y = filled();
        boolean strict = domain != null && domain.isHost() || isCalm();
        End end =
                end(
                        End.EVENT_IS_CANCELLED,
                        End.STREAM_IS_CLOSED_NOW,
                        End.PROMISE_IS_CANCELLED,
                        End.PROMISE_FAILS,
                        End.PROMISE_COMES_LATE);
        Range front = x.elements(0, HALF);
        List<Event> waiting = new ArrayList<>();
        waiting.add(
                ranged
                        ? stream.waitFor(List.of(promise), front, y.all())
                        : stream.waitFor(promise));
        waiting.add(stream.run(TOUCH, front.inOut()));
        waiting.add(stream.copy(x.elements(0, 4), x.elements(4, 4)));
        other.waitFor(waiting.get(random.nextInt(3)));
        waiting.add(other.run(TOUCH, x.elements(0, HALF).inOut()));
        Event free = ranged ? stream.run(TOUCH, x.elements(HALF, HALF).inOut()) : null;
        if (free != null) {
            require(free.await(StormGround.PATIENCE), "what uses another range goes on");
            require(!strict || isFine(free), "what uses another range is well: " + free.failure());
        }
        Throwable cause = new IllegalStateException(Injected.MARK + "of a wait");
        Measured measured = new Measured();
        act(end, null, stream, waiting.getFirst(), promise, cause);
        settle(measured, waiting, end, cause, strict);
        checkUntouched(y);
        closing(stream::close);
        closing(other::close);
        x.close();
        y.close();
    }

    /** The wait of a thread, other than for data; {@code waits} is set to the event. */
    private Runnable wait(
            Way way, Stream stream, Promise<Integer> promise, AtomicReference<Event> waits) {
        return switch (way) {
            case THREAD_AWAIT -> {
                waits.set(stream.waitFor(promise));
                yield () -> waits.get().await();
            }
            case THREAD_SCOPE ->
                    () -> {
                        try (Finish scope = platform.finish()) {
                            waits.set(scope.async(List.of(promise), () -> {}));
                        }
                    };
            case THREAD_STREAM -> {
                waits.set(stream.waitFor(promise));
                yield stream::close;
            }
            default -> promise::get;
        };
    }

    private static Thread started(
            Runnable wait, AtomicReference<Throwable> thrown, boolean[] flag) {
        return Thread.ofPlatform()
                .name("storm-waiting")
                .start(
                        () -> {
                            try {
                                wait.run();
                            } catch (Throwable told) {
                                thrown.set(told);
                            }
                            flag[0] = Thread.currentThread().isInterrupted();
                        });
    }

    /** A thread that waits, and is interrupted. */
    private void thread(Way way, Stream stream) throws InterruptedException {
        Promise<Integer> promise = platform.promise();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Buffer x = filled();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Event> waits = new AtomicReference<>();
        Runnable wait = x::read;
        if (way == Way.THREAD_READ) {
            stream.run(holding(begun, held), x.all().inOut());
            await(begun);
        } else {
            wait = wait(way, stream, promise, waits);
        }
        boolean[] flag = new boolean[1];
        Thread thread = started(wait, thrown, flag);
        StormGround.until("it waits", () -> isWaiting(thread));
        Measured measured = new Measured();
        thread.interrupt();
        require(thread.join(StormGround.PATIENCE), "an interrupt ends a wait");
        measured.over();
        require(isCancelled(thrown.get()), "an interrupted wait throws " + thrown.get());
        require(flag[0], "it stays interrupted");
        boolean goesOn = way == Way.THREAD_AWAIT;
        if (waits.get() != null) {
            require(waits.get().isSettled() != goesOn, "what waited: " + waits.get().state());
        }
        require(!promise.isSettled(), "the promise is nobody else's");
        promise.complete(1);
        held.countDown();
        closing(stream::close);
        checkUntouched(x);
        x.close();
    }

    private static Kernel holding(CountDownLatch begun, CountDownLatch held) {
        return Kernel.of("holds", Parameter.inOut("x"))
                .java(
                        (piece, arguments) -> {
                            begun.countDown();
                            held.await();
                        });
    }

    private static boolean isWaiting(Thread thread) {
        return switch (thread.getState()) {
            case WAITING, TIMED_WAITING -> true;
            case TERMINATED -> throw new AssertionError("a wait ended by itself");
            default -> false;
        };
    }

    /** Whatever still waits when its platform is closed ends with it. */
    private void closeThePlatform() {
        story.add("the platform is closed");
        Promise<Integer> promise = platform.promise();
        Finish scope = platform.finish();
        Stream stream = platform.host().stream();
        List<Event> waiting = new ArrayList<>();
        waiting.add(promise);
        waiting.add(scope.async(List.of(promise), () -> {}));
        waiting.add(scope.call(promise::get));
        waiting.add(stream.waitFor(promise));
        try (Buffer x = platform.buffer(JAVA_INT, HALF)) {
            waiting.add(stream.run(TOUCH, x.all().inOut()));
        }
        Measured measured = new Measured();
        platform.close();
        settle(measured, waiting, End.PROMISE_IS_CANCELLED, null, true);
    }

    private void act(
            End end,
            Finish scope,
            Stream stream,
            Event first,
            Promise<Integer> promise,
            Throwable cause) {
        Runnable act =
                switch (end) {
                    case SCOPE_IS_CANCELLED -> scope::cancel;
                    case EVENT_IS_CANCELLED ->
                            () -> require(first.cancel(), "it has not begun: " + first);
                    case STREAM_IS_CLOSED_NOW -> stream::closeNow;
                    case PROMISE_IS_CANCELLED -> promise::cancel;
                    case PROMISE_FAILS -> () -> promise.fail(cause);
                    case PROMISE_COMES_LATE -> () -> promise.complete(1);
                };
        if (random.nextBoolean()) {
            act.run();
            return;
        }
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other =
                Thread.ofPlatform()
                        .name("storm-ending")
                        .uncaughtExceptionHandler((thread, told) -> thrown.set(told))
                        .start(act);
        try {
            require(other.join(StormGround.PATIENCE), "a cancellation returns");
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
        require(thrown.get() == null, "a cancellation throws " + thrown.get());
    }

    /** Each of them settles, as the first one did, with the cause of that. */
    private void settle(
            Measured measured, List<Event> waiting, End end, Throwable cause, boolean strict) {
        for (Event event : waiting) {
            require(event.await(StormGround.PATIENCE), "a wait does not end: " + event);
        }
        if (end.cancels()) {
            measured.over();
        }
        for (Event event : waiting) {
            if (strict && !injected.filled) {
                requireEnd(event, end, cause);
            }
        }
    }

    private void requireEnd(Event event, End end, Throwable cause) {
        String what = event + " is " + event.state() + ": " + event.failure();
        if (!end.cancels()) {
            require(isFine(event), what);
            return;
        }
        require(event.state() != Event.State.DONE, what);
        AnabranchException failure = event.failure().orElseThrow();
        require(
                end == End.PROMISE_FAILS
                        ? Injected.reached(failure).contains(cause)
                        : isCancelled(failure),
                what);
    }

    private boolean isFine(Event event) {
        return event.state() == Event.State.DONE
                || event.failure().filter(injected::explains).isPresent();
    }

    private static boolean isCancelled(Throwable thrown) {
        return thrown != null
                && Injected.reached(thrown).stream()
                        .anyMatch(ActionCancelledException.class::isInstance);
    }

    private Buffer filled() {
        Buffer buffer = platform.buffer(JAVA_INT, HALF);
        buffer.write().fill((byte) 3);
        return buffer;
    }

    /** Waits write nothing. */
    private static void checkUntouched(Buffer buffer) {
        MemorySegment content = buffer.read();
        for (int i = 0; i < HALF; i++) {
            require(content.getAtIndex(JAVA_INT, i) == 0x03030303, "data is as before");
        }
    }

    /** Null for a stream that is bound to no domain. */
    private Domain domain() {
        List<Domain> domains = platform.domains();
        int choice = random.nextInt(domains.size() + 1);
        return choice == domains.size() ? null : domains.get(choice);
    }

    /** Returns true if no device fails or is lost, except where the plan says so. */
    private boolean isCalm() {
        return switch (ground.kind) {
            case HOST, REFERENCE, OPENCL -> true;
            default -> false;
        };
    }

    private static AnabranchException closing(Finish scope) {
        return closing(scope::close);
    }

    private static AnabranchException closing(Runnable close) {
        try {
            close.run();
            return null;
        } catch (AnabranchException told) {
            return told;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            require(latch.await(StormGround.PATIENCE.toSeconds(), TimeUnit.SECONDS), "it begins");
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /**
     * Time from a cancellation to the end of all that it is to end. By night it has a limit, which
     * is longer on a machine that takes long to start a thread; a hang fails at any time.
     */
    private final class Measured {
        private final double load = load();
        private final long began = System.nanoTime();

        void over() {
            long nanos = System.nanoTime() - began;
            ground.waited(nanos);
            require(
                    !NIGHTLY || nanos < LIMIT_NANOS * load,
                    "waits ended %.1f s after their cancellation, at load %.1f"
                            .formatted(nanos / 1e9, load));
        }

        private static double load() {
            long start = System.nanoTime();
            try {
                Thread.ofPlatform().start(() -> {}).join();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
            return Math.max(1, (System.nanoTime() - start) / USUAL_START_NANOS);
        }
    }
}
