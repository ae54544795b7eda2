package org.anabranch.faulty;

import org.anabranch.api.ProcessorMask;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.DeviceLostException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A backend that wraps the devices of another one with faults: {@code reference:0} there is {@code
 * faulty:0} here. Registered as a service only when the PID {@code org.anabranch.faulty} is
 * configured. Thread-safe.
 */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.faulty",
        configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = FaultySettings.class)
public final class FaultyBackend implements Backend {
    static final String REFERENCE = "(backend=reference)";
    private static final String KIND = "faulty:";

    private final Backend below;
    private final Set<String> unplugged = ConcurrentHashMap.newKeySet();
    private final List<Opened> opened = new CopyOnWriteArrayList<>();
    private volatile FaultPlan plan;

    private record Opened(String id, FaultyDevice device) {}

    /**
     * Creates the service.
     *
     * @param below the backend whose devices become faulty
     * @param settings the plan
     * @throws IllegalArgumentException if the plan is invalid
     */
    @Activate
    public FaultyBackend(
            @Reference(name = "backend", target = REFERENCE) Backend below,
            FaultySettings settings) {
        this(below, FaultPlan.parse(settings.plan()));
    }

    /**
     * Creates a backend for tests.
     *
     * @param below the backend whose devices become faulty
     * @param plan the faults of each device, counted from its opening
     */
    public FaultyBackend(Backend below, FaultPlan plan) {
        this.below = below;
        this.plan = plan;
    }

    /**
     * Changes the plan of devices opened from now on.
     *
     * @param next the faults
     */
    public void plan(FaultPlan next) {
        plan = next;
    }

    /**
     * Returns the device opened last under an id.
     *
     * @param id such as {@code faulty:0}
     * @return the device if it was opened, even if it is closed by now
     */
    public Optional<FaultyDevice> device(String id) {
        return opened.reversed().stream()
                .filter(one -> one.id.equals(id))
                .map(Opened::device)
                .findFirst();
    }

    /**
     * Unplugs a device: an open one vanishes, and {@link #probe} does not list it.
     *
     * @param id such as {@code faulty:0}
     */
    public void unplug(String id) {
        unplugged.add(id);
        opened.stream().filter(one -> one.id.equals(id)).forEach(one -> one.device.lose());
    }

    /**
     * Plugs a device in again.
     *
     * @param id such as {@code faulty:0}
     */
    public void plug(String id) {
        unplugged.remove(id);
    }

    @Override
    public List<DeviceInfo> probe() {
        return below.probe().stream()
                .map(FaultyBackend::renamed)
                .filter(info -> !unplugged.contains(info.id()))
                .toList();
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        for (DeviceInfo candidate : below.probe()) {
            if (renamed(candidate).id().equals(info.id()) && !unplugged.contains(info.id())) {
                FaultyDevice device =
                        new FaultyDevice(info.id(), below.open(candidate, mask), plan);
                opened.removeIf(one -> one.id.equals(info.id()) && one.device.isClosed());
                opened.add(new Opened(info.id(), device));
                return device;
            }
        }
        throw new DeviceLostException(info.id() + " is not plugged in", null);
    }

    private static DeviceInfo renamed(DeviceInfo info) {
        return new DeviceInfo(
                KIND + info.id().substring(info.kind().length() + 1),
                info.processors(),
                info.lanes(),
                info.memory(),
                info.formats(),
                info.divisible(),
                info.ordersOperations(),
                info.properties());
    }
}
