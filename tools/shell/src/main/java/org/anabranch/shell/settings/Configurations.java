package org.anabranch.shell.settings;

import org.anabranch.shell.failure.AbsentException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

import java.io.IOException;
import java.util.Dictionary;
import java.util.Hashtable;

/** Access to Configuration Admin. Used only if its package is present. */
final class Configurations {
    private static final String NAME = "org.osgi.service.cm.ConfigurationAdmin";

    private Configurations() {}

    /** {@return true if the service is registered} */
    static boolean present(BundleContext context) {
        return context.getServiceReference(NAME) != null;
    }

    /** {@return the configured value of a key, or null} */
    static Object value(BundleContext context, String pid, String key) {
        ServiceReference<ConfigurationAdmin> admin =
                context.getServiceReference(ConfigurationAdmin.class);
        try {
            Configuration[] found =
                    context.getService(admin).listConfigurations("(service.pid=" + pid + ")");
            return found == null ? null : found[0].getProperties().get(key);
        } catch (IOException | InvalidSyntaxException unreadable) {
            return null;
        } finally {
            context.ungetService(admin);
        }
    }

    /**
     * Sets a key and leaves the others as they are.
     *
     * @throws AbsentException if it cannot be stored
     */
    static void set(BundleContext context, String pid, String key, Object value) {
        ServiceReference<ConfigurationAdmin> admin =
                context.getServiceReference(ConfigurationAdmin.class);
        try {
            Configuration configuration = context.getService(admin).getConfiguration(pid, "?");
            Dictionary<String, Object> before = configuration.getProperties();
            Dictionary<String, Object> next = before == null ? new Hashtable<>() : before;
            next.put(key, value);
            configuration.update(next);
        } catch (IOException failure) {
            throw new AbsentException(pid + " cannot be configured: " + failure.getMessage());
        } finally {
            context.ungetService(admin);
        }
    }
}
