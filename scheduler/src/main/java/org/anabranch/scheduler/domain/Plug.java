package org.anabranch.scheduler.domain;

import org.anabranch.spi.DeviceLostException;

/** Who opened a device, and is told what becomes of it. */
public interface Plug {
    /** The device vanished. */
    void lost(DeviceDomain domain, DeviceLostException cause);

    /** Drains and closes part of a device. */
    void remove(DeviceDomain part);
}
