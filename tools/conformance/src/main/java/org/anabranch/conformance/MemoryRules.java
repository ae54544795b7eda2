package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.conformance.Bench.Array;
import org.anabranch.conformance.OperationRules.Boxes;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Slice;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** The checks of chapter 3: memory and kernels. */
final class MemoryRules {
    private static final long MEBIBYTE = 1 << 20;

    private MemoryRules() {}

    static void rule_3_1_handles_are_non_zero_and_distinct(Bench bench) throws Exception {
        Set<Long> live = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            List<Long> fresh = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                fresh.add(bench.device.allocate(64, MemoryKind.NORMAL));
                fresh.add(bench.device.load(bench.subject.declaration().kernels().add()));
            }
            for (long handle : fresh) {
                require(handle != 0, "a handle is zero");
                require(
                        live.add(handle),
                        "handle " + handle + " was given twice, to what lives at a time");
            }
            for (long handle : fresh.subList(10, 30)) {
                bench.device.release(handle);
                live.remove(handle);
            }
        }
    }

    static void rule_3_2_an_impossible_allocation_is_refused(Bench bench) throws Exception {
        for (Map.Entry<MemoryKind, Long> memory : bench.subject.info().memory().entrySet()) {
            long more = Math.max(memory.getValue(), memory.getValue() + 1);
            refuses(bench, more, memory.getKey());
            refuses(bench, Long.MAX_VALUE - 4096, memory.getKey());
        }
        bench.provesUsable("after a refused allocation");
        long total = bench.subject.info().memory().get(MemoryKind.NORMAL);
        if (total <= 256 * MEBIBYTE) {
            exhausts(bench, total);
        }
    }

    private static void refuses(Bench bench, long bytes, MemoryKind kind) {
        long handle;
        try {
            handle = bench.device.allocate(bytes, kind);
        } catch (DeviceException expected) {
            return;
        }
        throw new RuleBrokenError(
                bytes + " bytes were allocated (handle " + handle + "), more than there are");
    }

    /** Allocates four pieces of more than a quarter, which cannot all fit. */
    private static void exhausts(Bench bench, long total) throws Exception {
        long bytes = total / 4 + 1;
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try {
                handles.add(bench.device.allocate(bytes, MemoryKind.NORMAL));
            } catch (DeviceException refused) {
                throw new RuleBrokenError(
                        (i + 1) * bytes
                                + " bytes were refused, fewer than the "
                                + total
                                + " that DeviceInfo.memory promises: "
                                + ForeignThrowables.message(refused),
                        refused);
            }
        }
        refuses(bench, bytes, MemoryKind.NORMAL);
        handles.forEach(bench.device::release);
        bench.provesUsable("after memory was exhausted");
    }

    static void rule_3_3_any_region_is_addressable(Bench bench) throws Exception {
        long bytes = 8192;
        SplittableRandom random = new SplittableRandom(33);
        Array array = bench.array(bytes / 8);
        MemorySegment model = OperationRules.noise(random, bytes);
        bench.fill(array, model);
        for (int i = 0; i < bench.subject.rounds(100); i++) {
            long width = 1 + random.nextLong(80);
            long height = 1 + random.nextLong(6);
            long depth = 1 + random.nextLong(4);
            Region device = Boxes.place(random, bytes, width, height, depth);
            Region tight = new Region(0, width, height, depth, width, width * height);
            MemorySegment seen = host(tight.end());
            CountedCompletion read = bench.told("a read of " + device);
            bench.device.read(bench.order(0), new Slice(array.handle(), device), seen, tight, read);
            read.succeeds();
            MemorySegment expected = host(tight.end());
            Boxes.copy(model, device, expected, tight);
            require(expected.mismatch(seen) < 0, "a read of " + device + " gave other bytes");
            MemorySegment source = OperationRules.noise(random, tight.end() + 8);
            CountedCompletion write = bench.told("a write of " + device);
            bench.device.write(
                    bench.order(0), source, tight, new Slice(array.handle(), device), write);
            write.succeeds();
            Boxes.copy(source, tight, model, device);
        }
        require(
                model.mismatch(bench.content(array)) < 0,
                "writes of boxes left other bytes than they should");
    }

    static void rule_3_4_a_kernel_without_a_known_format_is_refused(Bench bench) throws Exception {
        Kernel none = Kernel.of("selftest_no_code", Parameter.inOut("data"));
        Kernel foreign = none.with(() -> "selftest-no-such-format");
        for (Kernel kernel : List.of(none, foreign)) {
            long handle;
            try {
                handle = bench.device.load(kernel);
            } catch (DeviceException expected) {
                continue;
            }
            throw new RuleBrokenError(kernel + " was loaded, as handle " + handle);
        }
        bench.provesUsable("after a refused kernel");
    }

    static void rule_3_5_release_returns_memory_and_drops_kernels(Bench bench) throws Exception {
        long total = bench.subject.info().memory().get(MemoryKind.NORMAL);
        long chunk = Math.clamp(total / 4, 1, 64 * MEBIBYTE);
        long rounds = Math.min(total, 2048 * MEBIBYTE) / chunk + 2;
        for (long i = 0; i < rounds; i++) {
            try {
                bench.device.release(bench.device.allocate(chunk, MemoryKind.NORMAL));
            } catch (DeviceException refused) {
                throw new RuleBrokenError(
                        "after %s rounds of allocating and releasing, %s bytes were refused"
                                .formatted(i, chunk),
                        refused);
            }
        }
        WeakReference<Kernel> kernel = usedAndReleased(bench);
        require(
                Waiting.comes(bench.subject.patience(), () -> isCollected(kernel)),
                "a released kernel is still referred to");
    }

    private static boolean isCollected(WeakReference<Kernel> kernel) {
        System.gc();
        return kernel.get() == null;
    }

    private static WeakReference<Kernel> usedAndReleased(Bench bench) throws Exception {
        Kernel declared = bench.subject.declaration().kernels().add();
        Kernel fresh = Kernel.of(declared.name(), declared.parameters().toArray(Parameter[]::new));
        for (String format : declared.formats()) {
            fresh = fresh.with(declared.code(format).orElseThrow());
        }
        long handle = bench.device.load(fresh);
        Array array = bench.array(1);
        Launch model = bench.addition(array, 0, 1, 1);
        CountedCompletion told = bench.told("a kernel");
        bench.device.run(
                bench.order(0), new Launch(handle, fresh, model.piece(), model.arguments()), told);
        told.succeeds();
        bench.device.release(handle);
        bench.device.release(array.handle());
        bench.provesUsable("after a kernel was released");
        return new WeakReference<>(fresh);
    }

    static void rule_3_6_a_kernel_sees_an_operand_at_its_first_byte(Bench bench) throws Exception {
        Array array = bench.array(100);
        bench.fill(array, host(100, 0));
        run(bench, bench.addition(array, Region.of(24 * 8, 10 * 8), 1));
        run(bench, bench.addition(array, 50, 60, 2));
        long[] seen = bench.elements(array);
        for (int i = 0; i < 100; i++) {
            long expected = i >= 24 && i < 34 ? 1 : i >= 50 && i < 60 ? 2 : 0;
            require(
                    seen[i] == expected,
                    ("element %s is %s after 1 was added to the operand [24, 34) and 2 to the"
                                    + " mapped [50, 60)")
                            .formatted(i, seen[i]));
        }
        tiles(bench);
    }

    private static void run(Bench bench, Launch launch) throws Exception {
        CountedCompletion told = bench.told(launch.kernel().name());
        bench.device.run(bench.order(0), launch, told);
        told.succeeds();
    }

    static void rule_3_7_a_part_uses_memory_of_the_whole(Bench whole) throws Exception {
        if (!whole.device.sharesMemoryWithParts()) {
            throw new NotApplicableException("parts have memories of their own");
        }
        if (!whole.subject.info().divisible() || whole.subject.info().processors() == 1) {
            throw new NotApplicableException("there are no parts");
        }
        Array array = whole.array(100);
        whole.fill(array, host(100, 1));
        try (Bench part = new Bench(whole.subject, ProcessorMask.of(0))) {
            agree(part.elements(array), 1, "a part reads");
            run(part, part.addition(array, 0, 100, 1));
            agree(whole.elements(array), 2, "the whole reads what a kernel of a part left");
            part.fill(array, host(100, 3));
        }
        agree(whole.elements(array), 3, "the whole reads what a closed part wrote");
    }

    private static void agree(long[] seen, long expected, String when) {
        for (long one : seen) {
            require(one == expected, one + " was seen, not " + expected + ", when " + when);
        }
    }

    private static void tiles(Bench bench) throws Exception {
        Array source = bench.array(20 * 10);
        Array target = bench.array(30 * 7);
        MemorySegment numbers = host(200, 0);
        for (long i = 0; i < 200; i++) {
            numbers.setAtIndex(JAVA_LONG, i, i);
        }
        bench.fill(source, numbers);
        bench.fill(target, host(210, -1));
        Region from = new Region((3 * 20 + 5) * 8, 4 * 8, 3, 1, 20 * 8, 0);
        Region to = new Region((2 * 30 + 9) * 8, 4 * 8, 3, 1, 30 * 8, 0);
        run(bench, bench.tileCopy(source, from, target, to));
        long[] seen = bench.elements(target);
        for (int i = 0; i < 210; i++) {
            int row = i / 30 - 2;
            int column = i % 30 - 9;
            boolean inside = row >= 0 && row < 3 && column >= 0 && column < 4;
            long expected = inside ? (3 + row) * 20L + 5 + column : -1;
            require(
                    seen[i] == expected,
                    "after a tile was copied, element %s is %s, not %s"
                            .formatted(i, seen[i], expected));
        }
    }
}
