package org.anabranch.shell.settings;

import org.anabranch.shell.failure.UsageException;
import org.anabranch.spi.support.Setting;
import org.anabranch.spi.support.Spelling;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A part of the platform that has settings: the scheduler, a backend.
 *
 * @param pid under which it is configured
 * @param settings as listed by its Metatype description
 */
record Part(String pid, List<Setting> settings) {
    private static final String OURS = "org.anabranch.";

    /** {@return all parts of the bundles that use Anabranch, in the order of their PIDs} */
    static List<Part> of(BundleContext context) {
        List<Part> parts = new ArrayList<>();
        for (Bundle bundle : context.getBundles()) {
            String imports = bundle.getHeaders().get(Constants.IMPORT_PACKAGE);
            var files = bundle.findEntries("OSGI-INF/metatype", "*.xml", false);
            if (files != null && imports != null && imports.contains(OURS)) {
                for (URL file : Collections.list(files)) {
                    parts.addAll(MetatypeFile.parts(file));
                }
            }
        }
        parts.sort(Comparator.comparing(Part::pid));
        return parts;
    }

    /**
     * Finds one by its PID, or by what follows {@value #OURS} there.
     *
     * @throws UsageException if there is none
     */
    static Part named(List<Part> parts, String name) {
        return parts.stream()
                .filter(part -> part.pid.equals(name) || part.pid.equals(OURS + name))
                .findFirst()
                .orElseThrow(() -> unknown("no part '" + name, name, pids(parts)));
    }

    private static List<String> pids(List<Part> parts) {
        return parts.stream().map(Part::pid).toList();
    }

    /**
     * One of its settings.
     *
     * @throws UsageException if there is none
     */
    Setting setting(String key) {
        List<String> keys = settings.stream().map(Setting::key).toList();
        int at = keys.indexOf(key);
        if (at < 0) {
            throw unknown(pid + ": there is no setting '" + key, key, keys);
        }
        return settings.get(at);
    }

    private static UsageException unknown(String start, String word, List<String> all) {
        return new UsageException(
                "%s'; there are %s.%s"
                        .formatted(start, String.join(", ", all), Spelling.didYouMean(word, all)));
    }

    /** {@return the name of the property that wins over the configuration} */
    String property(Setting setting) {
        String part = pid.startsWith(OURS) ? pid.substring("org.".length()) : pid;
        return part + "." + setting.key();
    }
}
