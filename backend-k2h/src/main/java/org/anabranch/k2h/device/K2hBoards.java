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

import java.util.Map;
import java.util.function.Supplier;

/**
 * The component that registers the backend: with the boards of the settings, or one called {@code
 * k2h:0} while a user names it.
 */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.k2h",
        service = {NamedDevices.class, K2hBoards.class})
@Designate(ocd = K2hSettings.class)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.spi.Backend'")
public final class K2hBoards extends DemandedDevices implements Supplier<K2hBackend> {
    private final K2hBackend backend;

    /**
     * Creates the component.
     *
     * @param context its properties take precedence
     * @param configured the boards, see {@link K2hSettings}
     */
    @Activate
    public K2hBoards(BundleContext context, Map<String, Object> configured) {
        K2hSettings settings = K2hBackend.SETTINGS.read(configured, context::getProperty);
        K2hBackend made = new K2hBackend(settings);
        super(
                made.probe(),
                settings.boards() > 0,
                () -> context.registerService(Backend.class, made, null)::unregister);
        backend = made;
    }

    @Deactivate
    void stop() {
        end();
    }

    /** {@return the backend of the boards} */
    @Override
    public K2hBackend get() {
        return backend;
    }
}
