package org.anabranch.health.check;

import org.anabranch.events.DomainChange;
import org.anabranch.events.DomainEntry;
import org.anabranch.events.EventLog;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;
import org.anabranch.events.Level;
import org.anabranch.events.Recording;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The ids of domains that vanished and are not back. Thread-safe. */
final class LostDomains {
    private static final int MOST_EVENTS = 4096;

    private final Set<String> lost = new TreeSet<>();
    private final Recording recording;
    private final Events fresh;

    /** Reads the events that the log still has. */
    LostDomains(EventLog log) {
        recording = log.record(Level.LIFECYCLE);
        fresh = recording.events(MOST_EVENTS);
    }

    synchronized List<String> look() {
        fresh.clear();
        recording.read(fresh);
        for (int i = 0; i < fresh.size(); i++) {
            if (fresh.kind(i) == Kind.DOMAIN) {
                follow(DomainChange.values()[fresh.detail(i)], fresh.domain(i));
            }
        }
        return List.copyOf(lost);
    }

    private void follow(DomainChange change, int number) {
        DomainEntry domain = fresh.dictionary().domain(number);
        if (domain != null && change == DomainChange.LOST) {
            lost.add(domain.id());
        } else if (domain != null && change == DomainChange.ACTIVE) {
            lost.remove(domain.id());
        }
    }

    synchronized void close() {
        recording.close();
    }
}
