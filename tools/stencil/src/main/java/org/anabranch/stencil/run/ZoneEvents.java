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
 * What zones have enqueued and not awaited, by iterations, and whose fault it is if one does not
 * end well (ST-21). Not for use by several threads at once.
 */
final class ZoneEvents {
    private final Deque<List<Tagged>> inFlight = new ArrayDeque<>();
    private final List<Domain> domains;
    private List<Tagged> current = new ArrayList<>();

    /** An event, and whose it is. */
    private record Tagged(Event event, int zone, String what) {}

    /** Begins, with the domain of each zone. */
    ZoneEvents(List<Domain> domains) {
        this.domains = domains;
    }

    void tag(Event event, int zone, String what) {
        current.add(new Tagged(event, zone, what));
    }

    /** What was tagged so far belongs together, for {@link #awaitOldest}. */
    void next() {
        inFlight.add(current);
        current = new ArrayList<>();
    }

    int iterations() {
        return inFlight.size();
    }

    /** Waits for the oldest, which stay here if one does not end well. */
    void awaitOldest() {
        List<Tagged> oldest = inFlight.peek();
        for (Tagged tagged : oldest == null ? List.<Tagged>of() : oldest) {
            tagged.event().await();
        }
        inFlight.poll();
    }

    /**
     * Looks for the event that failed by itself; all streams must have been stopped. If domains are
     * lost, the first zone of one is to blame, whoever was the first to miss it.
     *
     * @param seen what was thrown
     * @param zone whose enqueue threw it, or -1
     * @param what that was
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
        boolean lost = false;
        for (Throwable one : ForeignThrowables.chain(cause)) {
            lost |= one instanceof DomainLostException || one instanceof DomainClosedException;
        }
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
                "zone "
                        + zone
                        + " on "
                        + domain.id()
                        + " failed in "
                        + what
                        + ": "
                        + cause.getMessage(),
                zone,
                domain.id(),
                cause);
    }
}
