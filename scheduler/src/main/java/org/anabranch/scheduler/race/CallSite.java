package org.anabranch.scheduler.race;

/** Where a program called the platform. */
public final class CallSite {
    private CallSite() {}

    /** The nearest caller outside the runtime, as a text to be put behind a description. */
    public static String ofProgram() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName())).findFirst())
                .map(frame -> ", enqueued at " + frame.toStackTraceElement())
                .orElse("");
    }

    private static boolean isOurs(String className) {
        return className.startsWith("org.anabranch.scheduler.")
                || className.startsWith("org.anabranch.api.");
    }
}
