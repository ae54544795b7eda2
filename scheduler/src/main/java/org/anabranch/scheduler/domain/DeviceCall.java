package org.anabranch.scheduler.domain;

import org.anabranch.api.Region;
import org.anabranch.scheduler.action.DeviceOperation;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;
import org.anabranch.spi.StealPort;

import java.lang.foreign.MemorySegment;

/** Calls a device to do something, across the line to foreign code. */
record DeviceCall(
        DeviceDomain domain,
        Command command,
        DeviceOperation operation,
        Completion completion,
        int lane,
        long ticket)
        implements ForeignCode.Body {
    @Override
    public void run() throws DeviceException {
        Backend.Device device = domain.device;
        Order order = operation.order(lane, ticket);
        switch (command) {
            case Command.Run(Launch launch, boolean travels) -> {
                if (travels && isTaken(launch)) {
                    operation.action.counts(domain).stoleHere();
                } else {
                    device.run(order, launch, completion);
                }
            }
            case Command.Read(Slice from, MemorySegment to, Region region) ->
                    device.read(order, from, to, region, completion);
            case Command.Write(MemorySegment from, Region region, Slice to) ->
                    device.write(order, from, region, to, completion);
            case Command.Copy(Slice from, Slice to) -> device.copy(order, from, to, completion);
        }
    }

    /** Whether the device takes a kernel among the tasks that it schedules itself. */
    private boolean isTaken(Launch launch) {
        StealPort port = domain.port();
        return port != null && port.hungry() > 0 && port.offer(launch, completion);
    }
}
