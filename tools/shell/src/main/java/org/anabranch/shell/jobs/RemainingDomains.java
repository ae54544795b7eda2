package org.anabranch.shell.jobs;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The domains that a job may still use. A device that has gone and is there again, as after an
 * update of its backend, is one of them; when it goes once more it is left out, so that the job
 * ends however often its backend is updated. For one thread.
 */
final class RemainingDomains {
    private final Platform platform;
    private final Set<String> gone = new HashSet<>();
    private List<Domain> all;

    RemainingDomains(Platform platform, List<Domain> selected) {
        this.platform = platform;
        this.all = selected;
    }

    /** Returns true if a domain has gone, and others are there to go on with. */
    boolean haveChanged() {
        List<Domain> now = new ArrayList<>();
        for (Domain domain : all) {
            if (domain.state() == Domain.State.ACTIVE) {
                now.add(domain);
            } else if (gone.add(domain.id())) {
                platform.domains().stream()
                        .filter(other -> other.id().equals(domain.id()))
                        .forEach(now::add);
            }
        }
        boolean changed = !now.isEmpty() && !now.equals(all);
        all = now;
        return changed;
    }

    List<Domain> all() {
        return all;
    }
}
