package org.anabranch.scheduler.kernel;

import org.anabranch.api.Argument;
import org.anabranch.api.Domain;
import org.anabranch.api.Kernel;
import org.anabranch.api.KernelFormatException;
import org.anabranch.api.Operand;
import org.anabranch.api.Piece;
import org.anabranch.api.Place;
import org.anabranch.api.UnknownDomainException;
import org.anabranch.scheduler.action.DomainView;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.domain.Domains;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The choice of a domain for an action: in a stream by a forecast, else where the fewest bytes are
 * missing, and among those where there is least to do.
 */
public final class Placement {
    private final Domains domains;
    private final Place place;

    /** The measured costs of kernels; null if nothing is forecast. */
    private final KernelCosts costs;

    public Placement(Domains domains, Place place) {
        this(domains, place, null);
    }

    private Placement(Domains domains, Place place, KernelCosts costs) {
        this.domains = domains;
        this.place = place;
        this.costs = costs;
    }

    /** Anywhere, by what the kernels of a program are known to take. */
    public static Placement byForecast(Domains domains, KernelCosts costs) {
        return new Placement(domains, Place.anywhere(), costs);
    }

    /**
     * The domains of the place that run the kernel now, at least one: of those with the memory that
     * its buffers insist on those with code for it, and if there are none those for which it is
     * translated.
     */
    public List<ExecutingDomain> candidates(Invocation what) {
        return candidates(what.kernel(), what::indices, what.arguments());
    }

    private List<ExecutingDomain> candidates(
            Kernel kernel, Supplier<Piece> piece, Argument[] arguments) {
        List<ExecutingDomain> there = there();
        if (place instanceof Place.Among) {
            return all(there, kernel, piece.get(), arguments);
        }
        List<ExecutingDomain> roomy = withMemory(there, arguments);
        List<ExecutingDomain> able = roomy.stream().filter(domain -> domain.runs(kernel)).toList();
        return able.isEmpty() ? translated(roomy, kernel, piece.get(), arguments) : able;
    }

    /**
     * The domains of the place that share a loop, at least one: those with code for the kernel, and
     * those for which it is translated.
     */
    public List<ExecutingDomain> sharers(Invocation what) {
        List<ExecutingDomain> there = there();
        return place instanceof Place.Among
                ? all(there, what.kernel(), what.indices(), what.arguments())
                : translated(
                        withMemory(there, what.arguments()),
                        what.kernel(),
                        what.indices(),
                        what.arguments());
    }

    /** Each was named, so none is left out: it runs the kernel, or that is refused. */
    private static List<ExecutingDomain> all(
            List<ExecutingDomain> there, Kernel kernel, Piece piece, Argument[] arguments) {
        for (ExecutingDomain domain : there) {
            var _ = translated(withMemory(List.of(domain), arguments), kernel, piece, arguments);
        }
        return there;
    }

    private List<ExecutingDomain> there() {
        if (place instanceof Domain one) {
            ExecutingDomain domain = executing(one);
            domain.requireActive();
            return List.of(domain);
        }
        List<ExecutingDomain> there;
        if (place instanceof Place.Among(List<Domain> chosen)) {
            there = new ArrayList<>();
            for (Domain one : chosen) {
                ExecutingDomain now = domains.successor(executing(one));
                if (now.state() == Domain.State.ACTIVE && !there.contains(now)) {
                    there.add(now);
                }
            }
        } else {
            there = domains.active();
            if (place instanceof Place.Kind(String kind)) {
                there.removeIf(domain -> !domain.kind().equals(kind));
            }
        }
        if (there.isEmpty()) {
            throw new UnknownDomainException(
                    "no domain of " + place + " is active; there are " + domains.active());
        }
        return there;
    }

    /** Returns true if all of the host belongs to the place, whether or not it can run a kernel. */
    boolean allowsHost() {
        if (place instanceof Place.Among(List<Domain> chosen)) {
            for (Domain one : chosen) {
                if (isHost(one)) {
                    return true;
                }
            }
            return false;
        }
        return place instanceof Place.Kind(String kind)
                ? domains.host.kind().equals(kind)
                : place instanceof Place.Anywhere || isHost(place);
    }

    private boolean isHost(Place one) {
        return one instanceof DomainView view && view.domain() == domains.host;
    }

    private static ExecutingDomain executing(Domain domain) {
        if (domain instanceof DomainView view) {
            return view.domain();
        }
        throw new UnknownDomainException("no domain of this platform: " + domain);
    }

    /** Those that have what the buffers insist on, at least one. */
    private static List<ExecutingDomain> withMemory(
            List<ExecutingDomain> there, Argument[] arguments) {
        List<ExecutingDomain> able =
                there.stream().filter(domain -> domain.lacking(arguments) == null).toList();
        if (able.isEmpty()) {
            there.getFirst().requireMemory(arguments);
        }
        return able;
    }

    /** Those with code for the kernel, their own or translated, at least one. */
    private static List<ExecutingDomain> translated(
            List<ExecutingDomain> there, Kernel kernel, Piece piece, Argument[] arguments) {
        List<ExecutingDomain> able = new ArrayList<>();
        KernelFormatException reason = null;
        for (ExecutingDomain domain : there) {
            KernelFormatException unsuitable = domain.unsuitable(kernel, piece, arguments);
            if (unsuitable == null) {
                able.add(domain);
            } else {
                reason = unsuitable;
            }
        }
        if (able.isEmpty()) {
            throw new KernelFormatException(
                    "kernel %s has code in %s, which none of %s runs: %s"
                            .formatted(
                                    kernel.name(), kernel.formats(), there, reason.getMessage()));
        }
        return able;
    }

    List<ExecutingDomain> candidates(KernelAction action) {
        return candidates(action.kernel, action::piece, action.arguments());
    }

    /** Returns true if a forecast chooses, if there is a choice. */
    boolean forecasts() {
        return costs != null;
    }

    /** Returns its expected time in the fastest domain, as far as known. */
    double expectedNanos(KernelAction action) {
        return costs == null
                ? 0
                : costs.of(action.kernel)
                        .history
                        .least(Invocation.bytes(action.operands), action.indices());
    }

    /** {@return the domain, or null if the action is made ready again later} */
    ExecutingDomain choose(KernelAction action) {
        if (action.search == null) {
            List<ExecutingDomain> candidates = candidates(action);
            if (costs == null || candidates.size() == 1) {
                return nearest(action, candidates);
            }
            action.search = new PlaceSearch(action, this, costs.of(action.kernel));
        }
        return action.search.seek();
    }

    /** Where the fewest bytes are missing, and of those where there is least to do. */
    private static ExecutingDomain nearest(KernelAction action, List<ExecutingDomain> candidates) {
        ExecutingDomain best = null;
        long bestMissing = 0;
        for (ExecutingDomain domain : candidates) {
            long missing = candidates.size() == 1 ? 0 : missing(action, domain);
            if (best == null
                    || missing < bestMissing
                    || missing == bestMissing && domain.load() < best.load()) {
                best = domain;
                bestMissing = missing;
            }
        }
        return best;
    }

    private static long missing(KernelAction action, ExecutingDomain domain) {
        long bytes = 0;
        for (Operand operand : action.operands) {
            if (operand.mode().reads()) {
                bytes +=
                        TrackedBuffer.directoryOf(operand)
                                .missing(operand.range().region(), domain.memory);
            }
        }
        return bytes;
    }
}
