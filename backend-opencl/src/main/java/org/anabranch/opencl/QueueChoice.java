package org.anabranch.opencl;

import org.anabranch.opencl.command.CommandQueues;
import org.anabranch.opencl.command.InOrderQueues;
import org.anabranch.opencl.command.OutOfOrderQueue;
import org.anabranch.opencl.command.RecordingQueues;
import org.anabranch.opencl.device.DeviceDescription;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.driver.ClHandle;
import org.anabranch.opencl.driver.OpenClException;

import java.util.ArrayList;
import java.util.List;

/** A factory of a device's queues, by the settings. */
final class QueueChoice {
    private static final int TRANSFER_QUEUES = 2;

    private QueueChoice() {}

    static CommandQueues open(OpenDriver driver, OpenClSettings settings) throws OpenClException {
        boolean profiling = !settings.given().timeline().isEmpty();
        boolean outOfOrder =
                switch (settings.queues()) {
                    case IN_ORDER -> false;
                    case OUT_OF_ORDER -> driver.description().outOfOrder();
                    case AUTO -> OverlapMeasurement.of(driver, settings).prefersOutOfOrder();
                };
        if (outOfOrder) {
            return new OutOfOrderQueue(
                    driver.queue(true, profiling),
                    new RecordingQueues(1, () -> driver.queue(true, true)));
        }
        List<ClHandle> queues = new ArrayList<>();
        try {
            DeviceDescription device = driver.description();
            int sides = device.cpu() ? 2 : 1;
            int count = TRANSFER_QUEUES + sides * settings.queues(device, driver.units());
            while (queues.size() < count) {
                queues.add(driver.queue(false, profiling));
            }
            return new InOrderQueues(
                    queues,
                    sides,
                    new RecordingQueues(count, () -> driver.queue(false, true)),
                    profiling ? 1 : settings.launchesPerEvent(device));
        } catch (OpenClException refused) {
            queues.forEach(ClHandle::release);
            throw refused;
        }
    }
}
