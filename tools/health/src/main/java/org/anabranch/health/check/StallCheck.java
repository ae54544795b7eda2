package org.anabranch.health.check;

import org.anabranch.api.Monitor;
import org.anabranch.api.Monitor.StallReport;

import java.util.Comparator;
import java.util.List;

/** The check for stalled kernels and tasks, seen by the watchdog. */
final class StallCheck {
    static final String NAME = "stall";

    /** The duration of a stall that counts as critical; five minutes, as in Felix. */
    static final long CRITICAL_NANOS = 300_000_000_000L;

    private static final long NANOS_OF_SECOND = 1_000_000_000;

    private StallCheck() {}

    static HealthFinding look(Monitor monitor) {
        List<StallReport> stalls = monitor.stalls();
        if (stalls.isEmpty()) {
            return HealthFinding.ok(NAME, "everything that runs ends");
        }
        StallReport longest =
                stalls.stream().max(Comparator.comparingLong(StallReport::nanos)).orElseThrow();
        String others = stalls.size() == 1 ? "" : ", and " + (stalls.size() - 1) + " more";
        return new HealthFinding(
                NAME,
                longest.nanos() >= CRITICAL_NANOS ? Status.CRITICAL : Status.WARN,
                "%s: %s has run for %d s%s"
                        .formatted(
                                longest.domain().id(),
                                longest.what(),
                                longest.nanos() / NANOS_OF_SECOND,
                                others),
                "'top' and 'tasks' show more; Ctrl-C or the page cancels a job; 'settings set"
                        + " org.anabranch.scheduler stallMillis N' if it may take so long");
    }
}
