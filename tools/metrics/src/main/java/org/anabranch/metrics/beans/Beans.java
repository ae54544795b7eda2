package org.anabranch.metrics.beans;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.events.EventLog;
import org.anabranch.metrics.WatchedDomain;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/**
 * The component that registers the beans with the platform's MBean server while there is a
 * scheduler, those of domains while these accept work. It opens no port: remote access is set up by
 * options of the JVM.
 *
 * <p>Names are {@code org.anabranch:type=Domain,name="opencl:0"} and the like. If several
 * frameworks of a JVM have the same names, the later ones have their number in addition, as {@code
 * framework}.
 */
@Component(
        immediate = true,
        service = {})
public final class Beans {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String framework;
    private final Monitor monitor;
    private final ObjectName platform;
    private final ObjectName events;

    private final Map<ServiceReference<Domain>, ObjectName> domains = new ConcurrentHashMap<>();

    /**
     * Registers the beans of the platform.
     *
     * @param context of this bundle
     * @param monitor of the scheduler
     * @param log of the scheduler
     * @throws JMException if the server refuses
     */
    @Activate
    public Beans(BundleContext context, @Reference Monitor monitor, @Reference EventLog log)
            throws JMException {
        this.framework = context.getProperty(Constants.FRAMEWORK_UUID);
        this.monitor = monitor;
        this.platform = register(BeanAttributes.of(monitor), "Platform", "platform");
        this.events = register(BeanAttributes.of(log), "Events", "log");
    }

    private ObjectName register(Object bean, String type, String name) throws JMException {
        try {
            return server.registerMBean(bean, name(type, name, "")).getObjectName();
        } catch (InstanceAlreadyExistsException another) {
            return server.registerMBean(bean, name(type, name, ",framework=" + framework))
                    .getObjectName();
        }
    }

    private static ObjectName name(String type, String name, String rest)
            throws MalformedObjectNameException {
        return new ObjectName(
                "org.anabranch:type=" + type + ",name=" + ObjectName.quote(name) + rest);
    }

    /**
     * Adds a domain by its service reference, so that no service object is created for this bundle.
     */
    @Reference(
            service = Domain.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC)
    void addDomain(ServiceReference<Domain> domain) throws JMException {
        String id = (String) domain.getProperty("id");
        String kind = (String) domain.getProperty("kind");
        int generation = (int) domain.getProperty("generation");
        WatchedDomain watched = new WatchedDomain(monitor, id, kind, generation);
        domains.put(domain, register(BeanAttributes.of(watched), "Domain", id));
    }

    void removeDomain(ServiceReference<Domain> domain) throws JMException {
        unregister(domains.remove(domain));
    }

    private void unregister(ObjectName name) throws JMException {
        if (name != null) {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException gone) { // it was unregistered by other code
                return;
            }
        }
    }

    @Deactivate
    void end() throws JMException {
        try {
            unregister(platform);
        } finally {
            unregister(events);
        }
    }
}
