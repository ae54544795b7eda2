package org.anabranch.dense.factor;

/** A listener for the progress of a factorisation. */
@FunctionalInterface
public interface Steps {
    /** A listener that does nothing. */
    Steps UNSEEN = (done, all) -> {};

    /**
     * Reports the progress; called from time to time by the thread that waits for the
     * factorisation.
     *
     * @param done number of panels that are factored
     * @param all number of panels in all
     */
    void reached(int done, int all);
}
