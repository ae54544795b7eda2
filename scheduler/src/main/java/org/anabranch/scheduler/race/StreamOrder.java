package org.anabranch.scheduler.race;

import org.anabranch.api.RaceException;
import org.anabranch.api.StreamOptions;

import java.util.ArrayList;
import java.util.List;

/** The order within a stream. Used under the detector's lock. */
final class StreamOrder {
    final StreamOptions options;

    /** The operation that all later ones wait for, or null. */
    Operation gate;

    /** The last one, for a strict order; or null. */
    Operation last;

    /** The unreported races found in operations that were enqueued already. */
    final List<RaceException> races = new ArrayList<>();

    private CausalPast all = CausalPast.NONE;

    /** Those of which {@link #all} does not know the past. */
    private final List<Operation> unknown = new ArrayList<>();

    StreamOrder(StreamOptions options) {
        this.options = options;
    }

    /** Returns true if operands order its actions. */
    boolean isInferred() {
        return options.order() != StreamOptions.Order.NONE;
    }

    boolean isStrict() {
        return options.order() == StreamOptions.Order.STRICT;
    }

    void add(Operation operation) {
        if (operation.isKnown()) {
            all = all.union(operation.closure());
        } else {
            unknown.add(operation);
        }
    }

    /** The point comes after all that was enqueued; the stream does not come after the point. */
    void precedeAll(Operation point) {
        unknown().forEach(point::follow);
        point.follow(Operation.point("", this, all));
    }

    /** Those enqueued before whose past is not known, and so no range knows of them. */
    List<Operation> unknown() {
        unknown.removeIf(
                operation -> {
                    if (operation.isKnown()) {
                        all = all.union(operation.closure());
                        return true;
                    }
                    return false;
                });
        return unknown;
    }
}
