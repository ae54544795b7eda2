package org.anabranch.stencil.shell;

import org.anabranch.api.Domain;
import org.anabranch.api.Monitor;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Domains that a user names; those still being opened are waited for, ten seconds at most. */
record DomainWords(Platform platform, Monitor monitor) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 20;

    List<Domain> select(String selectors) throws InterruptedException {
        List<Domain> chosen = new ArrayList<>();
        for (String selector : selectors.split(",", -1)) {
            for (Domain domain : named(selector.strip())) {
                if (!chosen.contains(domain)) {
                    chosen.add(domain);
                }
            }
        }
        return chosen;
    }

    private List<Domain> named(String selector) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean all = selector.equals("all");
        while (true) {
            boolean late = System.nanoTime() > deadline;
            boolean opening =
                    monitor.domains().stream()
                            .map(Monitor.DomainReport::domain)
                            .anyMatch(
                                    domain ->
                                            domain.state() == Domain.State.ADDED
                                                    && (all
                                                            || domain.kind().equals(selector)
                                                            || domain.id().equals(selector)));
            if (!opening || late) {
                try {
                    return all ? platform.domains() : platform.domains(selector);
                } catch (UnknownDomainException unknown) {
                    if (late || platform.domains().size() > 1 && settled()) {
                        throw unknown;
                    }
                }
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Nothing is being opened any more. */
    private boolean settled() {
        return monitor.domains().stream()
                .noneMatch(report -> report.domain().state() == Domain.State.ADDED);
    }
}
