package org.anabranch.acceptance;

import org.anabranch.api.Domain;
import org.anabranch.api.Platform;
import org.anabranch.api.UnknownDomainException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sets of domains to run the cases on. */
final class DomainSets {
    private DomainSets() {}

    /**
     * The domains that a text names.
     *
     * @param selectors ids or kinds, separated by commas; a kind given again is the next domain of
     *     that kind, so that {@code host,mic,mic} is the host and two cards
     * @throws UnknownDomainException if there are not that many
     */
    static List<Domain> of(Platform platform, String selectors) {
        Map<String, Integer> taken = new HashMap<>();
        List<Domain> domains = new ArrayList<>();
        for (String selector : selectors.split(",")) {
            List<Domain> named = platform.domains(selector);
            int number = taken.merge(selector, 1, Integer::sum) - 1;
            if (number >= named.size()) {
                throw new UnknownDomainException(
                        selectors + " needs more domains of " + selector + " than " + named);
            }
            domains.add(named.get(number));
        }
        return domains;
    }

    /**
     * A few of those that are {@link #present}, for long runs: the host, a device of each kind, and
     * all kinds together.
     */
    static List<String> few(Platform platform) {
        List<String> all = present(platform);
        List<String> few = new ArrayList<>(all);
        few.removeIf(set -> set.contains(","));
        if (!few.contains(all.getLast())) {
            few.add(all.getLast());
        }
        return few;
    }

    /**
     * Returns the combinations of domains: the host; of each kind one device, two, the host with
     * one and with two; and one of every kind together.
     *
     * @return selectors, in the order in which to run them
     */
    static List<String> present(Platform platform) {
        Map<String, Integer> kinds = new LinkedHashMap<>();
        platform.domains().stream()
                .filter(domain -> !domain.isHost())
                .forEach(domain -> kinds.merge(domain.kind(), 1, Integer::sum));
        List<String> sets = new ArrayList<>(List.of("host"));
        kinds.forEach(
                (kind, count) -> {
                    sets.add(kind);
                    if (count > 1) {
                        sets.add(kind + "," + kind);
                    }
                    sets.add("host," + kind);
                    if (count > 1) {
                        sets.add("host," + kind + "," + kind);
                    }
                });
        if (kinds.size() > 1) {
            sets.add("host," + String.join(",", kinds.keySet()));
        }
        return sets;
    }
}
