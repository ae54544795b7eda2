package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;

/**
 * A periodic action. A scheduled executor silently drops an action that throws once, for lack of
 * memory say; this one is logged, and repeated at its time.
 *
 * @param what the action
 */
public record Steady(Runnable what) implements Runnable {
    /** No literal: that takes memory where it is first used. */
    private static final String FAILED = "what is done again and again failed once".intern();

    @Override
    public void run() {
        try {
            what.run();
        } catch (Throwable broken) {
            BackendLog.say(Steady.class, Level.WARNING, FAILED, broken);
        }
    }
}
