package org.anabranch.reference;

import org.anabranch.spi.Backend;
import org.anabranch.spi.NamedDevices;
import org.anabranch.spi.support.DemandedDevices;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;

/**
 * The service: the devices that are set, or one called {@code reference:0} while somebody names it.
 */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.reference",
        service = NamedDevices.class)
@Designate(ocd = ReferenceSettings.class)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.spi.Backend'")
public final class ReferenceDevices implements NamedDevices {
    private final DemandedDevices devices;

    /**
     * Starts.
     *
     * @param context whose properties win
     * @param configured what devices there are, as {@link ReferenceSettings} says
     */
    @Activate
    public ReferenceDevices(BundleContext context, Map<String, Object> configured) {
        ReferenceSettings settings =
                ReferenceBackend.SETTINGS.read(configured, context::getProperty);
        Backend backend = new ReferenceBackend(settings);
        Dictionary<String, Object> properties = new Hashtable<>(Map.of("backend", "reference"));
        devices =
                new DemandedDevices(
                        "reference",
                        () ->
                                context.registerService(Backend.class, backend, properties)
                                        ::unregister);
        if (settings.devices() > 0) {
            devices.use(); // until the end
        }
    }

    @Deactivate
    void stop() {
        devices.end();
    }

    @Override
    public String kind() {
        return devices.kind();
    }

    @Override
    public Use use() {
        return devices.use();
    }
}
