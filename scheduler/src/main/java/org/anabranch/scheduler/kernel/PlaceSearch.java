package org.anabranch.scheduler.kernel;

import org.anabranch.api.Domain;
import org.anabranch.api.Mode;
import org.anabranch.api.Operand;
import org.anabranch.scheduler.action.BottomLevel;
import org.anabranch.scheduler.action.ExecutingDomain;
import org.anabranch.scheduler.action.ReadyQueue;
import org.anabranch.scheduler.coherence.TrackedBuffer;
import org.anabranch.scheduler.coherence.ValidCopies;
import org.anabranch.scheduler.place.Placed;
import org.anabranch.scheduler.place.Places;
import org.anabranch.scheduler.place.Site;
import org.anabranch.scheduler.place.Survey;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A ready action that seeks its domain, and the domain when it is found. */
final class PlaceSearch implements Places.Seeker {
    private final KernelAction action;
    private final Placement placement;
    private final KernelCost cost;
    private final Places places;
    private List<ExecutingDomain> candidates;
    private int changes;
    private ExecutingDomain found;
    private Placed placed;

    PlaceSearch(KernelAction action, Placement placement, KernelCost cost) {
        this.action = action;
        this.placement = placement;
        this.cost = cost;
        this.places = action.machine.domains().places;
    }

    /** {@return the domain, or null if the action is made ready again later; perhaps it is now} */
    ExecutingDomain seek() {
        while (found == null && !isOver()) {
            changes = action.machine.domains().changes();
            candidates = placement.candidates(action); // translates, which is not done under a lock
            if (!places.seek(this, action.mayWait())) {
                return null;
            }
        }
        return found == null ? action.machine.domains().host : found; // it will not run
    }

    private boolean isOver() {
        return action.isSettled() || action.isUnwanted();
    }

    /** Returns true if domains were added or removed since the last search. */
    private boolean haveChanged() {
        for (ExecutingDomain domain : candidates) {
            if (domain.state() != Domain.State.ACTIVE) {
                return true;
            }
        }
        return action.machine.domains().changes() != changes;
    }

    void starts() {
        if (placed != null) {
            placed.starts(places.now());
        }
    }

    void stops() {
        if (placed != null) {
            placed.stops(places.now());
        }
    }

    void took(long nanos) {
        if (placed != null) {
            placed.took(nanos);
        }
    }

    /** The action has ended, or goes elsewhere. */
    void leave(boolean well) {
        if (placed != null) {
            places.ends(placed, well);
        }
    }

    @Override
    public Survey survey(long now) {
        if (isOver() || haveChanged()) {
            return null;
        }
        double[] data = new double[candidates.size()];
        double[] home = new double[candidates.size()];
        for (Operand operand : action.operands) {
            add(operand, data, home);
        }
        List<Site> sites = new ArrayList<>(candidates.size());
        for (int i = 0; i < data.length; i++) {
            sites.add(candidates.get(i).site());
        }
        return new Survey(
                cost.history.of(Invocation.bytes(action.operands), action.indices()),
                sites,
                data,
                home);
    }

    @Override
    public double rank(Map<Object, Double> known) {
        return BottomLevel.from(action, known);
    }

    /** Adds what it takes to bring an operand to each candidate, and home from there. */
    private void add(Operand operand, double[] data, double[] home) {
        Mode mode = operand.mode();
        long notAtHome = missing(operand, ValidCopies.HOST);
        Site holder = notAtHome == 0 || !mode.reads() ? null : holder(operand);
        for (int i = 0; i < data.length; i++) {
            ExecutingDomain there = candidates.get(i);
            if (mode.reads()) {
                long missing = missing(operand, there.memory);
                data[i] += there.site().transferAlone(missing);
                if (holder != null) {
                    data[i] += holder.transferAlone(Math.min(missing, notAtHome));
                }
            }
            if (mode.writes()) {
                home[i] += there.site().transferAlone(operand.range().region().bytes() - notAtHome);
            }
        }
    }

    private static long missing(Operand operand, int memory) {
        return TrackedBuffer.directoryOf(operand).missing(operand.range().region(), memory);
    }

    /** The candidate that has most of what the host has not. */
    private Site holder(Operand operand) {
        ExecutingDomain best = null;
        long least = Long.MAX_VALUE;
        for (ExecutingDomain domain : candidates) {
            long missing =
                    domain.memory == ValidCopies.HOST
                            ? Long.MAX_VALUE
                            : missing(operand, domain.memory);
            if (missing < least) {
                best = domain;
                least = missing;
            }
        }
        return best == null ? null : best.site();
    }

    @Override
    public void take(int site, Placed place) {
        found = candidates.get(site);
        placed = place;
    }

    @Override
    public void goOn() {
        ReadyQueue.ready(action);
    }
}
