package org.anabranch.opencl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.api.Kernel;
import org.anabranch.api.SourceCode;
import org.anabranch.opencl.command.Submission;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.kernel.KernelLoader;
import org.anabranch.opencl.kernel.KernelValues;
import org.anabranch.opencl.kernel.LoadedKernel;
import org.anabranch.opencl.quirks.KeptFiles;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.support.BackendLog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A measurement of whether a device overlaps independent kernels, with two kernels of one work-item
 * each: on two in-order queues, and on one out-of-order queue, for which a driver's flag is a
 * permission and no capability. Cached for device and driver.
 *
 * @param rounds how often both were measured, in turn
 * @param wins rounds in which the out-of-order queue was clearly faster
 */
record OverlapMeasurement(int rounds, int wins) {
    private static final long WANTED_NANOS = 5_000_000;
    private static final int ROUNDS = 5;
    private static final String SPIN =
            """
            __kernel void spin(__global ulong *result, long rounds) {
                ulong x = 88172645463325252UL + get_global_id(0);
                for (long i = 0; i < rounds; i++) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; }
                result[get_global_id(0)] = x;
            }
            """;

    private static final OverlapMeasurement NOTHING_TO_CHOOSE = new OverlapMeasurement(0, 0);

    /**
     * In-order queues need fewer events, so the other way has to be better every time, whatever
     * else the machine does.
     */
    boolean prefersOutOfOrder() {
        return rounds > 0 && wins == rounds;
    }

    static OverlapMeasurement of(OpenDriver driver, OpenClSettings settings) {
        if (!driver.description().outOfOrder() || driver.units() == 1) {
            return NOTHING_TO_CHOOSE;
        }
        KeptFiles kept = new KeptFiles(settings.cache().resolve("measurements"));
        List<String> validFor = new ArrayList<>(driver.description().identity());
        validFor.add("overlap of two kernels");
        Optional<OverlapMeasurement> remembered =
                kept.read(validFor).flatMap(OverlapMeasurement::parse);
        if (remembered.isPresent()) {
            return remembered.get();
        }
        try {
            OverlapMeasurement measured = measure(driver, settings);
            String text = measured.rounds + " " + measured.wins;
            kept.write(validFor, text.getBytes(StandardCharsets.UTF_8));
            return measured;
        } catch (DeviceException refused) {
            BackendLog.say(
                    OverlapMeasurement.class,
                    System.Logger.Level.WARNING,
                    driver.description().id()
                            + ": overlap could not be measured, in-order queues it is",
                    refused);
            return NOTHING_TO_CHOOSE;
        }
    }

    private static Optional<OverlapMeasurement> parse(byte[] bytes) {
        String[] words = new String(bytes, StandardCharsets.UTF_8).split(" ");
        try {
            return Optional.of(
                    new OverlapMeasurement(Integer.parseInt(words[0]), Integer.parseInt(words[1])));
        } catch (RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private static OverlapMeasurement measure(OpenDriver driver, OpenClSettings settings)
            throws DeviceException {
        Kernel spin =
                Kernel.of("overlap measurement").with(new SourceCode("opencl-c", SPIN, "spin", ""));
        LoadedKernel kernel = new KernelLoader(driver, settings).load(spin);
        List<ClHandle> made = new ArrayList<>(List.of(kernel.handle()));
        try (Submission submission = new Submission()) {
            Two two =
                    new Two(
                            kernel,
                            submission,
                            keep(made, driver.buffer(64, 0)),
                            keep(made, driver.buffer(64, 0)));
            ClHandle first = keep(made, driver.queue(false, false));
            ClHandle second = keep(made, driver.queue(false, false));
            ClHandle both = keep(made, driver.queue(true, false));
            long rounds = 100_000;
            two.nanos(first, first, 1);
            long once = Math.max(1, two.nanos(first, first, rounds) / 2);
            rounds = Math.clamp(rounds * WANTED_NANOS / once, 1, 1L << 40);
            int wins = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long inOrder = two.nanos(first, second, rounds);
                long outOfOrder = two.nanos(both, both, rounds);
                wins += outOfOrder * 10 < inOrder * 9 ? 1 : 0;
            }
            return new OverlapMeasurement(ROUNDS, wins);
        } finally {
            made.forEach(ClHandle::release);
        }
    }

    private static ClHandle keep(List<ClHandle> made, ClHandle handle) {
        made.add(handle);
        return handle;
    }

    /** Two kernels with results of their own. */
    private record Two(LoadedKernel kernel, Submission submission, ClHandle one, ClHandle other) {
        long nanos(ClHandle first, ClHandle second, long rounds) throws OpenClException {
            long start = System.nanoTime();
            run(first, one, rounds);
            run(second, other, rounds);
            OpenClException.check(ClFunction.FINISH.status(first.value()), "clFinish");
            OpenClException.check(ClFunction.FINISH.status(second.value()), "clFinish");
            return System.nanoTime() - start;
        }

        private void run(ClHandle queue, ClHandle result, long rounds) throws OpenClException {
            KernelValues values = new KernelValues(2);
            values.add(result.value(), 8);
            values.add(rounds, 8);
            kernel.set(values, submission.scratch());
            submission.scratch().setAtIndex(JAVA_LONG, 0, 0);
            submission.scratch().setAtIndex(JAVA_LONG, 3, 1);
            submission.scratch().setAtIndex(JAVA_LONG, 6, 1);
            long range = submission.scratch().address();
            OpenClException.check(
                    ClCommands.run(queue.value(), kernel.handle().value(), 1, range, 0, 0, 0),
                    "clEnqueueNDRangeKernel");
            OpenClException.check(ClCommands.flush(queue.value()), "clFlush");
        }
    }
}
