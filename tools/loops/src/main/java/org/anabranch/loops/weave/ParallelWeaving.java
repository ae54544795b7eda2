package org.anabranch.loops.weave;

import org.anabranch.loops.Loops;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClassListener;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

import java.util.Collection;
import java.util.Hashtable;

/**
 * The component that weaves the marked loops of bundles as long as this bundle runs. The hook is
 * registered as an object, after all classes that it needs have been loaded. A framework that
 * created it on demand would do so while that component's classes are being loaded. Loops may come
 * and go meanwhile; without any, marked loops run sequentially.
 */
@Component(
        service = {},
        immediate = true)
public final class ParallelWeaving {
    private final BundleContext context;
    private final BundleWeaver weaver;
    private final ServiceRegistration<?> registration;
    private ServiceRegistration<?> listening; // guarded by this, as is stopped
    private boolean stopped;

    /**
     * Begins to weave. Classes that were loaded before are not woven.
     *
     * @param context registers the hook
     * @throws ClassNotFoundException if this bundle lacks a class of its own
     */
    @Activate
    public ParallelWeaving(BundleContext context) throws ClassNotFoundException {
        BundleWiring own = context.getBundle().adapt(BundleWiring.class);
        load(own);
        this.context = context;
        weaver = new BundleWeaver(own, this::listen);
        Hashtable<String, Object> last = new Hashtable<>();
        last.put(Constants.SERVICE_RANKING, Integer.MIN_VALUE);
        registration = context.registerService(WeavingHook.class, weaver, last);
    }

    private synchronized void listen() {
        if (listening == null && !stopped) {
            listening =
                    context.registerService(WovenClassListener.class, weaver, new Hashtable<>());
        }
    }

    private static void load(BundleWiring own) throws ClassNotFoundException {
        String folder = ParallelWeaving.class.getPackageName().replace('.', '/');
        Collection<String> files =
                own.listResources(folder, "*.class", BundleWiring.LISTRESOURCES_LOCAL);
        for (String file : files) {
            String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
            Class.forName(name, true, own.getClassLoader());
        }
    }

    /**
     * Sets the loops that run marked loops.
     *
     * @param loops of the platform
     */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bind(Loops loops) {
        ParallelLoops.use(loops);
    }

    /**
     * Lets marked loops run sequentially from now on, if there are no others.
     *
     * @param loops that are removed
     */
    void unbind(Loops loops) {
        ParallelLoops.endUse(loops);
    }

    /** Stops weaving. Woven code runs sequentially until this bundle runs again. */
    @Deactivate
    void stop() {
        registration.unregister();
        synchronized (this) {
            stopped = true;
            if (listening != null) {
                listening.unregister();
            }
        }
    }
}
