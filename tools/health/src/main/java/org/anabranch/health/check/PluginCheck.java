package org.anabranch.health.check;

import org.anabranch.spi.PluginHost;
import org.anabranch.spi.PluginHost.Report;

import java.util.List;
import java.util.stream.Collectors;

/** The check for plugins that are not used, or there in two versions. */
final class PluginCheck {
    static final String NAME = "plugins";

    private PluginCheck() {}

    /**
     * Runs the check.
     *
     * @param host null if no folder is watched
     */
    static HealthFinding look(PluginHost host) {
        List<Report> all = host == null ? List.of() : host.plugins();
        List<Report> odd = all.stream().filter(Report::isOdd).toList();
        if (odd.isEmpty()) {
            return HealthFinding.ok(
                    NAME, all.isEmpty() ? "there is none" : "all are used: " + all.size());
        }
        return new HealthFinding(
                NAME,
                Status.WARN,
                odd.stream()
                        .map(one -> one.file() + ": " + one.reason())
                        .collect(Collectors.joining("; ")),
                "'plugins' lists them; remove a jar to be rid of it");
    }
}
