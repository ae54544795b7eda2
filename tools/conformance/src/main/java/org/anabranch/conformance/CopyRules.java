package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.require;

import org.anabranch.api.Region;
import org.anabranch.conformance.Bench.Array;
import org.anabranch.conformance.OperationRules.Boxes;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/** The checks of chapter 3 for copies within the device, on devices that support them. */
final class CopyRules {
    private static final long BYTES = 4096;
    private static final int COPIES = 120;

    private CopyRules() {}

    static void rule_3_8_copies_within_the_device_are_exact(Bench bench) throws Exception {
        SplittableRandom random = new SplittableRandom(38);
        if (!bench.device.copies()) {
            throw new NotApplicableException("the device does not copy by itself");
        }
        Array one = bench.array(BYTES / 8);
        Array other = bench.array(BYTES / 8);
        for (int i = 0; i < bench.subject.rounds(COPIES); i++) {
            switch (i % 4) {
                case 0 -> between(bench, random, one, other, intervals(random));
                case 1 -> between(bench, random, other, one, Boxes.random(random, BYTES));
                case 2 -> within(bench, random, one, apart(random));
                default -> within(bench, random, other, sideBySide(random));
            }
        }
        nothing(bench, one, other);
    }

    private static Boxes intervals(SplittableRandom random) {
        long width = 1 + random.nextLong(BYTES);
        return new Boxes(interval(random, width), interval(random, width));
    }

    private static Region interval(SplittableRandom random, long width) {
        return Region.of(random.nextLong(BYTES - width + 1), width);
    }

    /** Returns boxes in the two halves of one allocation. */
    private static Boxes apart(SplittableRandom random) {
        Boxes boxes = Boxes.random(random, BYTES / 2);
        Region there = boxes.device();
        return new Boxes(boxes.host(), moved(there, there.offset() + BYTES / 2));
    }

    /**
     * Returns boxes in one allocation, of the same pitch, and each within the extent of the other.
     */
    private static Boxes sideBySide(SplittableRandom random) {
        long width = 1 + random.nextLong(30);
        long height = 2 + random.nextLong(4);
        long depth = 1 + random.nextLong(3);
        long rowPitch = 2 * width + random.nextLong(20);
        long slicePitch = (height + random.nextLong(3)) * rowPitch;
        Region left = new Region(random.nextLong(200), width, height, depth, rowPitch, slicePitch);
        Region right = moved(left, left.offset() + width);
        return random.nextBoolean() ? new Boxes(left, right) : new Boxes(right, left);
    }

    private static Region moved(Region region, long offset) {
        return new Region(
                offset,
                region.width(),
                region.height(),
                region.depth(),
                region.rowPitch(),
                region.slicePitch());
    }

    private static void between(
            Bench bench, SplittableRandom random, Array source, Array target, Boxes boxes)
            throws InterruptedException {
        MemorySegment read = noise(bench, random, source);
        MemorySegment written = noise(bench, random, target);
        copy(bench, source, target, boxes);
        Boxes.copy(read, boxes.host(), written, boxes.device());
        agree(written, bench.content(target), boxes, "what is written");
        agree(read, bench.content(source), boxes, "what is read");
    }

    private static void within(Bench bench, SplittableRandom random, Array array, Boxes boxes)
            throws InterruptedException {
        MemorySegment model = noise(bench, random, array);
        copy(bench, array, array, boxes);
        Boxes.copy(model, boxes.host(), model, boxes.device());
        agree(model, bench.content(array), boxes, "the one allocation");
    }

    /** Writes random data without waiting: the copy comes after the write on the lane. */
    private static MemorySegment noise(Bench bench, SplittableRandom random, Array array) {
        MemorySegment noise = OperationRules.noise(random, BYTES);
        bench.write(bench.order(0), noise, array, bench.told("a write before a copy"));
        return noise;
    }

    private static void copy(Bench bench, Array source, Array target, Boxes boxes)
            throws InterruptedException {
        CountedCompletion copy = bench.told("a copy of " + boxes);
        bench.device.copy(
                bench.order(0),
                new Slice(source.handle(), boxes.host()),
                new Slice(target.handle(), boxes.device()),
                copy);
        copy.succeeds();
    }

    private static void agree(
            MemorySegment expected, MemorySegment seen, Boxes boxes, String what) {
        long at = expected.mismatch(seen);
        require(at < 0, "after a copy of " + boxes + " byte " + at + " of " + what + " is another");
    }

    /** Checks that a copy of no bytes completes. */
    private static void nothing(Bench bench, Array one, Array other) throws InterruptedException {
        copy(bench, one, other, new Boxes(Region.of(8, 0), Region.of(16, 0)));
    }
}
