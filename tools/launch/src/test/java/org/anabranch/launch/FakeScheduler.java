package org.anabranch.launch;

import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

import java.lang.reflect.Proxy;

/**
 * The activator of a bundle that offers a platform which can only give its name. Packed by {@link
 * BundleJar}.
 */
public final class FakeScheduler implements BundleActivator {

    @Override
    public void start(BundleContext context) {
        context.registerService(Platform.class, named(Platform.class, context), null);
        context.registerService(Monitor.class, named(Monitor.class, context), null);
    }

    @Override
    public void stop(BundleContext context) {}

    private static <T> T named(Class<T> type, BundleContext context) {
        String name = "fake of " + context.getBundle().getSymbolicName();
        return type.cast(
                Proxy.newProxyInstance(
                        FakeScheduler.class.getClassLoader(),
                        new Class<?>[] {type},
                        (proxy, method, arguments) -> {
                            if (method.getName().equals("toString")) {
                                return name;
                            }
                            throw new UnsupportedOperationException(method.getName());
                        }));
    }
}
