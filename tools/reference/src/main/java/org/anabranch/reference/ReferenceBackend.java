package org.anabranch.reference;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.PartSettings;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The reference backend: devices made of plain host memory and threads. */
public final class ReferenceBackend implements Backend {
    static final PartSettings<ReferenceSettings> SETTINGS =
            new PartSettings<>(ReferenceSettings.class, "reference");

    private final List<DeviceInfo> devices;
    private final boolean stealPort;

    /** Creates the devices of the settings; one device if there are none. */
    ReferenceBackend(ReferenceSettings settings) {
        this(devices(settings), settings.stealPort());
    }

    /**
     * Returns a backend as the service would create it, with one device if the settings have none;
     * for plain programs and tests.
     *
     * @param settings by name, as in {@link ReferenceSettings}; the others have their defaults
     * @return the backend
     * @throws IllegalArgumentException if one is unknown or out of bounds
     */
    public static ReferenceBackend with(Map<String, ?> settings) {
        return new ReferenceBackend(SETTINGS.of(settings));
    }

    /**
     * Creates a backend with any set of devices, for tests.
     *
     * @param devices their descriptions; the format is {@code java}
     * @param stealPort true if they exchange tasks with the host
     */
    public ReferenceBackend(List<DeviceInfo> devices, boolean stealPort) {
        this.devices = List.copyOf(devices);
        this.stealPort = stealPort;
    }

    @Override
    public List<DeviceInfo> probe() {
        return devices;
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        boolean whole = mask.equals(info.mask());
        boolean part = info.divisible() && mask.count() > 0 && info.mask().containsAll(mask);
        if (!whole && !part) {
            throw new DeviceException(info.id() + " cannot be opened for the processors " + mask);
        }
        return new ReferenceDevice(info, mask.count(), stealPort);
    }

    private static List<DeviceInfo> devices(ReferenceSettings settings) {
        return IntStream.range(0, Math.max(1, settings.devices()))
                .mapToObj(number -> device(number, settings))
                .toList();
    }

    private static DeviceInfo device(int number, ReferenceSettings settings) {
        return new DeviceInfo(
                "reference:" + number,
                settings.lanes(),
                settings.lanes(),
                Map.of(MemoryKind.NORMAL, settings.memory()),
                Set.of(KernelCode.JAVA),
                settings.divisible(),
                settings.ordersOperations(),
                Map.of("made of", "host memory and threads"));
    }
}
