package org.anabranch.launch.plugins;

import org.anabranch.spi.PluginHost;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

import java.io.File;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Installs the jars of the folder of plugins in place of File Install, which only watches. A thread
 * of its own starts each plugin, so that one that hangs delays no other. Each plugin that cannot be
 * used is one line on the console.
 */
@Component(
        service = ArtifactInstaller.class,
        property = Constants.SERVICE_RANKING + ":Integer=1000")
public final class PluginFolder implements ArtifactInstaller {
    private final BundleContext context;
    private final Map<File, Plugin> plugins = new ConcurrentHashMap<>();
    private final ServiceRegistration<PluginHost> reports;

    /**
     * Starts.
     *
     * @param context of this bundle
     */
    @Activate
    public PluginFolder(BundleContext context) {
        this.context = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
        // not declared: who asks for it would need this class, and without File Install it fails
        this.reports = context.registerService(PluginHost.class, this::plugins, null);
    }

    /** Ends the threads; the bundles stay, since the framework stops them itself. */
    @Deactivate
    void deactivate() {
        reports.unregister();
        plugins.values().forEach(Plugin::abandon);
    }

    @Override
    public boolean canHandle(File file) {
        return file.getName().endsWith(".jar");
    }

    @Override
    public void install(File file) {
        plugins.computeIfAbsent(file, absent -> new Plugin(file, context, this::retry)).install();
    }

    @Override
    public void update(File file) {
        install(file);
    }

    @Override
    public void uninstall(File file) {
        Plugin plugin = plugins.remove(file);
        if (plugin != null) {
            plugin.uninstall();
        }
    }

    private List<PluginHost.Report> plugins() {
        return plugins.values().stream()
                .map(Plugin::report)
                .sorted(Comparator.comparing(PluginHost.Report::file))
                .toList();
    }

    /** Tries the other plugins again: they may have waited for the exports of this one. */
    private void retry() {
        plugins.values().forEach(Plugin::retry);
    }
}
