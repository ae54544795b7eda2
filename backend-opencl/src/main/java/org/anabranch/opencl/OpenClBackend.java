package org.anabranch.opencl;

import org.anabranch.api.MemoryKind;
import org.anabranch.api.ProcessorMask;
import org.anabranch.opencl.command.CommandDispatcher;
import org.anabranch.opencl.command.CommandStatus;
import org.anabranch.opencl.command.CommandTimes;
import org.anabranch.opencl.device.DeviceDescription;
import org.anabranch.opencl.device.OpenClSettings;
import org.anabranch.opencl.device.OpenDriver;
import org.anabranch.opencl.device.SettingsDescription;
import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClInfo;
import org.anabranch.opencl.driver.OpenClException;
import org.anabranch.opencl.driver.OpenClLibrary;
import org.anabranch.opencl.memory.AllocationPool;
import org.anabranch.opencl.quirks.DriverTrial;
import org.anabranch.opencl.quirks.SignalGuard;
import org.anabranch.spi.Backend;
import org.anabranch.spi.DeviceException;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.BackendLog;
import org.anabranch.spi.support.MemoryBudget;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.metatype.annotations.Designate;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every device of every OpenCL platform, as {@code opencl:0}, {@code opencl:1} and so on in the
 * loader's order. Activation is short: the drivers are loaded by the first {@link #probe}, after a
 * process of its own has tried them. Without a loader, a platform or a usable driver there are no
 * devices, and one line in the log.
 */
@Component(
        immediate = true,
        configurationPid = OpenClSettings.PID,
        property = {
            "conformance.never=2.4: a kernel in OpenCL C has no way to fail",
            "conformance.never=2.5: a kernel in OpenCL C has no way to fail"
        })
@Designate(ocd = SettingsDescription.class)
public final class OpenClBackend implements Backend {
    private final OpenClSettings settings;
    private final Object lock = new Object();

    // guarded by lock
    private final Map<String, DeviceDescription> known = new LinkedHashMap<>();
    private final Map<String, MemoryBudget> budgets = new LinkedHashMap<>();
    private String said = "";

    /**
     * The service: reads the settings and prepares the environment; loads no driver.
     *
     * @param context whose properties win
     * @param configured as {@link SettingsDescription} says
     */
    @Activate
    public OpenClBackend(BundleContext context, Map<String, Object> configured) {
        this(OpenClSettings.configured(configured, context::getProperty));
    }

    /**
     * For plain programs and tests.
     *
     * @param settings by key
     * @throws IllegalArgumentException if a key is unknown or a value is refused; names it
     */
    public OpenClBackend(Map<String, Object> settings) {
        this(OpenClSettings.of(settings));
    }

    private OpenClBackend(OpenClSettings settings) {
        this.settings = settings;
        String prepared = SignalGuard.prepare();
        BackendLog.say(OpenClBackend.class, Level.DEBUG, "signals: " + prepared, null);
    }

    @Override
    public List<DeviceInfo> probe() {
        synchronized (lock) {
            Optional<String> objection = objection();
            if (objection.isPresent()) {
                sayOnce(Level.INFO, "no OpenCL devices: " + objection.get());
                return List.of();
            }
            try {
                find();
            } catch (OpenClException | RuntimeException | LinkageError broken) {
                sayOnce(Level.WARNING, "no OpenCL devices: " + broken);
                return List.of();
            }
            if (!SignalGuard.divisionThrows()) {
                sayOnce(
                        Level.ERROR,
                        "OpenCL devices refused: a driver has changed Java's integer division (a"
                                + " division by zero gave "
                                + SignalGuard.wrongResult()
                                + "); start with the JDK's libjsig preloaded, or with"
                                + " POCL_SIGFPE_HANDLER=0");
                return List.of();
            }
            if (known.isEmpty()) {
                sayOnce(Level.INFO, "no OpenCL devices: no platform has a usable one");
            }
            return known.values().stream().map(device -> settings.info(device)).toList();
        }
    }

    private Optional<String> objection() {
        if (!OpenClLibrary.isPresent()) {
            return Optional.of("no loader found under " + OpenClLibrary.names());
        }
        return settings.given().trial()
                ? new DriverTrial(settings.cache()).objection()
                : Optional.empty();
    }

    private void find() throws OpenClException {
        List<DeviceDescription> found = new ArrayList<>();
        int number = 0;
        for (long platform : ClInfo.platforms()) {
            for (long device : ClInfo.devices(platform)) {
                String id = "opencl:" + number++;
                if (DeviceDescription.usable(device)) {
                    found.add(DeviceDescription.ask(platform, device, id));
                } else {
                    sayOnce(
                            Level.INFO,
                            id
                                    + " is left out: it is unavailable, has no compiler, or is not"
                                    + " a little-endian 64-bit device");
                }
            }
        }
        known.clear();
        for (DeviceDescription device : found) {
            known.put(device.id(), device);
            budgets.computeIfAbsent(
                    device.id(),
                    id -> new MemoryBudget(id, Map.of(MemoryKind.NORMAL, settings.budget(device))));
        }
    }

    private void sayOnce(Level level, String message) {
        if (!said.equals(message)) {
            said = message;
            BackendLog.say(OpenClBackend.class, level, message, null);
        }
    }

    @Override
    public Device open(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        return open(info, mask, ClCommands::eventStatus);
    }

    /** Opens a device whose commands are asked for by {@code status}. */
    OpenClDevice open(DeviceInfo info, ProcessorMask mask, CommandStatus status)
            throws DeviceException {
        OpenDriver driver = driver(info, mask);
        try {
            MemoryBudget budget;
            synchronized (lock) {
                budget = budgets.get(info.id());
            }
            return assemble(driver, new AllocationPool(driver, budget, settings), status);
        } catch (DeviceException | RuntimeException refused) {
            driver.close();
            throw refused;
        }
    }

    /** Opens a context on a device or part of one, to be closed by the caller. */
    OpenDriver driver(DeviceInfo info, ProcessorMask mask) throws DeviceException {
        DeviceDescription description;
        synchronized (lock) {
            description = known.get(info.id());
        }
        if (description == null) {
            throw new DeviceException(info.id() + " was not found by probe");
        }
        return OpenDriver.open(description, mask);
    }

    private Optional<CommandTimes> timeline(String device) {
        return settings.given().timeline().isEmpty()
                ? Optional.empty()
                : Optional.of(new CommandTimes(device, settings.given().timeline()));
    }

    private OpenClDevice assemble(OpenDriver driver, AllocationPool memory, CommandStatus status)
            throws DeviceException {
        DeviceDescription description = driver.description();
        CommandDispatcher dispatcher =
                new CommandDispatcher(
                        description.id(),
                        settings.lanes(description, description.units()),
                        QueueChoice.open(driver, settings),
                        status,
                        settings.given().in_flight(),
                        settings.deadline().dividedBy(2),
                        driver.lock(),
                        settings.given().device_times(),
                        timeline(description.id()));
        try {
            return new OpenClDevice(driver, dispatcher, memory, settings);
        } catch (OpenClException | RuntimeException refused) {
            dispatcher.release();
            throw refused;
        }
    }
}
