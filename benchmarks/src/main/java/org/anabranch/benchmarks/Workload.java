package org.anabranch.benchmarks;

import java.util.Set;

/** A program of very many small tasks or actions, with a known result. */
interface Workload {

    /** Returns the number of tasks or actions of one run, by which its time is divided. */
    long units();

    /** Returns the contestants that can run it, including the reference. */
    Set<Contestant> contestants();

    /** Prepares it for one of its contestants. */
    MeasuredProgram on(Contestant contestant, MeasuredWorkers workers);
}
