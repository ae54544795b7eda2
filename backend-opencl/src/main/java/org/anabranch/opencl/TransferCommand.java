package org.anabranch.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Region;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;

import java.lang.foreign.MemorySegment;

/**
 * A copy between host memory and device memory, of boxes of the same extents. An interval stands
 * for a box of any shape with as many bytes, whose rows touch.
 */
class TransferCommand extends Command {
    private final boolean toDevice;
    private final ClHandle memory;
    private final Region on;
    private final MemorySegment host;
    private final Region off;

    /**
     * Takes over a use of the memory.
     *
     * @param toDevice the direction
     * @param memory device memory, retained for this command
     * @param on region of device memory
     * @param host host memory
     * @param off region of host memory
     */
    TransferCommand(
            boolean toDevice,
            Order order,
            Completion completion,
            ClHandle memory,
            Region on,
            MemorySegment host,
            Region off) {
        super(toDevice ? Engine.UPLOAD : Engine.DOWNLOAD, order, completion);
        this.toDevice = toDevice;
        this.memory = memory;
        this.on = on;
        this.host = host;
        this.off = off;
    }

    @Override
    final boolean isEmpty() {
        return on.bytes() == 0;
    }

    @Override
    void enqueue(Submission submission) throws OpenClException {
        copy(submission, host, off);
    }

    /**
     * Copies from or to the host memory given, which may be a pinned block instead of the
     * program's.
     */
    final void copy(Submission submission, MemorySegment actual, Region region)
            throws OpenClException {
        if (on.isInterval() && region.isInterval()) {
            submission.expect(1);
            copyInterval(submission, 0, bytes(), actual.asSlice(region.offset(), bytes()));
            return;
        }
        Region shape = on.isInterval() ? region : on;
        Region device = as(on, shape);
        Region target = as(region, shape);
        boolean atOnce = shape.depth() == 1 || isRegular(device) && isRegular(target);
        submission.expect(atOnce ? 1 : (int) shape.depth());
        for (int slice = 0; slice < (atOnce ? 1 : shape.depth()); slice++) {
            describe(submission.scratch(), device, target, slice, atOnce ? shape.depth() : 1);
            int status =
                    ClCommands.copyBox(
                            toDevice,
                            submission.queue(),
                            memory.value(),
                            submission.scratch(),
                            actual,
                            submission.waits(),
                            submission.waitList(),
                            submission.eventOfCall());
            submission.made(status, call());
        }
    }

    /** Copies part of an interval of device memory. */
    final void copyInterval(Submission submission, long from, long bytes, MemorySegment part)
            throws OpenClException {
        int status =
                ClCommands.copy(
                        toDevice,
                        submission.queue(),
                        memory.value(),
                        on.offset() + from,
                        bytes,
                        part,
                        submission.waits(),
                        submission.waitList(),
                        submission.eventOfCall());
        submission.made(status, call());
    }

    final boolean toDevice() {
        return toDevice;
    }

    final long bytes() {
        return on.bytes();
    }

    final Region on() {
        return on;
    }

    final MemorySegment host() {
        return host;
    }

    final Region off() {
        return off;
    }

    /** The region as a box of the given shape. */
    private static Region as(Region region, Region shape) {
        if (region.isInterval()) {
            return new Region(
                    region.offset(),
                    shape.width(),
                    shape.height(),
                    shape.depth(),
                    shape.width(),
                    shape.width() * shape.height());
        }
        if (region.width() != shape.width()
                || region.height() != shape.height()
                || region.depth() != shape.depth()) {
            throw new IllegalArgumentException(
                    "regions differ in their extents: " + region + " and " + shape);
        }
        return region;
    }

    /**
     * Whether slices lie at multiples of the row pitch, which is all that OpenCL can express in one
     * call.
     */
    private static boolean isRegular(Region region) {
        long rowPitch = rowPitch(region);
        return region.slicePitch() % rowPitch == 0
                && region.slicePitch() >= region.height() * rowPitch;
    }

    private static long rowPitch(Region region) {
        return region.height() == 1 ? region.width() : region.rowPitch();
    }

    private static void describe(
            MemorySegment box, Region device, Region target, long slice, long depth) {
        origin(box, 0, device.offset() + slice * device.slicePitch());
        origin(box, 3, target.offset() + slice * target.slicePitch());
        box.setAtIndex(JAVA_LONG, 6, device.width());
        box.setAtIndex(JAVA_LONG, 7, device.height());
        box.setAtIndex(JAVA_LONG, 8, depth);
        pitches(box, 9, device, depth);
        pitches(box, 11, target, depth);
    }

    /**
     * An origin given as bytes of the first row is the same for the driver as one in three
     * coordinates.
     */
    private static void origin(MemorySegment box, int at, long offset) {
        box.setAtIndex(JAVA_LONG, at, offset);
        box.setAtIndex(JAVA_LONG, at + 1, 0);
        box.setAtIndex(JAVA_LONG, at + 2, 0);
    }

    private static void pitches(MemorySegment box, int at, Region region, long depth) {
        box.setAtIndex(JAVA_LONG, at, rowPitch(region));
        box.setAtIndex(JAVA_LONG, at + 1, depth == 1 ? 0 : region.slicePitch());
    }

    private String call() {
        return toDevice ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer";
    }

    @Override
    boolean usesHostMemory() {
        return true;
    }

    @Override
    void leave() {
        memory.leave();
    }

    @Override
    void letGo() {
        memory.release();
    }

    @Override
    final String description() {
        return (toDevice ? "write #" : "read #") + ticket + " of " + on.bytes() + " bytes";
    }
}
