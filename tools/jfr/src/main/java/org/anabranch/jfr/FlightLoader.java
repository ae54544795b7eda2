package org.anabranch.jfr;

import org.anabranch.events.EventLog;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;

/**
 * A class loader that defines the classes of this package again. JFR inserts calls of its internal
 * classes into event types. A bundle's loader cannot find these, since no bundle can import their
 * packages; this loader takes them from the Java platform, without a setting of the framework.
 */
final class FlightLoader extends ClassLoader {
    private static final String RECORDER = "jdk.jfr.";
    private static final String HERE = FlightLoader.class.getPackageName() + ".";

    FlightLoader() {
        super("anabranch-jfr", FlightLoader.class.getClassLoader());
    }

    /**
     * Opens a link.
     *
     * @throws NoClassDefFoundError if this Java has no JFR
     */
    AutoCloseable link(EventLog log) {
        try {
            Method opened = loadClass(HERE + "FlightLink").getMethod("opened", EventLog.class);
            opened.setAccessible(true); // its package is a different one with the same name
            return (AutoCloseable) opened.invoke(null, log);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException("events for the Flight Recorder: " + broken, broken);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith(RECORDER)) {
            return getPlatformClassLoader().loadClass(name);
        }
        if (!name.startsWith(HERE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String file = name.substring(HERE.length()) + ".class";
        try (InputStream in = FlightLoader.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(
                    name, bytes, 0, bytes.length, FlightLoader.class.getProtectionDomain());
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
