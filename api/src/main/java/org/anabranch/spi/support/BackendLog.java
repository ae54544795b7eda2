package org.anabranch.spi.support;

import java.lang.System.Logger.Level;

/**
 * Says something in the log. A log is foreign code: a handler of the application may throw, and who
 * logs in the midst of something must go on with that. For any thread.
 */
public final class BackendLog {
    private BackendLog() {}

    /**
     * Says it, if that can be said; throws nothing.
     *
     * @param who logs: the name of the logger
     * @param level of the record
     * @param what the record says
     * @param thrown what was thrown, or null
     */
    public static void say(Class<?> who, Level level, String what, Throwable thrown) {
        try {
            say(who.getName(), level, what, thrown);
        } catch (Throwable unsaid) {
            Thread.onSpinWait(); // a name that is asked for first takes memory
        }
    }

    /**
     * Says it under a name that operators know; throws nothing.
     *
     * @param logger by name
     * @param level of the record
     * @param what the record says
     * @param thrown what was thrown, or null
     */
    public static void say(String logger, Level level, String what, Throwable thrown) {
        try {
            System.getLogger(logger).log(level, what, thrown);
        } catch (Throwable unsaid) {
            Thread.onSpinWait(); // it is not said: a log that throws, or no memory
        }
    }
}
