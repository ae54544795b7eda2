package org.anabranch.loops.speculate;

import org.anabranch.loops.Verdict;

/** The way in which a loop runs, by the letters of Japonica. */
public enum LoopMode {
    /** Proved independent: shared. */
    A("A"),
    /** Proved to be independent with private, reduced or copied memory: shared in tiles. */
    TREATED("A, treated"),
    /** Speculated, and iterations have run again. */
    B("B"),
    /** In order. */
    C("C"),
    /** Speculated, and iterations only wrote the same elements. */
    D("D"),
    /** Speculated, and no iterations met. */
    CHECKED("D'");

    /** The part of the time in order below which speculating is expected to pay. */
    private static final double GAIN = 0.9;

    private final String title;

    LoopMode(String title) {
        this.title = title;
    }

    /**
     * Chooses the mode of a loop. What has been counted names it, and costs choose; each mode but
     * the proved ones checks its dependences.
     *
     * @param verdict the verdict
     * @param isTreated true if the loop is transformed so that iterations are independent
     * @param counted the counts of its latest speculative run, or null
     * @param cost the costs of an iteration
     * @return the mode
     */
    public static LoopMode of(
            Verdict.Kind verdict,
            boolean isTreated,
            SpeculationFigures counted,
            SpeculationCost cost) {
        return switch (verdict) {
            case DOALL -> A;
            case REFUSED -> C;
            case DEPENDENT, UNKNOWN -> {
                if (isTreated) {
                    yield TREATED;
                }
                double density = counted == null ? SpeculationCost.ASSUMED : counted.density();
                yield cost.predicted(density) < GAIN * cost.pace() ? named(counted) : C;
            }
        };
    }

    /**
     * Returns the mode of a speculative run by what it has counted.
     *
     * @param counted its counts; null if there was none yet
     * @return the mode
     */
    public static LoopMode named(SpeculationFigures counted) {
        if (counted == null || counted.again() > 0) {
            return B;
        }
        return counted.shared() > 0 ? D : CHECKED;
    }

    /** {@return true if it runs on logs} */
    public boolean isSpeculative() {
        return this == B || this == D || this == CHECKED;
    }

    @Override
    public String toString() {
        return "mode " + title;
    }
}
