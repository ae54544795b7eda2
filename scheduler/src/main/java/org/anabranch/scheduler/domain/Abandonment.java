package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.Action;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Ends what a program does not want any more and what does not end by itself, where the device can.
 * It looks from time to time until nothing of that is left. An operation is ended when it ran at
 * two looks in a row; what only waits in a lane is let alone.
 */
public final class Abandonment {
    private final Domains domains;
    private final Predicate<Action> unwanted;

    /** What ran when it looked last. */
    private Set<Object> ran = Set.of();

    private Abandonment(Domains domains, Predicate<Action> unwanted) {
        this.domains = domains;
        this.unwanted = unwanted;
    }

    /** Begins; returns at once. */
    public static void of(Domains domains, Predicate<Action> unwanted) {
        Abandonment begun = new Abandonment(domains, unwanted);
        boolean more = begun.look();
        if (more || domains.devices().stream().anyMatch(device -> device.pending() > 0)) {
            begun.goOn(); // what is on its way there will be there then
        }
    }

    private void goOn() {
        var _ =
                domains.pool()
                        .alarms
                        .after(
                                DomainTuning.GRACE_NANOS,
                                () ->
                                        Thread.ofPlatform()
                                                .daemon()
                                                .name("anabranch-abandon")
                                                .start(this::lookAgain));
    }

    private void lookAgain() {
        if (look()) {
            goOn();
        }
    }

    /** Whether something unwanted is still under way. */
    private boolean look() {
        Set<Object> running = Collections.newSetFromMap(new IdentityHashMap<>());
        boolean more = false;
        for (DeviceDomain device : domains.devices()) {
            more |= device.lanes.abandon(unwanted, ran, running);
        }
        ran = running;
        return more;
    }
}
