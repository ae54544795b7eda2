package org.anabranch.scheduler.race;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The strand of each thread. Used under the detector's lock, except for entering and leaving. */
final class Strands {
    /** Threads that a strand starts are in it as long as it goes on. */
    private static final InheritableThreadLocal<Strand> PRESENT = new InheritableThreadLocal<>();

    /** The threads of all programs. */
    final Strand program = new Strand(this, CausalPast.NONE, null);

    /** The strand of kernels, whose waits are unknown. */
    private final Strand kernels = new Strand(this, CausalPast.NONE, null);

    private final Set<Strand> live = Collections.newSetFromMap(new WeakHashMap<>());

    /** The strand of the calling thread. */
    Strand current() {
        Strand strand = PRESENT.get();
        return strand == null || strand.over || strand.of != this ? program : strand;
    }

    boolean isInKernel() {
        return current() == kernels;
    }

    Strand add(CausalPast past, ScopeOrder scope) {
        Strand strand = new Strand(this, past, scope);
        live.add(strand);
        return strand;
    }

    /** The thread is in the strand; returns where it was. */
    static Strand enter(Strand strand) {
        Strand around = PRESENT.get();
        PRESENT.set(strand);
        return around;
    }

    Strand enterKernel() {
        return enter(kernels);
    }

    static void leave(Strand around) {
        if (around == null) {
            PRESENT.remove();
        } else {
            PRESENT.set(around);
        }
    }

    void end(Strand strand) {
        strand.over = true;
        live.remove(strand);
    }

    /** Returns the common past of all future operations of any strand. */
    CausalPast common() {
        CausalPast common = program.past();
        for (Strand strand : live) {
            common = common.intersection(strand.past());
        }
        return common;
    }

    int size() {
        return live.size();
    }
}
