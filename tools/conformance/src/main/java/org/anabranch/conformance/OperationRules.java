package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Region;
import org.anabranch.conformance.Bench.Array;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** The checks of chapter 2: operations. */
final class OperationRules {
    private OperationRules() {}

    static void rule_2_1_every_operation_completes_exactly_once(Subject subject) throws Exception {
        List<CountedCompletion> all = new ArrayList<>();
        try (Bench bench = new Bench(subject)) {
            Array array = bench.array(1000);
            MemorySegment memory = host(1000, 1);
            for (int i = 0; i < subject.rounds(100); i++) {
                int lane = i % bench.lanes;
                CountedCompletion write = bench.told("write " + i);
                bench.write(bench.order(lane), memory, array, write);
                CountedCompletion run = bench.told("kernel " + i);
                boolean failing = i % 10 == 5 && bench.canFail();
                Launch launch = failing ? bench.failure(1) : bench.addition(array, 0, 1000, 1);
                bench.device.run(bench.order(lane), launch, run);
                CountedCompletion read = bench.told("read " + i);
                bench.read(bench.order(lane), array, host(8000), read);
                all.addAll(List.of(write, run, read));
            }
            for (CountedCompletion told : all) {
                told.failure();
            }
        }
        subject.linger();
        all.forEach(CountedCompletion::once);
    }

    static void rule_2_2_effects_happen_before_the_completion(Bench bench) throws Exception {
        int elements = 4096;
        Array array = bench.array(elements);
        bench.fill(array, host(elements, -1));
        for (int i = 0; i < bench.subject.rounds(50); i++) {
            MemorySegment expected = host(elements, i);
            MemorySegment seen = host(8L * elements);
            CountedCompletion read =
                    bench.told("read " + i, () -> equal(expected, seen, "the target of a read"));
            Runnable readIt = () -> bench.read(bench.order(bench.lanes - 1), array, seen, read);
            if (i % 2 == 0) {
                bench.write(bench.order(0), expected, array, bench.told("write " + i, readIt));
            } else {
                Launch launch = bench.addition(array, 0, elements, 1);
                bench.device.run(bench.order(0), launch, bench.told("kernel " + i, readIt));
            }
            read.succeeds();
        }
    }

    static void equal(MemorySegment expected, MemorySegment seen, String what) {
        long at = expected.mismatch(seen);
        require(at < 0, what + " was not complete, from byte " + at);
    }

    static void rule_2_3_a_completion_may_submit_and_release(Bench bench) throws Exception {
        Array kept = bench.array(100);
        Array freed = bench.array(100);
        MemorySegment memory = host(100, 1);
        CountedCompletion inner =
                bench.told("a write submitted within a completion, by another thread");
        Runnable another =
                () -> {
                    bench.write(bench.order(bench.lanes - 1), memory, kept, inner);
                    bench.device.release(freed.handle());
                };
        CountedCompletion outer = bench.told("a write", () -> returns(bench.subject, another));
        bench.write(bench.order(0), memory, freed, outer);
        outer.succeeds();
        inner.succeeds();
        CountedCompletion last = bench.told("the end of a chain of submissions within completions");
        chain(bench, kept, memory, bench.subject.rounds(50), last);
        last.succeeds();
    }

    /**
     * Checks that another thread can run the action during the completion call: the device holds no
     * lock.
     */
    private static void returns(Subject subject, Runnable action) {
        Thread thread = Thread.ofPlatform().daemon().start(action);
        try {
            require(
                    thread.join(subject.patience().dividedBy(2)),
                    "a submission and a release by another thread did not return: a lock is held");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static void chain(
            Bench bench, Array array, MemorySegment memory, int length, CountedCompletion last) {
        CountedCompletion told =
                length == 0
                        ? last
                        : bench.told(
                                "link " + length,
                                () -> chain(bench, array, memory, length - 1, last));
        bench.write(bench.order(length % bench.lanes), memory, array, told);
    }

    static void rule_2_4_operations_report_failure_and_do_not_throw(Bench bench) throws Exception {
        for (int how = 1; how <= 2; how++) {
            CountedCompletion told = bench.told("a failing kernel");
            Launch launch = bench.failure(how);
            Bench.at("a failing kernel", () -> bench.device.run(bench.order(0), launch, told));
            told.fails();
        }
    }

    static void rule_2_5_a_failing_kernel_leaves_the_device_usable(Bench bench) throws Exception {
        for (int how = 1; how <= 2; how++) {
            for (int lane = 0; lane < bench.lanes; lane++) {
                CountedCompletion told = bench.told("a failing kernel");
                bench.device.run(bench.order(lane), bench.failure(how), told);
                Throwable cause = told.fails();
                require(
                        says(cause),
                        "a failing kernel failed for another reason: "
                                + ForeignThrowables.text(cause));
            }
            bench.provesUsable("after a failing kernel");
        }
        CountedCompletion told = bench.told("a kernel that could fail and does not");
        bench.device.run(bench.order(0), bench.failure(0), told);
        told.succeeds();
    }

    private static boolean says(Throwable cause) {
        return ForeignThrowables.chain(cause).stream()
                .map(ForeignThrowables::text)
                .anyMatch(text -> text.contains(SelfTestKernels.FAILURE));
    }

    static void rule_2_6_a_lane_keeps_the_order_of_submission(Bench bench) throws Exception {
        int rounds = bench.subject.rounds(60);
        int elements = 2048;
        for (int lane = 0; lane < bench.lanes; lane++) {
            Array array = bench.array(elements);
            List<MemorySegment> seen = new ArrayList<>();
            CountedCompletion last = null;
            for (int i = 0; i < rounds; i++) {
                bench.write(bench.order(lane), host(elements, i), array, bench.told("a write"));
                Launch launch = bench.addition(array, 0, elements, 1000);
                bench.device.run(bench.order(lane), launch, bench.told("a kernel"));
                seen.add(host(8L * elements));
                last = bench.told("a read");
                bench.read(bench.order(lane), array, seen.getLast(), last);
            }
            last.succeeds();
            for (int i = 0; i < rounds; i++) {
                equal(
                        host(elements, 1000 + i),
                        seen.get(i),
                        "on lane " + lane + ", what round " + i + " read");
            }
        }
    }

    static void rule_2_7_an_operation_starts_after_those_it_names(Bench bench) throws Exception {
        if (!bench.subject.info().ordersOperations()) {
            throw new NotApplicableException("the device does not order operations");
        }
        int elements = bench.share(1 << 16);
        Array array = bench.array(elements);
        MemorySegment[] sources = {host(elements, 0), host(elements, 1)};
        long previous = 0;
        for (int i = 0; i < bench.subject.rounds(40); i++) {
            Order write = bench.order(i % bench.lanes, after(previous));
            bench.write(write, sources[i % 2], array, bench.told("a write"));
            Order run = bench.order((i + 1) % bench.lanes, write.ticket());
            bench.device.run(run, bench.addition(array, 0, elements, 1), bench.told("a kernel"));
            Order read = bench.order((i + 2) % bench.lanes, write.ticket(), run.ticket());
            MemorySegment seen = host(8L * elements);
            CountedCompletion told = bench.told("a read after a kernel after a write");
            bench.read(read, array, seen, told);
            previous = read.ticket();
            told.succeeds();
            equal(
                    host(elements, i % 2 + 1L),
                    seen,
                    "in round " + i + ", what a read saw of those it came after");
        }
        if (bench.canFail()) {
            AfterFailure.check(bench);
        }
    }

    private static long[] after(long ticket) {
        return ticket == 0 ? Order.NOTHING : new long[] {ticket};
    }

    static void rule_2_8_submissions_are_safe_from_several_threads(Bench bench) throws Exception {
        int count = 4;
        int each = bench.subject.rounds(100);
        Array array = bench.array(count);
        bench.fill(array, host(count, 0));
        List<Thread> threads = new ArrayList<>();
        List<CountedCompletion> all = Collections.synchronizedList(new ArrayList<>());
        Launch[] launches = new Launch[count];
        for (int i = 0; i < count; i++) {
            launches[i] = bench.addition(array, i, i + 1, 1);
            int number = i;
            Runnable work =
                    () -> submitAll(bench, number % bench.lanes, launches[number], each, all);
            threads.add(Thread.ofPlatform().daemon().start(work));
        }
        for (Thread thread : threads) {
            require(thread.join(bench.subject.patience()), "a submission did not return");
        }
        require(all.size() == count * each, "a submission threw: only " + all.size() + " returned");
        for (CountedCompletion told : all) {
            told.succeeds();
        }
        for (long value : bench.elements(array)) {
            require(
                    value == each,
                    "of %s kernels submitted by one of %s threads, %s ran"
                            .formatted(each, count, value));
        }
    }

    private static void submitAll(
            Bench bench, int lane, Launch launch, int count, List<CountedCompletion> all) {
        for (int i = 0; i < count; i++) {
            CountedCompletion told = bench.told("a kernel submitted by one of several threads");
            try {
                bench.device.run(bench.order(lane), launch, told);
            } catch (Throwable thrown) {
                return; // detected by the missing effect
            }
            all.add(told);
        }
    }

    static void rule_2_9_copies_are_exact(Bench bench) throws Exception {
        long bytes = 4096;
        SplittableRandom random = new SplittableRandom(29);
        Array array = bench.array(bytes / 8);
        MemorySegment model = noise(random, bytes);
        bench.fill(array, model);
        for (int i = 0; i < bench.subject.rounds(100); i++) {
            Boxes boxes = Boxes.random(random, bytes);
            MemorySegment source = noise(random, bytes);
            CountedCompletion write = bench.told("a write of " + boxes);
            bench.device.write(
                    bench.order(0),
                    source,
                    boxes.host(),
                    new Slice(array.handle(), boxes.device()),
                    write);
            write.succeeds();
            Boxes.copy(source, boxes.host(), model, boxes.device());
            equal(
                    model,
                    bench.content(array),
                    "after a write of " + boxes + ", the memory of the device");
            MemorySegment target = noise(random, bytes);
            MemorySegment expected = host(bytes).copyFrom(target);
            Boxes.copy(model, boxes.device(), expected, boxes.host());
            CountedCompletion read = bench.told("a read of " + boxes);
            bench.device.read(
                    bench.order(0),
                    new Slice(array.handle(), boxes.device()),
                    target,
                    boxes.host(),
                    read);
            read.succeeds();
            equal(expected, target, "after a read of " + boxes + ", the memory of the host");
        }
    }

    static MemorySegment noise(SplittableRandom random, long bytes) {
        MemorySegment memory = host(bytes);
        for (long i = 0; i < bytes / 8; i++) {
            memory.setAtIndex(JAVA_LONG, i, random.nextLong());
        }
        return memory;
    }

    /** Two regions of the same extents, with their own positions and pitches. */
    record Boxes(Region host, Region device) {

        static Boxes random(SplittableRandom random, long bytes) {
            long width = 1 + random.nextLong(60);
            long height = 1 + random.nextLong(5);
            long depth = 1 + random.nextLong(3);
            return new Boxes(
                    place(random, bytes, width, height, depth),
                    place(random, bytes, width, height, depth));
        }

        /** Returns a random region; every fourth one ends at the last byte. */
        static Region place(
                SplittableRandom random, long bytes, long width, long height, long depth) {
            long rowPitch = width + random.nextLong(20);
            long slicePitch = height * rowPitch + random.nextLong(50);
            long extent = new Region(0, width, height, depth, rowPitch, slicePitch).end();
            long room = bytes - extent;
            long offset = random.nextInt(4) == 0 ? room : random.nextLong(room + 1);
            return new Region(offset, width, height, depth, rowPitch, slicePitch);
        }

        static void copy(MemorySegment source, Region from, MemorySegment target, Region to) {
            for (long slice = 0; slice < from.depth(); slice++) {
                for (long row = 0; row < from.height(); row++) {
                    MemorySegment.copy(
                            source,
                            from.rowOffset(row, slice),
                            target,
                            to.rowOffset(row, slice),
                            from.width());
                }
            }
        }
    }
}
