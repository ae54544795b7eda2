package org.anabranch.dense.factor;

/** Is told how far a factorisation is. */
@FunctionalInterface
public interface Steps {
    /** Tells nobody. */
    Steps UNSEEN = (done, all) -> {};

    /**
     * Called now and then by the thread that waits for the factorisation.
     *
     * @param done how many panels are factored
     * @param all how many there are
     */
    void reached(int done, int all);
}
