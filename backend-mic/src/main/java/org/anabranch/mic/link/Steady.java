package org.anabranch.mic.link;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;

/**
 * Something that is done again and again. A clock forgets silently what throws once, for want of
 * memory say; this is said in the log, and done again at its time.
 *
 * @param what is done
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
