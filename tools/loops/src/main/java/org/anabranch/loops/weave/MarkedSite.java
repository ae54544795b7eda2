package org.anabranch.loops.weave;

import org.anabranch.loops.LoopRun;
import org.anabranch.loops.Loops;
import org.anabranch.loops.cost.LoopSite;
import org.anabranch.loops.cost.SiteLoops;
import org.anabranch.loops.device.KeptArrays;
import org.anabranch.loops.lift.WovenClasses;

import java.io.Serializable;
import java.lang.invoke.MethodHandles;

/**
 * A marked loop in woven code, where it stands twice: as the program has it, and as a call of
 * {@link ParallelLoops}. Thread-safe. A record, so that compiled code does not load its fields.
 *
 * @param costs the measured times
 * @param name of the loop, for people; null if only the call is left
 * @param reassociates true if the order of rounding is free
 */
public record MarkedSite(LoopSite costs, String name, boolean reassociates) {
    /** The site of loops that permit reassociation, and of which only the call is left. */
    public static final MarkedSite REASSOCIATING = new MarkedSite(new LoopSite(), null, true);

    /**
     * Creates the site of a loop: a bootstrap method for a constant.
     *
     * @param lookup of the woven class
     * @param method that holds one iteration
     * @param type this class
     * @return the site
     */
    public static MarkedSite make(MethodHandles.Lookup lookup, String method, Class<?> type) {
        return of(name(lookup, method), false);
    }

    /**
     * Creates the site of a loop that permits reassociation: a bootstrap method for a constant.
     *
     * @param lookup of the woven class
     * @param method that holds one iteration
     * @param type this class
     * @return the site
     */
    public static MarkedSite makeReassociating(
            MethodHandles.Lookup lookup, String method, Class<?> type) {
        return of(name(lookup, method), true);
    }

    private static MarkedSite of(String name, boolean reassociates) {
        MarkedSite site = new MarkedSite(new LoopSite(), name, reassociates);
        site.costs.name(name);
        return site;
    }

    private static String name(MethodHandles.Lookup lookup, String method) {
        String loop = WovenClasses.loop(method);
        return lookup.lookupClass().getName() + "." + (loop == null ? method : loop);
    }

    /** Returns the name of the loop, or of the class of its body if only the call is left. */
    String nameOr(Serializable body) {
        return name == null ? body.getClass().getName() : name;
    }

    /** Returns true if the program's own loop is there to be run. */
    boolean hasLoop() {
        return name != null;
    }

    /** Returns the loops in use with the permissions of this one, or null if there are none. */
    Loops loops() {
        Loops runner = ParallelLoops.loops();
        return runner != null && reassociates ? runner.reassociating() : runner;
    }

    /**
     * Begins a loop that counts by one, of a class woven by 0.1.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param up true if it counts up
     * @return as the other method
     */
    public static MarkedRun begin(MarkedSite site, long first, long bound, boolean up) {
        return begin(site, first, bound, up ? 1 : -1, up);
    }

    /**
     * Begins a loop.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param step the increment
     * @param up true if it counts up
     * @return the run, if the program's own loop is to run; null if {@link ParallelLoops} is to be
     *     called
     */
    public static MarkedRun begin(MarkedSite site, long first, long bound, long step, boolean up) {
        return goesOn(site, first, bound, step, up)
                ? MarkedRun.UNMEASURED
                : site.begin(length(first, bound, step, up));
    }

    /**
     * Returns true if the original method runs a loop in place, in order and unmeasured.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param step the increment
     * @param up true if it counts up
     * @return false if the continuation of the method is to be called
     */
    public static boolean goesOn(MarkedSite site, long first, long bound, long step, boolean up) {
        long distance = up ? bound - first : first - bound;
        return site.isExact(distance) && site.costs.goesOn(distance, up ? step : -step);
    }

    /**
     * Returns true if a continuation runs a loop in place, in order and unmeasured.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param step the increment
     * @param up true if it counts up
     * @return false if {@link ParallelLoops} is to be called
     */
    public static boolean isBrief(MarkedSite site, long first, long bound, long step, boolean up) {
        long distance = up ? bound - first : first - bound;
        return site.isExact(distance) && site.costs.isBrief(distance, up ? step : -step);
    }

    /**
     * Returns true if a method without a continuation runs a loop in place, beside the call of its
     * range method, which would cost a considerable part of its time.
     *
     * @param site the loop
     * @param first value of its variable
     * @param bound of the variable
     * @param step the increment
     * @param up true if it counts up
     * @return false if {@link ParallelLoops} is to be called
     */
    public static boolean isTiny(MarkedSite site, long first, long bound, long step, boolean up) {
        long distance = up ? bound - first : first - bound;
        return site.isExact(distance) && site.costs.isTiny(distance, up ? step : -step);
    }

    /** Returns the length of a loop, in steps. */
    static long length(long first, long bound, long step, boolean up) {
        long distance = up ? bound - first : first - bound;
        long size = up ? step : -step;
        return size > 1 ? distance / size : distance;
    }

    private boolean isExact(long length) {
        return !reassociates || length < SiteLoops.TILE;
    }

    private MarkedRun begin(long length) {
        Loops runner = loops();
        if (runner == null) {
            KeptArrays.usedAny();
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
