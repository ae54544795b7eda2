package org.anabranch.loops.weave;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.lift.WovenClasses;

import java.lang.invoke.MethodHandles;

/**
 * A marked loop in woven code, where it stands twice: as the program has it, and as a call of
 * {@link ParallelLoops}. Thread-safe. A record, so that compiled code does not load its fields.
 *
 * @param costs the measured times
 * @param name of the loop, for people
 */
public record MarkedSite(LoopSite costs, String name) {

    /**
     * Creates the site of a loop: a bootstrap method for a constant.
     *
     * @param lookup of the woven class
     * @param method that holds one iteration
     * @param type this class
     * @return the site
     */
    public static MarkedSite make(MethodHandles.Lookup lookup, String method, Class<?> type) {
        String loop = WovenClasses.loop(method);
        String name = loop == null ? method : loop;
        return new MarkedSite(new LoopSite(), lookup.lookupClass().getName() + "." + name);
    }

    /**
     * Begins a loop.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param up true if it counts up
     * @return the run, if the program's own loop is to run; null if {@link ParallelLoops} is to be
     *     called
     */
    public static MarkedRun begin(MarkedSite site, long first, long bound, boolean up) {
        long length = up ? bound - first : first - bound;
        if (site.costs.isShort(length) && !ParallelLoops.takesShort()) {
            return MarkedRun.UNMEASURED;
        }
        return site.begin(length);
    }

    private MarkedRun begin(long length) {
        Loops runner = ParallelLoops.loops();
        if (runner == null) {
            return MarkedRun.UNMEASURED;
        }
        if (runner instanceof SiteLoops loops
                && loops.mayRunInOrder(costs, length + 1) // the bound may be one of the values
                && costs.next(length) == LoopSite.Way.IN_ORDER) {
            LoopRun begun = loops.begin(name, length, LoopSite.UNPROVED);
            return new MarkedRun(this, loops, length, begun);
        }
        return null;
    }
}
