package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Order;

/** A call of a device with a command, through the guard for foreign code. */
record DeviceCall(
        OpenDevice open,
        ExecutingDomain domain,
        Command command,
        LaneOperation operation,
        int lane,
        long ticket)
        implements ForeignCode.Body {
    @Override
    public void run() {
        Backend.Device device = open.device;
        Order order = operation.order(lane, ticket);
        if (command instanceof Command.Run run
                && run.travels()
                && open.takes(run.launch(), operation)) {
            operation.action.counts(domain).stoleHere();
            operation.action.pool().tellOfWorkElsewhere();
        } else {
            command.give(device, order, operation);
        }
    }
}
