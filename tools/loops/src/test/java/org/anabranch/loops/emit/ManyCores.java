package org.anabranch.loops.emit;

import org.anabranch.api.ProcessorMask;
import org.anabranch.opencl.OpenClBackend;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.List;
import java.util.Map;

/** The OpenCL devices, processors among them as devices with many cores. */
public final class ManyCores implements Backend {
    private final OpenClBackend below = new OpenClBackend(Map.of());

    @Override
    public List<DeviceInfo> probe() {
        return below.probe().stream()
                .map(info -> info.withProperty("type", "gpu or accelerator"))
                .toList();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        return below.open(info.withProperty("type", "cpu"), mask);
    }
}
