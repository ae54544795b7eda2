package org.anabranch.loops.weave;

import org.anabranch.loops.Loops;
import org.anabranch.loops.lift.WovenClasses;
import org.osgi.framework.hooks.weaving.WeavingHook;
import org.osgi.framework.hooks.weaving.WovenClass;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

import java.lang.System.Logger.Level;

/**
 * Weaves the marked loops of bundles when their classes are loaded. Classes that were loaded before
 * stay as they are.
 */
@Component(service = WeavingHook.class, immediate = true)
public final class ParallelWeaving implements WeavingHook {
    private static final System.Logger LOG = System.getLogger(ParallelWeaving.class.getName());

    /**
     * Begins to weave.
     *
     * @param loops runs the loops
     */
    @Activate
    public ParallelWeaving(@Reference Loops loops) {
        ParallelLoops.use(loops);
    }

    /** Loops of classes that are woven run in order from now on. */
    @Deactivate
    public void stop() {
        ParallelLoops.use(null);
    }

    @Override
    public void weave(WovenClass type) {
        ClassLoader loader = type.getBundleWiring().getClassLoader();
        Weaver weaver = Weaver.of(type.getBytes(), loader);
        if (weaver == null) {
            return;
        }
        byte[] woven = weaver.weave();
        weaver.refusals.forEach(refusal -> LOG.log(Level.WARNING, "not parallel: " + refusal));
        if (woven != null) {
            type.getDynamicImports().add("org.anabranch.loops");
            type.getDynamicImports().add("org.anabranch.loops.weave");
            WovenClasses.keep(loader, type.getClassName(), woven);
            type.setBytes(woven);
        }
    }
}
