package org.anabranch.scheduler;

import org.anabranch.api.KernelLibrary;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.events.EventLog;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.spi.Backend;
import org.anabranch.spi.KernelTranslator;
import org.anabranch.spi.Timeline;
import org.anabranch.spi.support.PartSettings;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.PrototypeServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;

import java.util.Hashtable;
import java.util.Map;

/**
 * The engine of a framework: backends, libraries and a timeline come as services, a platform for
 * each bundle and the monitor go out as services.
 */
@Component(
        immediate = true,
        configurationPid = "org.anabranch.scheduler",
        service = {})
@Designate(ocd = Settings.class)
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.api.Platform'")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.api.Monitor'")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.events.EventLog'")
@Capability(
        namespace = "osgi.service",
        attribute = "objectClass:List<String>='org.anabranch.api.Domain'")
public final class EngineComponent {
    private static final PartSettings<Settings> SETTINGS =
            new PartSettings<>(Settings.class, "scheduler");

    private final BundleContext context;
    private final Engine engine;
    private final StoredCosts costs;
    private volatile boolean keepsCosts;
    private ServiceRegistration<Platform> platforms;
    private ServiceRegistration<Monitor> monitor;
    private ServiceRegistration<EventLog> events;
    private DomainServices domains;

    /**
     * Starts the engine; backends are added by DS afterwards.
     *
     * @param context of this bundle
     * @param configured as {@link Settings} says
     * @param timeline replaces the machine's time, if there is one at start
     */
    @Activate
    public EngineComponent(
            BundleContext context,
            Map<String, Object> configured,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL) Timeline timeline) {
        this.context = context;
        AllClasses.load();
        engine = Engine.start(settings(configured), timeline == null ? Timeline.REAL : timeline);
        boolean kept = keepsCosts && timeline == null;
        costs = StoredCosts.of(kept ? context.getProperty("anabranch.costs") : "", engine.costs());
    }

    /** After DS has added what is there: who gets a platform finds the kernels of every library. */
    @Activate
    void offer() {
        platforms =
                context.registerService(
                        Platform.class, new PlatformFactory(engine, program()), new Hashtable<>());
        monitor = context.registerService(Monitor.class, engine.monitor(), new Hashtable<>());
        events = context.registerService(EventLog.class, engine.events(), new Hashtable<>());
        domains = new DomainServices(context, engine, platforms.getReference());
    }

    /** Returns the name of the program that embeds the framework: as set, or its main class. */
    private String program() {
        String set = context.getProperty("anabranch.program");
        String command = System.getProperty("sun.java.command", "the program");
        return set != null && !set.isBlank() ? set : command.strip().split("\\s+", 2)[0];
    }

    private EngineSettings settings(Map<String, Object> configured) {
        Settings set = SETTINGS.read(configured, context::getProperty);
        keepsCosts = set.keepCosts();
        return EngineSettings.of(set);
    }

    /** Settings change while programs run. */
    @Modified
    void change(Map<String, Object> configured) {
        engine.follow(settings(configured));
    }

    /**
     * Makes a platform for each bundle that asks, or for each time that it asks, as the bundle
     * likes, and closes it when the bundle lets go.
     */
    private record PlatformFactory(Engine engine, String program)
            implements PrototypeServiceFactory<Platform> {
        @Override
        public Platform getService(Bundle bundle, ServiceRegistration<Platform> registration) {
            boolean embedded = bundle.getBundleId() == 0; // asked for from outside of the framework
            return engine.platform(embedded ? program : bundle.getSymbolicName());
        }

        @Override
        public void ungetService(
                Bundle bundle, ServiceRegistration<Platform> registration, Platform platform) {
            BundlePlatform ended = (BundlePlatform) platform;
            if (Callbacks.isWithin()) { // whose bundle ends all the same
                var _ = ForeignCode.start("anabranch-end-" + ended.owner(), ended::close);
            } else {
                ended.close();
            }
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void addBackend(Backend backend) {
        engine.add(backend);
    }

    void removeBackend(Backend backend) {
        engine.remove(backend);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void addLibrary(KernelLibrary library) {
        engine.add(library);
    }

    void removeLibrary(KernelLibrary library) {
        engine.remove(library);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void addTranslator(KernelTranslator translator) {
        engine.add(translator);
    }

    void removeTranslator(KernelTranslator translator) {
        engine.remove(translator);
    }

    @Deactivate
    void stop() {
        try (engine) {
            try {
                platforms.unregister();
                monitor.unregister();
                events.unregister();
            } finally {
                domains.close();
            }
            if (keepsCosts) {
                costs.save(engine.costs());
            }
        }
    }
}
