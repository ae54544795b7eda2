package org.anabranch.opencl;

import org.anabranch.api.Kernel;
import org.anabranch.api.Parameter;
import org.anabranch.api.Piece;
import org.anabranch.api.Region;
import org.anabranch.faulty.AllocationFaults;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Commands of each sort, given to a device again and again while an allocation fails, each time in
 * another place. What the device has taken it ends and lets go; and it closes.
 */
final class OneAllocation implements Callable<List<String>> {
    private static final int MOST = 1000;
    private static final int FEWEST = 10;
    private static final int INTS = 64;
    private static final Region ALL = Region.of(0, 4 * INTS);
    private static final Kernel INC =
            Rig.kernel(
                    "inc",
                    "__kernel void inc(__global int *a) { a[get_global_id(0)] += 1; }",
                    Parameter.inOut("a"));

    private final List<String> wrong = new ArrayList<>();
    private final List<Rig.Outcome> taken = new ArrayList<>();
    private Rig rig;
    private long memory;
    private long other;
    private long kernel;
    private MemorySegment host;

    @Override
    public List<String> call() throws Exception {
        begin();
        commands(); // whatever is linked once, is
        settle();
        int count = 0;
        String place = "";
        while (place != null && count++ < MOST) {
            AllocationFaults.failOne(1);
            commands();
            String late = settle();
            place = AllocationFaults.end();
            if (late != null) {
                wrong.add(place + ": " + late);
                begin();
            }
        }
        if (count < FEWEST || count > MOST) {
            wrong.add(count + " allocations failed");
        }
        rig.close();
        return wrong;
    }

    private void begin() throws DeviceException {
        rig = Rig.open(Map.of("direct.kib", 0, "staging", "off"));
        memory = rig.upload(new int[INTS]);
        other = rig.upload(new int[INTS]);
        kernel = rig.device.load(INC);
        host = rig.arena.allocate(ALL.bytes(), 4);
    }

    private interface Submission {
        void submit(Order order, Completion completion);
    }

    /** In a chain, two of which fail. */
    private void commands() {
        Slice slice = new Slice(memory, ALL);
        Slice copy = new Slice(other, ALL);
        Piece piece = Piece.of(0, INTS, 1);
        Order first = rig.order(0);
        give(first, (order, told) -> rig.device.write(order, host, ALL, slice, told));
        give(
                rig.order(0, first.ticket()),
                (order, told) ->
                        rig.device.run(
                                order,
                                Rig.launch(kernel, INC, piece, Rig.mapped(memory, ALL)),
                                told));
        Order bad = rig.order(1, first.ticket());
        Slice outside = new Slice(memory, Region.of(4, ALL.bytes()));
        give(bad, (order, told) -> rig.device.copy(order, slice, outside, told));
        give(
                rig.order(1, first.ticket(), bad.ticket()),
                (order, told) -> rig.device.copy(order, slice, copy, told));
        give(
                rig.order(2, first.ticket()),
                (order, told) -> rig.device.read(order, copy, host, ALL, told));
    }

    /** What is refused by an exception is not begun, and not told. */
    private void give(Order order, Submission submission) {
        Rig.Outcome outcome = new Rig.Outcome();
        try {
            submission.submit(order, outcome);
        } catch (OutOfMemoryError refused) {
            return;
        }
        taken.add(outcome);
    }

    /** {@return null once all is told} */
    private String settle() throws Exception {
        String late = null;
        for (Rig.Outcome outcome : taken) {
            try {
                outcome.end.get(late == null ? 5 : 0, TimeUnit.SECONDS);
            } catch (TimeoutException never) {
                late = "the end of command " + taken.indexOf(outcome) + " is not told";
            }
        }
        taken.clear();
        return late != null ? late : inUse();
    }

    /** {@return null once no command uses anything} */
    private String inUse() {
        OpenClDevice device = (OpenClDevice) rig.device;
        long begin = System.nanoTime();
        for (long handle : new long[] {memory, other, kernel}) {
            while (device.isInUse(handle)) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(5)) {
                    return "handle " + handle + " is used for ever";
                }
                Thread.onSpinWait();
            }
        }
        return null;
    }
}
