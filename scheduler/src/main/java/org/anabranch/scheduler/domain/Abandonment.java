package org.anabranch.scheduler.domain;

import org.anabranch.scheduler.action.Action;
import org.anabranch.scheduler.action.ActionOwner;
import org.anabranch.scheduler.pool.ForeignCode;
import org.anabranch.scheduler.pool.Scope;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Ends what a program does not want any more and what does not end by itself, where the device can.
 * It looks from time to time until nothing of that is left. An operation is ended when it ran at
 * two looks in a row; what only waits in a lane is let alone.
 *
 * <p>There is no lambda on the way of who cancels: if one is linked in a full heap, it fails for
 * good.
 */
public final class Abandonment implements Runnable {
    /** One action. */
    public record Only(Action action) implements Predicate<Action> {
        @Override
        public boolean test(Action other) {
            return other == action;
        }
    }

    /** All of an owner. */
    public record Of(ActionOwner owner) implements Predicate<Action> {
        @Override
        public boolean test(Action action) {
            return action.owner == owner;
        }
    }

    /** All in a scope, and in those within it. */
    public record Within(Scope scope) implements Predicate<Action> {
        @Override
        public boolean test(Action action) {
            Scope own = action.owner.scope();
            return own != null && scope.contains(own);
        }
    }

    private final Domains domains;
    private final Predicate<Action> unwanted;

    /** The operations that ran at the last check. */
    private Set<Object> ran = Set.of();

    private Abandonment(Domains domains, Predicate<Action> unwanted) {
        this.domains = domains;
        this.unwanted = unwanted;
    }

    /** Begins; returns immediately. */
    public static void of(Domains domains, Predicate<Action> unwanted) {
        Abandonment begun = new Abandonment(domains, unwanted);
        boolean more = begun.look();
        for (DeviceDomain device : domains.devices()) {
            more |= device.pending() > 0; // what is on its way there will be there then
        }
        if (more) {
            begun.lookLater();
        }
    }

    /**
     * Schedules the next check, as soon as there is memory for it: otherwise unwanted operations
     * might never end.
     */
    private void lookLater() {
        while (true) {
            try {
                var _ = domains.pool().alarms.after(DomainTuning.GRACE_NANOS, this);
                return;
            } catch (OutOfMemoryError full) {
                ForeignCode.pause();
            }
        }
    }

    /** It is time to look again: on a thread of its own, since a device may take its time. */
    @Override
    public void run() {
        try {
            Thread.ofPlatform().daemon().name("anabranch-abandon").start(this::lookAgain);
        } catch (OutOfMemoryError full) {
            lookLater();
        }
    }

    private void lookAgain() {
        boolean more = true;
        try {
            more = look();
        } catch (OutOfMemoryError full) {
            ForeignCode.pause();
        }
        if (more) {
            lookLater();
        }
    }

    /** Returns true if an unwanted operation is still under way. */
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
