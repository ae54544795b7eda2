package org.anabranch.spi.support;

import java.lang.System.Logger.Level;

/**
 * A logging facade that never throws. A log handler of the application is foreign code and may
 * throw; the caller, which may be in the middle of an operation, must go on. A logged throwable is
 * foreign as well: handlers get {@linkplain ForeignThrowables#printable a bounded copy} of one
 * whose methods misbehave. Thread-safe.
 */
public final class BackendLog {
    private BackendLog() {}

    /**
     * Logs a record; throws nothing.
     *
     * @param who the class that logs: its name is the logger's
     * @param level of the record
     * @param what the message
     * @param thrown the exception, or null
     */
    public static void say(Class<?> who, Level level, String what, Throwable thrown) {
        try {
            say(who.getName(), level, what, thrown);
        } catch (Throwable unsaid) {
            Thread.onSpinWait(); // looking up a logger for the first time allocates
        }
    }

    /**
     * Logs a record under a logger name that operators know; throws nothing.
     *
     * @param logger by name
     * @param level of the record
     * @param what the message
     * @param thrown the exception, or null
     */
    public static void say(String logger, Level level, String what, Throwable thrown) {
        try {
            System.getLogger(logger).log(level, what, ForeignThrowables.printable(thrown));
        } catch (Throwable unsaid) {
            Thread.onSpinWait(); // not logged: the handler throws, or there is no memory
        }
    }
}
