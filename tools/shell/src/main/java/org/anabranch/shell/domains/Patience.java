package org.anabranch.shell.domains;

/** The decision to go on waiting for a domain or a job that may still come. */
@FunctionalInterface
public interface Patience {

    /** Never waits. */
    Patience NONE = known -> false;

    /**
     * Waits a little.
     *
     * @param known true if the expected domain or job is known to be on its way
     * @return false, without waiting, if there is nothing more to wait for
     * @throws InterruptedException if the thread is interrupted
     */
    boolean wait(boolean known) throws InterruptedException;
}
