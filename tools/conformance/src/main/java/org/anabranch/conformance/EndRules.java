package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.conformance.Bench.Array;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceLostException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The checks of chapter 4: the end. */
final class EndRules {
    private static final long LARGE = 1 << 19;
    private static final long HALF_A_SECOND = 500_000_000;

    private EndRules() {}

    static void rule_4_1_close_settles_what_is_outstanding(Subject subject) throws Exception {
        Bench bench = new Bench(subject);
        long elements = Math.clamp(subject.info().memory().get(MemoryKind.NORMAL) / 32, 1, LARGE);
        Array array = bench.array(elements);
        MemorySegment memory = host(elements, 1);
        List<CountedCompletion> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            CountedCompletion told = bench.told("operation " + i + ", outstanding at close,");
            bench.write(bench.order(i % bench.lanes), memory, array, told);
            all.add(told);
        }
        bench.close();
        all.forEach(CountedCompletion::once);
        Bench.at("a second close", bench::close);
        subject.linger();
        all.forEach(CountedCompletion::once);
    }

    static void rule_4_2_an_operation_after_close_fails_its_completion(Subject subject)
            throws Exception {
        Bench bench = new Bench(subject);
        Array array = bench.array(10);
        MemorySegment memory = host(10, 1);
        Launch launch = bench.addition(array, 0, 10, 1);
        bench.close();
        List<Consumer<CountedCompletion>> operations =
                List.of(
                        told -> bench.write(bench.order(0), memory, array, told),
                        told -> bench.read(bench.order(0), array, memory, told),
                        told -> bench.device.run(bench.order(0), launch, told));
        for (Consumer<CountedCompletion> operation : operations) {
            CountedCompletion told = bench.told("an operation after close");
            Bench.at("an operation after close", () -> operation.accept(told));
            told.fails();
            told.once();
        }
        raceWithClose(subject);
    }

    private static void raceWithClose(Subject subject) throws Exception {
        for (int round = 0; round < 5; round++) {
            Bench bench = new Bench(subject);
            Array array = bench.array(10);
            MemorySegment memory = host(10, 1);
            long most = soManyAsTakeHalfASecond(bench);
            List<CountedCompletion> all = Collections.synchronizedList(new ArrayList<>());
            AtomicBoolean stop = new AtomicBoolean();
            Runnable work =
                    () -> {
                        while (!stop.get() && all.size() < most) {
                            CountedCompletion told =
                                    bench.told("an operation at the time of close");
                            bench.write(bench.order(0), memory, array, told);
                            all.add(told);
                        }
                    };
            FutureTask<Void> submitting = new FutureTask<>(work, null);
            Thread.ofPlatform().daemon().start(submitting);
            spin(subject.patience(), () -> all.size() >= 20 || submitting.isDone());
            bench.close();
            stop.set(true);
            try {
                submitting.get(subject.patience().toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException thrown) {
                throw new RuleBrokenError(
                        "an operation at the time of close: "
                                + ForeignThrowables.message(thrown.getCause()),
                        thrown);
            } catch (TimeoutException hangs) {
                throw new RuleBrokenError("an operation at the time of close did not return");
            }
            for (CountedCompletion told : all) {
                told.failure();
                told.once();
            }
        }
    }

    private static void spin(Duration patience, BooleanSupplier condition) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - began < patience.toNanos()) {
            Thread.onSpinWait();
        }
    }

    /**
     * Returns the number of operations that take half a second; closing has to wait for all of
     * them.
     */
    private static long soManyAsTakeHalfASecond(Bench bench) throws Exception {
        return Math.clamp(HALF_A_SECOND / bench.operationTime().toNanos(), 30, 10_000);
    }

    static void rule_4_3_a_vanished_device_fails_all_operations(Subject subject) throws Exception {
        Bench bench = new Bench(subject);
        try {
            Array array = bench.array(10);
            MemorySegment memory = host(10, 1);
            List<CountedCompletion> outstanding = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                CountedCompletion told = bench.told("an operation outstanding at the loss");
                bench.write(bench.order(i % bench.lanes), memory, array, told);
                outstanding.add(told);
            }
            vanish(bench);
            CountedCompletion later = bench.told("an operation after the loss");
            bench.write(bench.order(0), memory, array, later);
            for (CountedCompletion told : outstanding) {
                Throwable failure = told.failure();
                require(
                        failure == null || failure instanceof DeviceLostException,
                        "an operation outstanding at the loss failed with "
                                + ForeignThrowables.text(failure));
            }
            Throwable failure = later.fails();
            require(
                    failure instanceof DeviceLostException,
                    "an operation after the loss failed with " + ForeignThrowables.text(failure));
            refusesMemory(bench);
        } finally {
            bench.close();
        }
    }

    private static void refusesMemory(Bench bench) {
        try {
            bench.device.allocate(8, MemoryKind.NORMAL);
        } catch (DeviceException expected) {
            return;
        }
        throw new RuleBrokenError("memory was allocated after the loss");
    }

    static void rule_4_4_close_leaves_nothing_behind(Subject subject) throws Exception {
        long total = subject.info().memory().get(MemoryKind.NORMAL);
        long bytes = Math.clamp(total / 2, 8, 8 << 20);
        Leaks leaks = new Leaks(bytes, subject.patience());
        leaks.check(() -> useAndClose(subject, bytes));
    }

    /** Opens the device, uses all its resources, and frees them only by closing. */
    private static void useAndClose(Subject subject, long bytes) throws Exception {
        try (Bench bench = new Bench(subject)) {
            Array array = bench.array(bytes / 8);
            for (int lane = 0; lane < bench.lanes; lane++) {
                CountedCompletion told = bench.told("a kernel");
                bench.device.run(bench.order(lane), bench.addition(array, 0, bytes / 8, 1), told);
                told.succeeds();
            }
        }
    }

    static void rule_4_5_a_loss_is_told_while_the_device_is_idle(Subject subject) throws Exception {
        closingIsNoLoss(subject);
        List<DeviceLostException> losses = Collections.synchronizedList(new ArrayList<>());
        try (Bench bench = new Bench(subject)) {
            bench.device.onLoss(losses::add);
            bench.provesUsable("with a listener for its loss");
            require(losses.isEmpty(), "a loss was reported of a device that is present: " + losses);
            vanish(bench);
            require(
                    Waiting.comes(subject.patience(), () -> !losses.isEmpty()),
                    "the loss of the idle device was not reported within " + subject.patience());
        }
        subject.linger();
        require(losses.size() == 1, "one loss was reported " + losses.size() + " times: " + losses);
        losses.clear();
        try (Bench bench = new Bench(subject)) {
            bench.device.onLoss(losses::add);
            vanish(bench);
        }
        subject.linger();
        require(
                losses.size() <= 1,
                "a loss at the time of close was reported %s times: %s"
                        .formatted(losses.size(), losses));
    }

    private static void vanish(Bench bench) {
        if (!bench.subject.declaration().vanish(bench.device.below())) {
            throw new NotApplicableException("there is no way to make the device vanish");
        }
    }

    private static void closingIsNoLoss(Subject subject) throws Exception {
        List<DeviceLostException> none = Collections.synchronizedList(new ArrayList<>());
        try (Bench bench = new Bench(subject)) {
            if (!bench.device.onLoss(none::add)) {
                throw new NotApplicableException("the device does not tell of its loss");
            }
        }
        subject.linger();
        require(
                none.isEmpty(),
                "the end of a device that was closed was reported as a loss: " + none);
    }

    static void rule_4_6_an_abandoned_operation_fails(Subject subject) throws Exception {
        Kernel endless =
                subject.declaration()
                        .endless()
                        .orElseThrow(
                                () -> new NotApplicableException("no endless kernel is declared"));
        try (Bench bench = new Bench(subject)) {
            Array array = bench.array(1);
            bench.fill(array, host(1, 0));
            CountedCompletion never = bench.told("what was never submitted");
            require(!bench.device.abandon(never), "what was never submitted was abandoned");
            CountedCompletion told = bench.told("an abandoned kernel");
            bench.device.run(bench.order(0), bench.on(endless, array), told);
            subject.linger();
            require(!told.isTold(), "the endless kernel of the declaration has ended");
            require(bench.device.abandon(told), "an endless kernel was not abandoned");
            Throwable failure = told.fails();
            told.once();
            require(!bench.device.abandon(told), "what had ended was abandoned once more");
            if (failure instanceof DeviceLostException) {
                CountedCompletion later = bench.told("an operation after the loss");
                bench.write(bench.order(0), host(1, 0), array, later);
                require(
                        later.fails() instanceof DeviceLostException,
                        "an operation after the loss failed with " + later.fails());
            } else {
                bench.provesUsable("after an abandoned kernel");
            }
        }
        try (Bench again = new Bench(subject)) {
            again.provesUsable("when it was opened again after an abandoned kernel");
        }
    }
}
