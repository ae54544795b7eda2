package org.anabranch.console;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;

/** The page's log, under the logger name that operators know. Thread-safe. */
final class PageLog {
    private static final String NAME = "anabranch.console";

    private PageLog() {}

    /** Logs a record; throws nothing. */
    static void say(Level level, String what, Throwable thrown) {
        BackendLog.say(NAME, level, what, thrown);
    }
}
