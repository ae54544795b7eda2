package org.anabranch.launch;

import org.anabranch.spi.support.BackendLog;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

import java.io.IOException;
import java.io.Reader;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Properties;

/**
 * The first settings: gives Configuration Admin the files {@code <PID>.cfg} of the folder of
 * plugins before any bundle starts that reads them, so that nothing starts twice. File Install
 * follows what changes later.
 */
record FirstSettings(BundleContext context) {
    /** Bundle and service, by their names: this side does not see the classes of bundles. */
    static final String BUNDLE = "org.apache.felix.configadmin";

    private static final String ADMIN = "org.osgi.service.cm.ConfigurationAdmin";
    private static final String SUFFIX = ".cfg";

    void read(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                give(file);
            }
        } catch (IOException unreadable) {
            warn(folder + ": settings cannot be read", unreadable);
        }
    }

    private void give(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            Properties settings = new Properties();
            settings.load(reader);
            Dictionary<String, Object> values = new Hashtable<>();
            settings.forEach((key, value) -> values.put(key.toString(), value));
            values.put("felix.fileinstall.filename", file.toAbsolutePath().toUri().toString());
            String name = file.getFileName().toString();
            configure(name.substring(0, name.length() - SUFFIX.length()), values);
        } catch (IOException | IllegalArgumentException | ReflectiveOperationException wrong) {
            warn(file + ": settings cannot be read", wrong);
        }
    }

    private void configure(String pid, Dictionary<String, Object> values)
            throws ReflectiveOperationException {
        ServiceReference<?> reference = context.getServiceReference(ADMIN);
        if (reference == null) {
            return;
        }
        Object admin = context.getService(reference);
        Class<?> type = admin.getClass().getClassLoader().loadClass(ADMIN);
        Object configuration =
                type.getMethod("getConfiguration", String.class, String.class)
                        .invoke(admin, pid, "?");
        Class<?> configurations = type.getMethod("getConfiguration", String.class).getReturnType();
        configurations.getMethod("update", Dictionary.class).invoke(configuration, values);
        context.ungetService(reference);
    }

    private static void warn(String line, Exception cause) {
        BackendLog.say("anabranch", Level.WARNING, line + ": " + cause, null);
    }
}
