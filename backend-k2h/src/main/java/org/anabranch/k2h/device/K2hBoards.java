package org.anabranch.k2h.device;

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

/** The service: the boards that are set, or one called {@code k2h:0} while somebody names it. */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.k2h",
        service = {NamedDevices.class, K2hBoards.class})
@Designate(ocd = K2hSettings.class)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.spi.Backend'")
public final class K2hBoards implements NamedDevices {
    private final K2hBackend backend;
    private final DemandedDevices devices;

    /**
     * Starts.
     *
     * @param context whose properties win
     * @param configured what boards there are, as {@link K2hSettings} says
     */
    @Activate
    public K2hBoards(BundleContext context, Map<String, Object> configured) {
        K2hSettings settings = K2hBackend.SETTINGS.read(configured, context::getProperty);
        backend = new K2hBackend(settings);
        Dictionary<String, Object> properties = new Hashtable<>(Map.of("backend", "k2h"));
        devices =
                new DemandedDevices(
                        "k2h",
                        () ->
                                context.registerService(Backend.class, backend, properties)
                                        ::unregister);
        if (settings.boards() > 0) {
            devices.use(); // until the end
        }
    }

    @Deactivate
    void stop() {
        devices.end();
    }

    K2hBackend backend() {
        return backend;
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
