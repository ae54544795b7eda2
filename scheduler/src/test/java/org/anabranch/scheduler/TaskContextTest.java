package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.anabranch.api.Buffer;
import org.anabranch.api.Finish;
import org.anabranch.api.FinishOptions;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Parameter;
import org.anabranch.api.Promise;
import org.anabranch.api.Result;
import org.anabranch.api.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Each task runs in the context of its scope, on whatever thread, on top of whatever wait. */
@Timeout(60)
@SuppressWarnings("try") // scopes are closed before what they did is looked at
class TaskContextTest {
    private static final ScopedValue<String> NAME = ScopedValue.newInstance();
    private static final ScopedValue<String> OTHER = ScopedValue.newInstance();
    private static final ClassLoader FOREIGN = new ClassLoader("foreign", null) {};
    private static final Thread.UncaughtExceptionHandler HANDLER = (thread, thrown) -> {};

    /** The state of the thread, as a task finds it. */
    private record Seen(
            ClassLoader loader, int priority, boolean interrupted, boolean handled, String name) {
        static Seen now() {
            Thread self = Thread.currentThread();
            return new Seen(
                    self.getContextClassLoader(),
                    self.getPriority(),
                    self.isInterrupted(),
                    self.getUncaughtExceptionHandler() == HANDLER,
                    NAME.isBound() ? NAME.get() : "none");
        }
    }

    private static House house(int workers) {
        return House.of(House.SETTINGS.withWorkers(workers));
    }

    @SuppressWarnings("ThreadPriorityCheck") // what programs do
    private static void disturb() {
        Thread self = Thread.currentThread();
        self.setContextClassLoader(FOREIGN);
        self.setPriority(Thread.MAX_PRIORITY);
        self.setUncaughtExceptionHandler(HANDLER);
    }

    private static final Seen PLAIN =
            new Seen(
                    TaskContextTest.class.getClassLoader(),
                    Thread.NORM_PRIORITY,
                    false,
                    false,
                    "none");

    private static Seen mine(String name) {
        return new Seen(FOREIGN, Thread.MAX_PRIORITY, false, true, name);
    }

    @Test
    @DisplayName("R9: a task run by a worker that waits for its result sees nothing of the waiter")
    void r9_aTaskHelpedInAwaitSeesItsOwnContext() {
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            List<Seen> seen = new ArrayList<>();
            List<Seen> kept = new ArrayList<>();
            finish.async(
                    () -> {
                        disturb();
                        ScopedValue.where(NAME, "waiter")
                                .run(
                                        () -> {
                                            seen.add(finish.call(Seen::now).get());
                                            kept.add(Seen.now());
                                        });
                        seen.add(finish.call(Seen::now).get());
                    });
            finish.async(() -> seen.add(Seen.now()));
            finish.close();
            assertEquals(List.of(PLAIN, PLAIN, PLAIN), seen);
            assertEquals(List.of(mine("waiter")), kept, "the waiter keeps what it set");
        }
    }

    @Test
    @DisplayName("R9: values bound beneath a chain of helped tasks are not seen by another scope's")
    void r9_bindingsDeepOnTheStackAreSeen() {
        try (House house = house(1);
                Finish outer = house.platform.finish()) {
            Queue<String> seen = new ConcurrentLinkedQueue<>();
            outer.async(
                    () -> {
                        Result<Integer> early = outer.call(() -> 1);
                        early.get();
                        ScopedValue.where(NAME, "below")
                                .run(
                                        () -> {
                                            try (Finish inner = house.platform.finish()) {
                                                inner.async(
                                                        () ->
                                                                seen.add(
                                                                        outer.call(Seen::now)
                                                                                .get()
                                                                                .name()));
                                            }
                                        });
                    });
            outer.close();
            assertEquals(List.of("none"), List.copyOf(seen));
        }
    }

    @Test
    @DisplayName("R9: a task run by a worker that closes a scope sees the scope's context")
    void r9_aTaskHelpedInCloseSeesItsOwnContext() {
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            List<Seen> seen = new ArrayList<>();
            finish.async(
                    () -> {
                        disturb();
                        try (Finish inner = house.platform.finish()) {
                            inner.async(() -> seen.add(Seen.now()));
                            inner.async(List.of(), () -> seen.add(Seen.now()));
                            inner.forasync(Loop.of(0, 1), i -> seen.add(Seen.now()));
                        }
                        seen.add(Seen.now());
                    });
            finish.close();
            assertEquals(List.of(PLAIN, PLAIN, PLAIN, mine("none")), seen);
        }
    }

    @Test
    @DisplayName("R9: a task's interrupt flag is not seen by tasks that it runs while it waits")
    void r9_theInterruptFlagIsTheTasksOwn() {
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            List<Boolean> seen = new ArrayList<>();
            finish.async(
                    () -> {
                        Finish inner = house.platform.finish();
                        inner.async(() -> seen.add(Thread.currentThread().isInterrupted()));
                        Thread.currentThread().interrupt();
                        inner.close();
                        seen.add(Thread.interrupted());
                    });
            finish.close();
            assertEquals(List.of(false, true), seen);
        }
    }

    @Test
    @DisplayName("R9: what a task sets on its thread is gone before the next task and kernel")
    void r9_nothingLeaksIntoTheNextTask() {
        try (House house = house(1);
                Stream stream = house.platform.stream();
                Buffer b = house.platform.buffer(JAVA_INT, 1)) {
            List<Seen> seen = new ArrayList<>();
            Kernel look =
                    Kernel.of("look", Parameter.inOut("b"))
                            .java((piece, arguments) -> seen.add(Seen.now()));
            Kernel disturb =
                    Kernel.of("disturb", Parameter.inOut("b"))
                            .java((piece, arguments) -> disturb());
            for (Supplier<Runnable> each :
                    List.<Supplier<Runnable>>of(
                            () -> TaskContextTest::disturb,
                            () -> () -> stream.run(disturb, b.all()).await())) {
                try (Finish finish = house.platform.finish()) {
                    finish.async(each.get());
                }
                try (Finish finish = house.platform.finish()) {
                    finish.async(() -> seen.add(Seen.now()));
                }
                try (Finish finish = house.platform.finish()) {
                    finish.async(look, b.all());
                }
            }
            assertEquals(List.of(PLAIN, PLAIN, PLAIN, PLAIN), seen);
        }
    }

    @Test
    @DisplayName("R9: an action's callback sees nothing of the task beneath it")
    void r9_aCallbackSeesNothingOfTheTaskBeneath() {
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            List<Seen> seen = new ArrayList<>();
            finish.async(
                    () -> {
                        Promise<Integer> promise = house.platform.promise();
                        promise.onSettled(event -> seen.add(Seen.now()));
                        disturb();
                        promise.complete(1);
                        seen.add(Seen.now());
                    });
            finish.close();
            assertEquals(List.of(PLAIN, mine("none")), seen);
        }
    }

    @Test
    @DisplayName("R9: tasks have the class loader of the thread that opened the outermost scope")
    void r9_theClassLoaderIsInheritedFromTheOpener() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(FOREIGN);
        try (House house = house(2);
                Finish finish = house.platform.finish()) {
            Queue<ClassLoader> seen = new ConcurrentLinkedQueue<>();
            Runnable look = () -> seen.add(Thread.currentThread().getContextClassLoader());
            ClassLoader third = new ClassLoader("third", null) {};
            for (int i = 0; i < 100; i++) {
                finish.async(
                        () -> {
                            look.run();
                            try (Finish inner = house.platform.finish()) {
                                inner.async(look);
                            }
                            look.run();
                        });
                finish.call(Executors.callable(look));
                finish.forasync(Loop.of(0, 4), index -> look.run());
            }
            finish.close();
            assertEquals(300 + 100 + 400, seen.size());
            seen.forEach(loader -> assertSame(FOREIGN, loader));
            try (Finish other = house.platform.finish(FinishOptions.DEFAULT.in(third))) {
                assertSame(
                        third,
                        other.call(() -> Thread.currentThread().getContextClassLoader()).get());
            }
            Thread.currentThread().setContextClassLoader(before);
            try (Finish other = house.platform.finish()) {
                assertNotSame(
                        FOREIGN,
                        other.call(() -> Thread.currentThread().getContextClassLoader()).get());
            }
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    @DisplayName("R9: values passed to a scope are bound in its tasks and in those within it")
    void r9_passedValuesAreBoundOnEveryThread() {
        try (House house = house(2)) {
            ScopedValue.Carrier outer = ScopedValue.where(NAME, "outer").where(OTHER, "kept");
            Queue<String> seen = new ConcurrentLinkedQueue<>();
            Runnable look = () -> seen.add(NAME.get() + " " + OTHER.get());
            try (Finish finish = house.platform.finish(FinishOptions.DEFAULT.with(outer))) {
                for (int i = 0; i < 50; i++) {
                    finish.async(look);
                    finish.async(List.of(), look);
                    finish.forasync(Loop.of(0, 2), index -> look.run());
                }
            }
            assertEquals(200, seen.size());
            seen.forEach(text -> assertEquals("outer kept", text));
            seen.clear();
            try (Finish finish = house.platform.finish(FinishOptions.DEFAULT.with(outer))) {
                finish.async(
                        () -> {
                            var more = FinishOptions.DEFAULT.with(ScopedValue.where(NAME, "inner"));
                            try (Finish inner = house.platform.finish(more)) {
                                for (int i = 0; i < 20; i++) {
                                    inner.async(look);
                                }
                            }
                            try (Finish inner = house.platform.finish()) {
                                inner.async(look);
                            }
                        });
            }
            assertEquals(20, seen.stream().filter("inner kept"::equals).count());
            assertEquals(1, seen.stream().filter("outer kept"::equals).count());
        }
    }

    @Test
    @DisplayName("R9: a task on a virtual compensation thread has its own context, too")
    void r9_virtualThreadsAreRestored() throws Exception {
        int many = 300;
        try (House house = house(1);
                Finish finish = house.platform.finish()) {
            Promise<Integer> promise = house.platform.promise();
            CountDownLatch waiting = new CountDownLatch(many);
            for (int i = 0; i < many; i++) {
                finish.async(
                        () -> {
                            waiting.countDown();
                            promise.get();
                        });
            }
            waiting.await();
            Queue<Seen> seen = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < 10; i++) {
                finish.async(
                        () -> {
                            seen.add(Seen.now());
                            disturb();
                            try (Finish inner = house.platform.finish()) {
                                inner.async(() -> seen.add(Seen.now()));
                            }
                        });
            }
            House.until("all have run", () -> seen.size() == 20);
            promise.complete(1);
            finish.close();
            seen.forEach(one -> assertEquals(PLAIN, one));
        }
    }
}
