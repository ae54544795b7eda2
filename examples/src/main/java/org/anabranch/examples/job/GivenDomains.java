package org.anabranch.examples.job;

import org.anabranch.api.Domain;
import org.anabranch.api.Place;
import org.anabranch.api.Platform;

import java.util.List;

/** Where the loops of a job run: on the domains that the user chose, and no other. */
public final class GivenDomains {

    private GivenDomains() {}

    /**
     * Says it as a place.
     *
     * @param platform whose domains they are
     * @param domains what the user chose, at least one
     * @return anywhere if those are all there are, else a place among them
     */
    public static Place of(Platform platform, List<Domain> domains) {
        if (domains.size() == 1) {
            return domains.getFirst();
        }
        return domains.containsAll(platform.domains()) ? Place.anywhere() : Place.among(domains);
    }
}
