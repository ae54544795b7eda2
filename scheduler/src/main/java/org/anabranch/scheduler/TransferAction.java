package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Region;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

/** Moves a box of a buffer between the host and a device, because somebody needs it there. */
final class TransferAction extends Action {
    private final TrackedBuffer buffer;
    private final Region region;
    private final DeviceDomain device;
    private final boolean homeward;

    TransferAction(TrackedBuffer buffer, Region region, DeviceDomain device, boolean homeward) {
        super(buffer.engine, ActionOwner.NOBODY, device);
        this.buffer = buffer;
        this.region = region;
        this.device = device;
        this.homeward = homeward;
        buffer.retain();
        device.hold();
    }

    @Override
    void submit() {
        if (begin()) {
            device.lanes.submit(this, this::start);
        }
    }

    private void start(Order order, Completion completion) {
        Slice slice = new Slice(buffer.handleIn(device), region);
        if (homeward) {
            device.device.read(order, slice, buffer.host(), region, completion);
        } else {
            device.device.write(order, buffer.host(), region, slice, completion);
        }
    }

    @Override
    void dataSettled(AnabranchException failure) {
        buffer.directory.arrived(this, region, homeward ? Copies.HOST : device.memory, failure);
    }

    @Override
    void retired(AnabranchException failure) {
        if (failure == null) {
            (homeward ? device.transfersOut : device.transfersIn).increment();
            (homeward ? device.bytesOut : device.bytesIn).add(region.bytes());
        }
        buffer.unlease();
    }

    @Override
    void leave() {
        device.release();
    }

    @Override
    String describe() {
        return "the transfer of "
                + region.bytes()
                + " bytes of "
                + buffer.name()
                + (homeward ? " from " : " to ")
                + device.id();
    }
}
