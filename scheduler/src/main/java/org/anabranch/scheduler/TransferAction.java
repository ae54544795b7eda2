package org.anabranch.scheduler;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Region;
import org.anabranch.spi.Slice;

/** Moves a box of a buffer between the host and a device, because somebody needs it there. */
final class TransferAction extends Action {
    private final TrackedBuffer buffer;
    private final Region region;
    private final Store device;
    private final boolean homeward;

    TransferAction(TrackedBuffer buffer, Region region, Store device, boolean homeward) {
        super(buffer.memories.pool, ActionOwner.NOBODY, device);
        this.buffer = buffer;
        this.region = region;
        this.device = device;
        this.homeward = homeward;
        buffer.retain();
        device.hold();
    }

    @Override
    void submit() {
        if (!begin()) {
            return;
        }
        Slice slice = new Slice(buffer.handleIn(device), region);
        if (homeward) {
            device.read(this, slice, buffer.host(), region);
        } else {
            device.write(this, buffer.host(), region, slice);
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
