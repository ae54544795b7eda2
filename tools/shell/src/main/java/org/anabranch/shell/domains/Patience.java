package org.anabranch.shell.domains;

/** Whether, and how long, to wait for a domain or a job that may still come. */
@FunctionalInterface
public interface Patience {

    /** Gives up at once. */
    Patience NONE = known -> false;

    /**
     * Waits a little.
     *
     * @param known whether what is waited for is known to be on its way
     * @return false, without waiting, when there is nothing more to wait for
     * @throws InterruptedException if the thread is interrupted
     */
    boolean wait(boolean known) throws InterruptedException;
}
