package org.anabranch.scheduler.domain;

import org.anabranch.spi.DeviceLostException;

/** The opener of a device, which is notified of its life cycle. */
public interface DeviceOpener {
    /** The device vanished. */
    void lost(DeviceDomain domain, DeviceLostException cause);

    /** Drains and closes part of a device. */
    void remove(DeviceDomain part);
}
