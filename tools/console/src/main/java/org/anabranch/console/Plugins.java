package org.anabranch.console;

import org.anabranch.spi.PluginHost;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;

import java.io.File;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The bundles with backends or jobs, which an operator may stop and start. */
final class Plugins {
    private static final List<String> OFFERS =
            List.of(
                    "org.anabranch.spi.Backend",
                    "org.anabranch.api.Job",
                    "org.anabranch.api.KernelLibrary");

    private final BundleContext context;

    /** The folder for plug-ins: every bundle in it counts as one. */
    private final String folder;

    Plugins(BundleContext context) {
        this.context = context;
        String plugins = context.getProperty("anabranch.plugins");
        this.folder = plugins == null ? null : new File(plugins).toURI().normalize().toString();
    }

    private Stream<Bundle> all() {
        return Arrays.stream(context.getBundles()).filter(this::isPlugin);
    }

    private boolean isPlugin(Bundle bundle) {
        if (bundle.getBundleId() == 0 || bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null) {
            return false;
        }
        String offers = String.valueOf(bundle.getHeaders().get(Constants.PROVIDE_CAPABILITY));
        String needs = String.valueOf(bundle.getHeaders().get(Constants.IMPORT_PACKAGE));
        if (folder != null && bundle.getLocation().startsWith(folder)) {
            return true;
        }
        return OFFERS.stream().anyMatch(offers::contains)
                || needs.contains("org.anabranch.spi") && !isOfTheHouse(bundle);
    }

    /**
     * Returns true for the runtime, the shell and this bundle, which must not be stopped from the
     * page.
     */
    private static boolean isOfTheHouse(Bundle bundle) {
        return List.of(
                        "org.anabranch.api",
                        "org.anabranch.scheduler",
                        "org.anabranch.shell",
                        "org.anabranch.launch",
                        "org.anabranch.console")
                .contains(bundle.getSymbolicName());
    }

    /**
     * Returns the bundles, and the jars that are none.
     *
     * @param host null if no folder is watched
     */
    List<Map<String, Object>> rows(PluginHost host) {
        Map<String, PluginHost.Report> files = new TreeMap<>();
        if (host != null) {
            host.plugins().forEach(one -> files.put(one.file(), one));
        }
        List<Map<String, Object>> rows = new ArrayList<>();
        all().forEach(
                        bundle -> {
                            Map<String, Object> row = new LinkedHashMap<>();
                            row.put("id", bundle.getBundleId());
                            row.put("name", bundle.getSymbolicName());
                            row.put("version", bundle.getVersion());
                            row.put("state", state(bundle.getState()));
                            PluginHost.Report file = files.remove(fileName(bundle));
                            row.put("reason", file == null ? "" : file.reason());
                            rows.add(row);
                        });
        for (PluginHost.Report file : files.values()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", 0); // that of the framework: it cannot be started here
            row.put("name", file.file());
            row.put("version", file.version());
            row.put("state", "not used");
            row.put("reason", file.reason());
            rows.add(row);
        }
        return rows;
    }

    private String fileName(Bundle bundle) {
        String location = bundle.getLocation();
        return folder != null && location.startsWith(folder)
                ? location.substring(location.lastIndexOf('/') + 1)
                : "";
    }

    private static String state(int state) {
        return switch (state) {
            case Bundle.ACTIVE -> "active";
            case Bundle.STARTING -> "starting";
            case Bundle.STOPPING -> "stopping";
            case Bundle.RESOLVED -> "stopped";
            default -> "not resolved";
        };
    }

    /** A change that may take long, run in a thread of its own. */
    private interface Change {
        void on(Bundle bundle) throws BundleException;
    }

    boolean start(long id) {
        return change(id, "start", Bundle::start);
    }

    boolean stop(long id) {
        return change(id, "stop", bundle -> bundle.stop(Bundle.STOP_TRANSIENT));
    }

    private boolean change(long id, String what, Change change) {
        Bundle bundle = all().filter(one -> one.getBundleId() == id).findFirst().orElse(null);
        if (bundle == null) {
            return false;
        }
        Thread.ofVirtual()
                .name("anabranch-" + what + "-" + bundle.getSymbolicName())
                .start(
                        () -> {
                            try {
                                change.on(bundle);
                            } catch (BundleException | IllegalStateException failure) {
                                PageLog.say(
                                        Level.WARNING,
                                        "plug-in " + bundle.getSymbolicName() + " does not " + what,
                                        failure);
                            }
                        });
        return true;
    }
}
