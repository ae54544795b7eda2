package org.anabranch.scheduler.domain;

import org.anabranch.api.Region;
import org.anabranch.spi.Backend;
import org.anabranch.spi.Completion;
import org.anabranch.spi.Launch;
import org.anabranch.spi.Order;
import org.anabranch.spi.Slice;

import java.lang.foreign.MemorySegment;

/** A command to a device. */
public sealed interface Command {
    /** Hands it to the device. */
    void give(Backend.Device device, Order order, Completion told);

    /**
     * Runs a kernel.
     *
     * @param travels true if it may go through the device's steal port
     */
    record Run(Launch launch, boolean travels) implements Command {
        @Override
        public void give(Backend.Device device, Order order, Completion told) {
            device.run(order, launch, told);
        }
    }

    /** Reads from an instance into the host's memory. */
    record Read(Slice from, MemorySegment to, Region region) implements Command {
        @Override
        public void give(Backend.Device device, Order order, Completion told) {
            device.read(order, from, to, region, told);
        }
    }

    /** Writes from the host's memory to an instance. */
    record Write(MemorySegment from, Region region, Slice to) implements Command {
        @Override
        public void give(Backend.Device device, Order order, Completion told) {
            device.write(order, from, region, to, told);
        }
    }

    /** Copies between instances on the device. */
    record Copy(Slice from, Slice to) implements Command {
        @Override
        public void give(Backend.Device device, Order order, Completion told) {
            device.copy(order, from, to, told);
        }
    }
}
