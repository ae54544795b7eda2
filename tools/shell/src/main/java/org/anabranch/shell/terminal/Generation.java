package org.anabranch.shell.terminal;

import org.anabranch.api.AnabranchException;
import org.anabranch.shell.failure.LeaveException;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.startlevel.BundleStartLevel;

import java.net.URL;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * One generation of the shell: it lasts as long as the wiring of the bundle. A refresh of the
 * bundle, or of one that it uses such as the API, makes a new generation while the old one still
 * runs a statement. The old one then returns {@link #NEXT} to the process that called it, and
 * leaves what it has begun to its successor: the session, the terminal, and the rest of the line.
 * The legacy holds only objects of the JDK, Gogo and JLine, since both generations have their own
 * classes.
 */
final class Generation {
    /** Not an exit status: the caller is to call the next generation with the same map. */
    static final int NEXT = Integer.MIN_VALUE;

    /** Not an exit status: there is nothing to read, and the caller keeps the page open. */
    static final int SERVE = Integer.MIN_VALUE + 1;

    static final String SESSION = "session";
    static final String TERMINAL = "terminal";
    static final String READER = "reader";
    static final String STATUS = "status";
    private static final String REST = "rest";
    private static final long STEP_MILLIS = 20;

    /** The time in which a bundle that is refreshed comes again: 60 s. */
    private static final int MOST_STEPS = 3000;

    private final BundleContext system;
    private final Bundle bundle;
    private Map<String, Object> legacy = new HashMap<>();
    private volatile boolean ended;

    /** Outside of a framework there is one generation. */
    Generation() {
        system = null;
        bundle = null;
    }

    Generation(BundleContext context) {
        bundle = context.getBundle();
        system = context.getBundle(0).getBundleContext();
    }

    /** Takes what the generation before has left, and what this one will leave. */
    void begin(Map<String, Object> map) {
        legacy = map;
    }

    Object left(String key) {
        return legacy.get(key);
    }

    Object taken(String key) {
        return legacy.remove(key);
    }

    void leave(String key, Object object) {
        legacy.put(key, object);
    }

    /** {@return the rest of a line that the generation before has left, or null} */
    String takenRest() {
        return (String) taken(REST);
    }

    /**
     * Ends it, while the bundle is being stopped. What it still runs afterwards finds no class that
     * was not loaded before, so all are loaded now.
     */
    void end() {
        if (system.getBundle().getState() != Bundle.STOPPING) {
            loadClasses(Generation.class);
            loadClasses(AnabranchException.class);
        }
        ended = true;
    }

    /** Loads all classes of the bundle that one of them is in. */
    private static void loadClasses(Class<?> one) {
        Enumeration<URL> classes =
                FrameworkUtil.getBundle(one).findEntries("org/anabranch", "*.class", true);
        while (classes != null && classes.hasMoreElements()) {
            String path = classes.nextElement().getPath();
            String name = path.substring(path.indexOf("org/anabranch/")).replace('/', '.');
            try {
                Class.forName(
                        name.substring(0, name.length() - ".class".length()),
                        true,
                        one.getClassLoader());
            } catch (ClassNotFoundException | LinkageError optional) {
                continue; // it uses a package that is not there, and so was not in use
            }
        }
    }

    /**
     * Returns true if the bundle was stopped and the next generation is there. Waits for it while
     * the bundle is only stopped in order to start again. Without a successor this generation goes
     * on: a script may stop the bundle and start it later.
     */
    boolean isOver() {
        for (int step = 0; ended && !isSucceeded() && comesAgain() && step < MOST_STEPS; step++) {
            try {
                Thread.sleep(STEP_MILLIS);
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return ended && isSucceeded();
    }

    /** A refresh or an update keeps the mark that a stop takes away. */
    private boolean comesAgain() {
        return bundle.getState() != Bundle.UNINSTALLED
                && bundle.adapt(BundleStartLevel.class).isPersistentlyStarted();
    }

    private boolean isSucceeded() {
        try {
            return !system.getServiceReferences(ToIntFunction.class, "(anabranch.entry=shell)")
                    .isEmpty();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        } catch (IllegalStateException stopping) {
            return false;
        }
    }

    /**
     * Leaves the rest of a line to the next generation, if it is there.
     *
     * @throws LeaveException with the status {@link #NEXT}
     */
    void leaveRest(String rest) {
        if (isOver()) {
            leave(REST, rest);
            throw new LeaveException(NEXT);
        }
    }
}
