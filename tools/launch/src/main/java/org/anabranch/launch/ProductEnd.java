package org.anabranch.launch;

import org.anabranch.spi.support.ForeignThrowables;
import org.osgi.framework.BundleException;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

/**
 * The end of the product, run when the JVM shuts down: stops the bundles, so that running work can
 * finish. Prints a message if that takes time. A signal meanwhile ends the process immediately, as
 * does one that came twice before. An activator that hangs in its start is left behind.
 */
final class ProductEnd implements Runnable {
    private static final long QUIET_MILLIS = 3000;
    private static final Duration HUNG = Duration.ofSeconds(2);
    private static final int INTERRUPTED = 130;

    /** Set by the shell when the user has asked twice. */
    private static final String AT_ONCE = "anabranch.end.at.once";

    private final FrameworkStop stop;
    private final TemporaryFolder storage;
    private final PrintStream err;

    ProductEnd(ProductFramework framework, TemporaryFolder storage, PrintStream err) {
        this.stop = new FrameworkStop(framework.framework(), HUNG);
        this.storage = storage;
        this.err = err;
    }

    @Override
    public void run() {
        if (Boolean.getBoolean(AT_ONCE)) {
            storage.close();
            Runtime.getRuntime().halt(INTERRUPTED);
        }
        List.of("INT", "TERM").forEach(this::haltOn);
        Thread thread = Thread.ofPlatform().daemon().name("anabranch stop").start(this::stop);
        try {
            if (!thread.join(Duration.ofMillis(QUIET_MILLIS))) {
                err.println(
                        "anabranch: ending: " + stop.busy() + "; Ctrl-C once more ends at once");
                thread.join();
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
        storage.close();
    }

    private void stop() {
        try {
            stop.run();
        } catch (BundleException | IllegalStateException failure) {
            err.println(
                    "anabranch: the framework did not stop well: "
                            + ForeignThrowables.text(failure));
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Calls by reflection, since the compiler warns of this class of the JDK and the warning cannot
     * be suppressed.
     */
    private void haltOn(String signal) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler =
                    Proxy.newProxyInstance(
                            handlerType.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, arguments) -> {
                                if (method.getName().equals("handle")) {
                                    storage.close();
                                    Runtime.getRuntime().halt(INTERRUPTED);
                                }
                                return null;
                            });
            type.getMethod("handle", type, handlerType)
                    .invoke(null, type.getConstructor(String.class).newInstance(signal), handler);
        } catch (InvocationTargetException ignored) {
            return; // the parent process has it ignored, and this process ignores it, too
        } catch (ReflectiveOperationException absent) {
            err.println("anabranch: signals cannot be handled: " + absent);
        }
    }
}
