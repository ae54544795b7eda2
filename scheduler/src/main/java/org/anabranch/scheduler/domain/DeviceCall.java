package org.anabranch.scheduler.domain;

import org.anabranch.api.Region;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;

/** Calls a device to do something, across the line to foreign code. */
record DeviceCall(
        OpenDevice open,
        ExecutingDomain domain,
        Command command,
        LaneOperation operation,
        int lane,
        long ticket)
        implements ForeignCode.Body {
    @Override
    public void run() throws DeviceException {
        Backend.Device device = open.device;
        Order order = operation.order(lane, ticket);
        switch (command) {
            case Command.Run(Launch launch, boolean travels) -> {
                if (travels && open.takes(launch, operation)) {
                    operation.action.counts(domain).stoleHere();
                } else {
                    device.run(order, launch, operation);
                }
            }
            case Command.Read(Slice from, MemorySegment to, Region region) ->
                    device.read(order, from, to, region, operation);
            case Command.Write(MemorySegment from, Region region, Slice to) ->
                    device.write(order, from, region, to, operation);
            case Command.Copy(Slice from, Slice to) -> device.copy(order, from, to, operation);
        }
    }
}
