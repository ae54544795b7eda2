package org.anabranch.scheduler.race;

/** The place in a program that called the platform. */
public final class CallSite {
    private static final String AT = ", enqueued at ";

    private CallSite() {}

    /**
     * The nearest caller outside the runtime, as a text to be put behind a description; nothing if
     * there is no memory to look, which may come as any error.
     */
    public static String ofProgram() {
        try {
            return nearest();
        } catch (VirtualMachineError full) {
            return "";
        }
    }

    /** The line of what {@link #ofProgram} says. */
    public static String lineOf(String text) {
        return text.isEmpty() ? text : text.substring(AT.length());
    }

    private static String nearest() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !isOurs(frame.getClassName())).findFirst())
                .map(frame -> AT + frame.toStackTraceElement())
                .orElse("");
    }

    private static boolean isOurs(String className) {
        return className.startsWith("org.anabranch.scheduler.")
                || className.startsWith("org.anabranch.api.");
    }
}
