package org.anabranch.shell.domains;

import org.anabranch.spi.Backend;
import org.anabranch.spi.support.Patience;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The patience of one command. A device that is being opened and a backend that looks for devices
 * get a given time. Others get two seconds from the start of the commands, and only if more may
 * come: a backend that the scheduler has not taken yet, or a plug-in that is not started.
 */
public final class StartupPatience implements Patience {
    private static final long STEP_MILLIS = 25;
    private static final long YOUNG_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final String PLUGINS = "felix.fileinstall.dir";

    private final BundleContext context;
    private final LongSupplier taken;
    private final long young;
    private final long opening;

    public StartupPatience(
            BundleContext context, LongSupplier taken, long activated, Duration opening) {
        this.opening = System.nanoTime() + opening.toNanos();
        this.context = context;
        this.taken = taken;
        this.young = activated + YOUNG_NANOS;
    }

    /**
     * Returns the patience for the commands of a component that is activated now.
     *
     * @param context of its bundle
     * @param taken gives the number of backends that the scheduler knows
     * @param opening the longest wait for devices and backends that are on their way
     * @return supplies a new one for each command
     */
    public static Supplier<Patience> from(
            BundleContext context, LongSupplier taken, Duration opening) {
        long activated = System.nanoTime();
        return () -> new StartupPatience(context, taken, activated, opening);
    }

    @Override
    public boolean wait(boolean known) throws InterruptedException {
        long limit = known ? opening : young;
        if (limit - System.nanoTime() < 0 || !known && !moreMayCome()) {
            return false;
        }
        Thread.sleep(STEP_MILLIS);
        return true;
    }

    private boolean moreMayCome() {
        try {
            var backends = context.getAllServiceReferences(Backend.class.getName(), null);
            return backends != null && backends.length > taken.getAsLong() || pluginIsPending();
        } catch (InvalidSyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private boolean pluginIsPending() {
        String folders = context.getProperty(PLUGINS);
        if (folders == null) {
            return false;
        }
        List<String> active =
                Arrays.stream(context.getBundles())
                        .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
                        .map(Bundle::getLocation)
                        .toList();
        for (String folder : folders.split(",")) {
            if (holdsOther(Path.of(folder.strip()), active)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holdsOther(Path folder, List<String> active) {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
            for (Path jar : jars) {
                URI uri = jar.toUri();
                String name = uri.getRawPath().substring(uri.getRawPath().lastIndexOf('/'));
                if (active.stream().noneMatch(location -> location.endsWith(name))) {
                    return true;
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false; // nothing will come from a folder that cannot be read
        }
    }
}
