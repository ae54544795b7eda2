package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Buffer;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.Parameter;
import org.anabranch.api.ProcessorMask;
import org.anabranch.api.Region;
import org.anabranch.api.Stream;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The way through the runtime from the end of one action to the beginning of the next. */
@Timeout(60)
class ActionTripTest {
    private static final Kernel NEXT =
            Kernel.of("next", Parameter.inOut("x")).java((piece, arguments) -> {});

    /** The classes on the stack of each run, the caller of the device last. */
    private final BlockingQueue<List<String>> runs = new LinkedBlockingQueue<>();

    private final BlockingQueue<Completion> begun = new LinkedBlockingQueue<>();

    @Test
    @DisplayName(
            "from done() to the next Device.run the call returns at most twice to a class left")
    void returnsAtMostTwice() throws InterruptedException {
        try (House house = House.host().plug(new Telling(), 1)) {
            Buffer buffer = house.platform.buffer(JAVA_LONG, 10);
            Stream stream = house.device(0).stream();
            stream.run(NEXT, buffer.all().inOut());
            Completion first = begun.take();
            runs.take();
            stream.run(NEXT, buffer.all().inOut());
            first.done();
            List<String> trip = runs.take();
            begun.take().done();
            stream.await();
            assertFalse(trip.isEmpty());
            assertTrue(returns(trip) <= 2, () -> returns(trip) + " returns in " + trip);
        }
    }

    private static int returns(List<String> trip) {
        Set<String> left = new HashSet<>();
        int returns = 0;
        String at = "";
        for (String next : trip) {
            if (!next.equals(at)) {
                left.add(at);
                returns += left.contains(next) ? 1 : 0;
                at = next;
            }
        }
        return returns;
    }

    /** A device that runs nothing, tells of writes at once, and keeps the completions of runs. */
    private final class Telling implements Backend, Backend.Device {
        @Override
        public List<DeviceInfo> probe() {
            return List.of(
                    new DeviceInfo(
                            "telling:0",
                            1,
                            1,
                            Map.of(MemoryKind.NORMAL, House.MEGABYTE),
                            Set.of(KernelCode.JAVA),
                            false,
                            false,
                            Map.of()));
        }

        @Override
        public Device open(DeviceInfo info, ProcessorMask mask) {
            return this;
        }

        @Override
        public long load(Kernel kernel) {
            return 1;
        }

        @Override
        public long allocate(long bytes, MemoryKind kind) {
            return 1;
        }

        @Override
        public void release(long handle) {}

        @Override
        public void write(
                Order order, MemorySegment source, Region from, Slice to, Completion completion) {
            completion.done();
        }

        @Override
        public void read(
                Order order, Slice from, MemorySegment target, Region to, Completion completion) {
            completion.done();
        }

        @Override
        public void run(Order order, Launch launch, Completion completion) {
            List<String> classes = new ArrayList<>();
            for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
                if (frame.getClassName().startsWith("org.anabranch.scheduler.")
                        && !frame.getClassName().startsWith(ActionTripTest.class.getName())) {
                    classes.addFirst(frame.getClassName().replaceFirst("\\$.*", ""));
                }
            }
            begun.add(completion);
            runs.add(classes);
        }

        @Override
        public void close() {}
    }
}
