package org.anabranch.opencl.device;

import org.anabranch.api.KernelCode;
import org.anabranch.api.MemoryKind;
import org.anabranch.spi.DeviceInfo;
import org.anabranch.spi.support.PartSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The settings, by configuration of the pid {@value #PID} or by a system property {@code
 * anabranch.opencl.<name>}, which takes precedence, and values derived from them. Immutable.
 *
 * @param given as the operator sees them
 */
public record OpenClSettings(SettingsDescription given) {
    public static final String PID = "org.anabranch.opencl";
    private static final PartSettings<SettingsDescription> SETTINGS =
            new PartSettings<>(SettingsDescription.class, "opencl", "library");

    /** A copy of more takes longer than to notice its end. */
    private static final long MOST_WHILE_IDLE = 64 * 1024;

    /** Which queues a device gets. */
    public enum Queues {
        /**
         * Out of order only where a measurement shows that it overlaps and in-order queues do not.
         */
        AUTO,
        /** One for each direction of transfer, several for kernels. */
        IN_ORDER,
        /** A single one that orders nothing but what waits. */
        OUT_OF_ORDER
    }

    /** The use of pinned memory for transfers. */
    public enum Staging {
        /** Only where the host does not share the device's memory. */
        AUTO,
        /** Always. */
        ON,
        /** Never. */
        OFF
    }

    /**
     * Returns the configured settings, with the previous values in place of rejected ones.
     *
     * @param configured by key
     * @param properties returns a property by name, or null; it takes precedence
     */
    public static OpenClSettings configured(
            Map<String, ?> configured, UnaryOperator<String> properties) {
        return new OpenClSettings(SETTINGS.read(configured, properties, OpenClSettings::new));
    }

    /**
     * Defaults, but for what is given; for programs without a framework.
     *
     * @param given by key
     * @throws IllegalArgumentException if a key is unknown or a value is refused; names it
     */
    public static OpenClSettings of(Map<String, ?> given) {
        return new OpenClSettings(SETTINGS.of(given));
    }

    /** {@return the folder of cached verdicts, measurements and compiled programs} */
    public Path cache() {
        return given.cache().isEmpty() ? defaultCache() : Path.of(given.cache());
    }

    /**
     * {@return true if compiled programs are kept: PoCL would compile each kernel once more to
     * return it}
     */
    public boolean keepsPrograms(DeviceDescription device) {
        return given.binaries().equals("auto")
                ? !device.platform().startsWith("Portable Computing Language")
                : Boolean.parseBoolean(given.binaries());
    }

    /** {@return the kind of the queues of a device} */
    public Queues queues() {
        return Queues.valueOf(constant(given.queues()));
    }

    /** {@return how long close waits for commands before it leaves them to the driver} */
    public Duration deadline() {
        return Duration.ofMillis(given.close_deadline_ms());
    }

    /** {@return the description of a device for the scheduler} */
    public DeviceInfo info(DeviceDescription device) {
        Map<String, String> properties = device.properties();
        properties.put("copied by the host", Boolean.toString(copiesDirectly(device) > 0));
        return new DeviceInfo(
                device.id(),
                device.units(),
                lanes(device, device.units()),
                Map.of(MemoryKind.NORMAL, budget(device)),
                Set.of(KernelCode.OPENCL_C),
                device.divisible(),
                true,
                properties);
    }

    /** {@return bytes that the domains of a device may allocate together} */
    public long budget(DeviceDescription device) {
        return Math.max(1, (long) (device.memory() * (given.memory_percent() / 100.0)));
    }

    /** {@return compute queues of a device or a part of it} */
    public int queues(DeviceDescription device, int units) {
        return given.compute_queues() > 0
                ? given.compute_queues()
                : device.cpu() ? Math.min(units, 4) : 4;
    }

    /**
     * {@return lanes of a device: what it may overlap is every kernel queue and both directions of
     * transfer}
     */
    public int lanes(DeviceDescription device, int units) {
        return 2 * (queues(device, units) + 2);
    }

    /** {@return the largest number of launches of a queue that share an event} */
    public int launchesPerEvent(DeviceDescription device) {
        return given.launches_per_event() > 0 ? given.launches_per_event() : device.cpu() ? 1 : 16;
    }

    /** {@return true if transfers of this device go through pinned memory} */
    public boolean stages(DeviceDescription device) {
        Staging staging = Staging.valueOf(constant(given.staging()));
        return staging == Staging.ON || staging == Staging.AUTO && !device.unified();
    }

    /**
     * {@return bytes up to which the thread that submits a transfer copies itself, 0 if the driver
     * copies everything: what it does not see is not in a timeline}
     */
    public long copiesDirectly(DeviceDescription device) {
        return device.reachable() && !stages(device) && given.timeline().isEmpty()
                ? given.direct_kib() * 1024L
                : 0;
    }

    /**
     * {@return bytes up to which the driver of an idle device copies while the thread that submits
     * waits; 0 if it never does}
     */
    public long copiesWhileIdle(DeviceDescription device) {
        return copiesDirectly(device) > 0 || !given.timeline().isEmpty()
                ? 0
                : Math.min(MOST_WHILE_IDLE, given.direct_kib() * 1024L);
    }

    private static Path defaultCache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path home =
                cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return home.resolve("anabranch").resolve("opencl");
    }

    private static String constant(String text) {
        return text.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
