package org.anabranch.benchmarks;

import java.util.Set;

/** A program of very many small tasks or actions, with a known result. */
interface Workload {

    /** How many tasks or actions one run has; what the time of a run is divided by. */
    long units();

    /** Who can run it, the one that others are compared with included. */
    Set<Contestant> contestants();

    /** Makes it ready to be run by one of its contestants. */
    Program on(Contestant contestant, Workers workers);
}
