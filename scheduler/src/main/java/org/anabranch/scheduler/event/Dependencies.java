package org.anabranch.scheduler.event;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.api.Event;

/**
 * The dependencies of an action or task outside of its own order: events, or a kernel that is being
 * loaded. All of it can be given up at any time.
 */
public final class Dependencies {
    private final Dependent dependent;

    @GuardedBy("this")
    private Dependency first;

    @GuardedBy("this")
    private boolean givenUp;

    /** Creates an empty set. */
    public Dependencies(Dependent dependent) {
        this.dependent = dependent;
    }

    /** Adds a dependency, which its caller ends; it is dropped immediately if all are. */
    public Dependency add() {
        return added(null);
    }

    private Dependency added(Outcome source) {
        Dependency added = new Dependency(dependent, source);
        dependent.hold(); // now that there was memory for what gives it back
        boolean late;
        synchronized (this) {
            late = givenUp;
            added.sibling = first;
            first = late ? first : added;
        }
        if (late) {
            added.giveUp();
        }
        return added;
    }

    /** Adds an event. Exceptions of a program's own event are passed on; then nothing is added. */
    public void add(Event event) {
        Outcome own = event instanceof Outcome ours ? ours : null;
        Dependency added = added(own);
        try {
            if (own == null) {
                event.onSettled(added);
            } else if (!own.add(added)) {
                added.settled(own);
            } else if (added.dependent() == null) {
                own.remove(added); // ended, or given up before the event had it
            }
        } catch (Throwable refused) {
            added.end(null);
            throw refused;
        }
    }

    /** Ends all waits, those of later dependencies, too. */
    public void giveUp() {
        Dependency next;
        synchronized (this) {
            givenUp = true;
            next = first;
            first = null;
        }
        while (next != null) {
            Dependency given = next;
            next = given.sibling;
            given.sibling = null;
            given.giveUp();
        }
    }
}
