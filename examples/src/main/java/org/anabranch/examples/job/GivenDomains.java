package org.anabranch.examples.job;

import org.anabranch.api.Argument;
import org.anabranch.api.Domain;
import org.anabranch.api.Finish;
import org.anabranch.api.Kernel;
import org.anabranch.api.Loop;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs loops on the domains that the user chose, and no other: anywhere if those are all there are,
 * in one place if that says it, and in equal shares otherwise. Immutable.
 */
public final class GivenDomains {
    private final List<Place> places;

    /**
     * Decides how loops are shared.
     *
     * @param platform whose domains they are
     * @param domains what the user chose, at least one
     */
    public GivenDomains(Platform platform, List<Domain> domains) {
        if (domains.size() > 1 && domains.containsAll(platform.domains())) {
            places = List.of(Place.anywhere());
        } else {
            places = List.copyOf(domains);
        }
    }

    /**
     * Starts a loop of one dimension in a scope.
     *
     * @param finish the scope
     * @param loop the indices
     * @param kernel the code
     * @param arguments for its parameters, in order
     */
    public void forasync(Finish finish, Loop loop, Kernel kernel, Argument... arguments) {
        List<Loop> shares = shares(loop, places.size());
        for (int i = 0; i < shares.size(); i++) {
            finish.forasync(places.get(i), shares.get(i), kernel, arguments);
        }
    }

    /** Cuts at whole tiles; as many shares as parts, or fewer if there are fewer tiles. */
    static List<Loop> shares(Loop loop, int parts) {
        Loop.Dimension all = loop.dimensions().getFirst();
        long tiles = Math.max(1, all.tiles());
        List<Loop> shares = new ArrayList<>();
        long from = 0;
        for (int part = 0; part < parts; part++) {
            long to = tiles / parts * (part + 1) + Math.min(tiles % parts, part + 1);
            if (to > from) {
                shares.add(new Loop(List.of(tiles(all, from, to)), loop.split()));
            }
            from = to;
        }
        return shares;
    }

    private static Loop.Dimension tiles(Loop.Dimension all, long from, long to) {
        long step = all.tile() * all.stride();
        long high = to >= all.tiles() ? all.high() : all.low() + to * step;
        return new Loop.Dimension(all.low() + from * step, high, all.stride(), all.tile());
    }
}
