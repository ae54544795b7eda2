package org.anabranch.loops.weave;

import org.anabranch.loops.Loops;
import org.anabranch.loops.lift.WovenClasses;
import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.osgi.framework.hooks.weaving.WovenClassListener;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The weaving hook: weaves each marked class when a framework loads it. It never throws, because a
 * framework would then not load the class, and not call the hook again. Called on any thread that
 * loads a class.
 */
final class BundleWeaver implements WeavingHook, WovenClassListener {
    private static final String LOOPS = Loops.class.getPackageName();
    private static final String RUNTIME = ParallelLoops.class.getPackageName();

    private final BundleWiring own;
    private final Runnable listen;

    /** Classes that are woven but not yet defined. */
    private final Set<WovenClass> woven = ConcurrentHashMap.newKeySet();

    /**
     * Creates a hook for all bundles except its own.
     *
     * @param own the wiring of its own bundle
     * @param listen registers this as a listener, if it is not one yet. That happens only when a
     *     class is woven, since Felix reports an error if a listener is removed while any class is
     *     being loaded
     */
    BundleWeaver(BundleWiring own, Runnable listen) {
        this.own = own;
        this.listen = listen;
    }

    @Override
    public void weave(WovenClass type) {
        if (type.getBundleWiring() == own || !ParallelMark.isIn(type.getBytes())) {
            return;
        }
        try {
            String reason = obstacle(type.getBundleWiring());
            if (reason != null) {
                warn("not parallel: " + type.getClassName() + ": " + reason, null);
                return;
            }
            weaveMarked(type);
        } catch (Exception | LinkageError | StackOverflowError broken) {
            warn("not parallel: " + type.getClassName(), broken);
        }
    }

    private void weaveMarked(WovenClass type) {
        ClassLoader loader = type.getBundleWiring().getClassLoader();
        Weaver weaver = Weaver.of(type.getBytes(), loader);
        byte[] result = weaver == null ? null : weaver.weave();
        if (weaver != null) {
            weaver.refusals.forEach(one -> warn("not parallel: " + one, null));
        }
        if (result != null) {
            for (String name : List.of(LOOPS, RUNTIME)) {
                type.getDynamicImports()
                        .add(name + ";bundle-symbolic-name=" + own.getBundle().getSymbolicName());
            }
            WovenClasses.keep(loader, type.getClassName(), result);
            type.setBytes(result);
            woven.add(type);
            listen.run();
        }
    }

    /**
     * Returns the reason why classes of a bundle cannot call this revision of the loops, or null.
     */
    private String obstacle(BundleWiring wiring) {
        for (BundleWire wire : wiring.getRequiredWires(PackageNamespace.PACKAGE_NAMESPACE)) {
            Object name =
                    wire.getCapability().getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE);
            if ((LOOPS.equals(name) || RUNTIME.equals(name)) && wire.getProviderWiring() != own) {
                return "its bundle is wired to other loops than those that run: refresh it";
            }
        }
        return null;
    }

    /** Wires the class to the loops while they are present, instead of when it first runs. */
    @Override
    public void modified(WovenClass type) {
        boolean ended = type.getState() != WovenClass.TRANSFORMED;
        if (!ended || !woven.remove(type) || type.getState() != WovenClass.DEFINED) {
            return;
        }
        try {
            type.getBundleWiring().getClassLoader().loadClass(ParallelLoops.class.getName());
        } catch (ClassNotFoundException | LinkageError | RuntimeException unwired) {
            warn(
                    type.getClassName() + " has marked loops and finds none to run them: it fails",
                    unwired);
        }
    }

    private static void warn(String line, Throwable thrown) {
        BackendLog.say(BundleWeaver.class, Level.WARNING, line, thrown);
    }
}
