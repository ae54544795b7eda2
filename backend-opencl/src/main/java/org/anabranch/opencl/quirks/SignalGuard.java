package org.anabranch.opencl.quirks;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The protection of Java's integer division. PoCL before 4.0 installs a handler for SIGFPE in the
 * whole process, after which {@code 7 / 0} is 7 in Java. Where the JDK's {@code libjsig} is
 * preloaded both coexist; elsewhere PoCL is configured, before its first use, to leave the signal
 * alone. Either way a self-test decides.
 */
public final class SignalGuard {
    private static final String SWITCH = "POCL_SIGFPE_HANDLER";

    /** Keeps the compiler from leaving the division out. */
    private static volatile int wrongResult;

    private SignalGuard() {}

    /** {@return the result of the last division by zero that did not throw} */
    public static int wrongResult() {
        return wrongResult;
    }

    /**
     * Sets PoCL's switch in the environment of this process, unless it is not needed or the user
     * has set it. To be called before the first use of a driver.
     *
     * @return the action taken, for the log
     */
    public static String prepare() {
        if (!LoadedLibraries.areTold() || System.getenv(SWITCH) != null) {
            return SWITCH + " left as it was";
        }
        if (isSignalChainingPreloaded()) {
            return "libjsig is preloaded";
        }
        try (Arena arena = Arena.ofConfined()) {
            Linker linker = Linker.nativeLinker();
            MemorySegment setenv = linker.defaultLookup().find("setenv").orElseThrow();
            MethodHandle set =
                    linker.downcallHandle(
                            setenv, FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
            int status =
                    (int) set.invokeExact(arena.allocateFrom(SWITCH), arena.allocateFrom("0"), 0);
            return status == 0 ? SWITCH + " set to 0" : SWITCH + " could not be set";
        } catch (Throwable refused) {
            return SWITCH + " could not be set: " + refused;
        }
    }

    static boolean isSignalChainingPreloaded() {
        return !LoadedLibraries.named("libjsig.").isEmpty();
    }

    /** {@return true if Java's integer division by zero still throws, interpreted and compiled} */
    public static boolean divisionThrows() {
        int sum = 0;
        for (int i = 1; i < 20_000; i++) {
            sum += divide(7, i);
        }
        return sum != 0 && throwsFor(7, true) && throwsFor(11, false);
    }

    private static boolean throwsFor(int dividend, boolean quotient) {
        try {
            wrongResult = quotient ? divide(dividend, 0) : remainder(dividend, 0);
            return false;
        } catch (ArithmeticException right) {
            return true;
        }
    }

    private static int divide(int dividend, int divisor) {
        return dividend / divisor;
    }

    private static int remainder(int dividend, int divisor) {
        return dividend % divisor;
    }
}
