package org.anabranch.scheduler;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Devices that are asked to abandon an operation, and do otherwise.
 *
 * @param below the backend of the devices
 * @param instead what {@code abandon} of a device does and answers; if empty, it does what it is to
 */
record OtherAbandonment(Backend below, Function<Backend.Device, Optional<Boolean>> instead)
        implements Backend {
    @Override
    public List<DeviceInfo> probe() {
        return below.probe();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        Device device = below.open(info, mask);
        return (Device)
                Proxy.newProxyInstance(
                        Backend.class.getClassLoader(),
                        new Class<?>[] {Device.class},
                        (proxy, method, given) -> {
                            Optional<Boolean> answer =
                                    method.getName().equals("abandon")
                                            ? instead.apply(device)
                                            : Optional.empty();
                            return answer.isPresent() ? answer.get() : method.invoke(device, given);
                        });
    }
}
