package acme;

import org.anabranch.api.KernelCode;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.osgi.service.component.annotations.Component;

import java.util.List;

/** A backend whose device is the host's own memory and cores. */
@Component
public final class AcmeBackend implements Backend {
    private static final DeviceInfo DEVICE =
            DeviceInfo.plain("acme:0", 2, 1L << 30, KernelCode.JAVA);

    @Override
    public List<DeviceInfo> probe() {
        return List.of(DEVICE);
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        if (!mask.equals(info.mask())) {
            throw new DeviceException(info.id() + " opens as a whole only");
        }
        return new AcmeDevice(info);
    }
}
