package org.anabranch.acceptance.storm;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The devices of another backend, which misbehave at every call. */
final class StormyBackend implements Backend {
    private final Backend below;
    private final Weather weather;
    private final List<StormyDevice> opened = new CopyOnWriteArrayList<>();

    StormyBackend(Backend below, Weather weather) {
        this.below = below;
        this.weather = weather;
    }

    @Override
    public List<DeviceInfo> probe() {
        return weather.askUnchecked(20, "probe", null, below::probe);
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        StormyDevice device = new StormyDevice(weather);
        opened.add(device);
        try {
            return weather.ask(
                    20,
                    "open",
                    null,
                    () -> {
                        device.open(below, info, mask);
                        return device;
                    });
        } catch (Throwable thrown) {
            close(device);
            throw thrown;
        }
    }

    /** Closes a device that no other code would close. */
    private static void close(StormyDevice device) {
        while (true) {
            try {
                device.close();
                return;
            } catch (OutOfMemoryError full) {
                Threads.pause(1); // or it was meant to throw
            } catch (RuntimeException | Error planned) {
                return;
            }
        }
    }

    /** Returns true if each device that was opened has been closed. */
    boolean isClosed() {
        return opened.stream().allMatch(StormyDevice::isClosed);
    }
}
