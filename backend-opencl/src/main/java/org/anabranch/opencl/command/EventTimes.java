package org.anabranch.opencl.command;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.DeviceClock;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The driver's run times of commands, converted to the host's clock for their completions. They are
 * queried after the end, so the device goes on meanwhile. Times outside the interval from the call
 * of the driver to now, beyond the error of the {@link DeviceClock}, are dropped. Used by the
 * poller alone.
 */
final class EventTimes {
    private static final int QUEUED = 0x1280;
    private static final int START = 0x1282;
    private static final int END = 0x1283;

    private final String device;
    private final DeviceClock clock = new DeviceClock();
    private final MemorySegment value = Arena.ofAuto().allocate(JAVA_LONG);
    private boolean refused;

    EventTimes(String device) {
        this.device = device;
    }

    /** Tells when a command ran that has ended well and whose event is still there. */
    void tell(QueuedCommand command) {
        long queued = time(command.event, QUEUED);
        long start = time(command.event, START);
        long end = time(command.event, END);
        long now = System.nanoTime();
        if (queued <= 0 || start < queued || end < start) {
            refuse("queued", queued, start, end);
            return;
        }
        long least = command.calledAt - queued;
        clock.observe(least, Math.max(least, atMost(command, queued, end, now)), now);
        long error = clock.error();
        long began = clock.toHost(start);
        long ended = clock.toHost(end);
        if (began < command.calledAt - error || ended > now + error) {
            refuse("called", command.calledAt, began, ended);
        } else {
            command.completion.ran(began, ended, error);
        }
    }

    /** It was queued before the call returned, and had ended by now. */
    private static long atMost(QueuedCommand command, long queued, long end, long now) {
        return Math.min(command.calledUntil - queued, now - end);
    }

    private long time(long event, int property) {
        int status = ClFunction.GET_PROFILING_INFO.status(event, property, 8L, value.address(), 0L);
        return status == ClStatus.SUCCESS ? value.get(JAVA_LONG, 0) : 0;
    }

    /** Said once: from then on what the host sees has to do wherever that is so. */
    private void refuse(String first, long at, long began, long ended) {
        if (!refused) {
            refused = true;
            BackendLog.say(
                    EventTimes.class,
                    Level.INFO,
                    "%s gives times that cannot be, such as: %s at %d, begun at %d, ended at %d"
                            .formatted(device, first, at, began, ended),
                    null);
        }
    }
}
