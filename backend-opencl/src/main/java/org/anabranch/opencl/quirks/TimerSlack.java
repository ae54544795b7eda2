package org.anabranch.opencl.quirks;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.spi.support.BackendLog;

import java.lang.System.Logger.Level;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The timer slack of Linux threads: a timed sleep may end 50 microseconds late unless the thread
 * asks for less, which is as long as a small transfer takes.
 */
public final class TimerSlack {
    private static final int SET_TIMER_SLACK = 29;

    private TimerSlack() {}

    /** Asks for exact sleeps of the calling thread. Elsewhere than on Linux nothing changes. */
    public static void ask() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return;
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle prctl =
                    linker.downcallHandle(
                            linker.defaultLookup().find("prctl").orElseThrow(),
                            FunctionDescriptor.of(
                                    JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                            Linker.Option.firstVariadicArg(1));
            int refused = (int) prctl.invokeExact(SET_TIMER_SLACK, 1L, 0L, 0L, 0L);
            if (refused != 0) {
                log("prctl gave " + refused);
            }
        } catch (Throwable absent) {
            log(absent.toString());
        }
    }

    private static void log(String why) {
        BackendLog.say(TimerSlack.class, Level.DEBUG, "timer slack stays as it is: " + why, null);
    }
}
