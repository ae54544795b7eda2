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

import java.util.Map;

/**
 * The component that registers the backend: with the devices of the settings, or one called {@code
 * reference:0} while a user names it.
 */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.reference",
        service = NamedDevices.class)
@Designate(ocd = ReferenceSettings.class)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.spi.Backend'")
public final class ReferenceDevices extends DemandedDevices {

    /**
     * Creates the component.
     *
     * @param context its properties take precedence
     * @param configured the devices, see {@link ReferenceSettings}
     */
    @Activate
    public ReferenceDevices(BundleContext context, Map<String, Object> configured) {
        ReferenceSettings settings =
                ReferenceBackend.SETTINGS.read(configured, context::getProperty);
        ReferenceBackend backend = new ReferenceBackend(settings);
        super(
                backend.probe(),
                settings.devices() > 0,
                () -> context.registerService(Backend.class, backend, null)::unregister);
    }

    @Deactivate
    void stop() {
        end();
    }
}
