package org.anabranch.scheduler;

import org.anabranch.scheduler.pool.ForeignCode;

/** A backend's fault, as one log line; the stack trace is logged at a lower level. */
final class BackendFault {
    private BackendFault() {}

    /** Says it in the log, if there is memory for that. */
    static void say(String what, Throwable cause) {
        try {
            String line = cause == null ? what : what + ": " + sentence(cause);
            ForeignCode.log(System.Logger.Level.WARNING, line);
            if (cause != null) {
                boolean _ = ForeignCode.say(System.Logger.Level.DEBUG, what, cause);
            }
        } catch (OutOfMemoryError full) {
            return; // the caller has an operation to end
        }
    }

    /** One line, whatever it says; what a backend throws may itself throw. */
    static String sentence(Throwable thrown) {
        String message = ForeignCode.message(thrown);
        return message == null ? thrown.getClass().getName() : message.strip();
    }
}
