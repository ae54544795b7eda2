package org.anabranch.stencil.run;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Domain;
import org.anabranch.api.DomainClosedException;
import org.anabranch.api.DomainLostException;
import org.anabranch.api.Event;
import org.anabranch.spi.support.ForeignThrowables;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The events that zones have enqueued and not awaited, by iterations, with the zone to blame for a
 * failure (ST-21). Not thread-safe.
 */
final class ZoneEvents {
    private final Deque<List<Tagged>> inFlight = new ArrayDeque<>();
    private final List<Domain> domains;
    private List<Tagged> current = new ArrayList<>();

    /** An event with its zone and description. */
    private record Tagged(Event event, int zone, String what) {}

    /** Creates an empty list, with the domain of each zone. */
    ZoneEvents(List<Domain> domains) {
        this.domains = domains;
    }

    void tag(Event event, int zone, String what) {
        current.add(new Tagged(event, zone, what));
    }

    /** Ends a group of events, for {@link #awaitOldest}. */
    void next() {
        inFlight.add(current);
        current = new ArrayList<>();
    }

    int iterations() {
        return inFlight.size();
    }

    /** Waits for the oldest group, which is kept if one of its events fails. */
    void awaitOldest() {
        List<Tagged> oldest = inFlight.peek();
        for (Tagged tagged : oldest == null ? List.<Tagged>of() : oldest) {
            tagged.event().await();
        }
        inFlight.poll();
    }

    /**
     * Finds the event that failed first; all streams must have been stopped. If domains are lost,
     * the first zone on one of them is reported, whichever zone noticed it first.
     *
     * @param seen the exception
     * @param zone whose enqueue threw it, or -1
     * @param what its description
     */
    StencilFailedException failure(AnabranchException seen, int zone, String what) {
        next();
        Tagged first = null;
        for (List<Tagged> iteration : inFlight) {
            for (Tagged tagged : iteration) {
                Event.State state = tagged.event().state();
                if (state == Event.State.LOST || state == Event.State.FAILED) {
                    AnabranchException cause = tagged.event().failure().orElse(seen);
                    return failed(blamed(cause, tagged.zone()), tagged.what(), cause);
                }
                if (first == null && state == Event.State.CANCELLED) {
                    first = tagged;
                }
            }
        }
        return zone < 0 && first != null
                ? failed(blamed(seen, first.zone()), first.what(), seen)
                : failed(blamed(seen, zone), what, seen);
    }

    private int blamed(AnabranchException cause, int zone) {
        boolean lost =
                ForeignThrowables.find(DomainLostException.class, cause).isPresent()
                        || ForeignThrowables.find(DomainClosedException.class, cause).isPresent();
        for (int id = 0; lost && id < domains.size(); id++) {
            if (domains.get(id).state() != Domain.State.ACTIVE) {
                return id;
            }
        }
        return zone;
    }

    private StencilFailedException failed(int zone, String what, AnabranchException cause) {
        return zone < 0
                ? new StencilFailedException(cause.getMessage(), zone, "", cause)
                : of(zone, domains.get(zone), what, cause);
    }

    static StencilFailedException of(
            int zone, Domain domain, String what, AnabranchException cause) {
        return new StencilFailedException(
                "zone %s on %s failed in %s: %s"
                        .formatted(zone, domain.id(), what, cause.getMessage()),
                zone,
                domain.id(),
                cause);
    }
}
