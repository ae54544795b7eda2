package org.anabranch.scheduler.event;

import org.anabranch.api.AnabranchException;
import org.anabranch.api.Event;
import org.anabranch.scheduler.count.Handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * One thing that an action or task waits for, until that ends or is given up, whichever is first.
 * An event of the platform forgets a dependency that is given up. Any other event keeps this object
 * as its callback, which then refers to nothing.
 */
public final class Dependency extends Listener implements Consumer<Event> {
    private static final VarHandle DEPENDENT =
            Handles.of(MethodHandles.lookup(), "dependent", Dependent.class);

    static {
        Dependency none = null;
        Handles.linkReads(() -> (Dependent) DEPENDENT.getAndSet(none, null));
    }

    /** Null once it has ended or is given up; the thread that sets it to null releases the hold. */
    private volatile Dependent dependent;

    /** The next one of the same dependent; guarded by {@link Dependencies}. */
    Dependency sibling;

    /**
     * The list of the event that it must be removed from; null once it has ended, or for other
     * events.
     */
    private ListenerList source;

    /**
     * Creates a dependency.
     *
     * @param source the event if it is one of the platform, or null
     */
    Dependency(Dependent dependent, ListenerList source) {
        this.dependent = dependent;
        this.source = source;
    }

    /**
     * Ends it: the event or scope has ended.
     *
     * @param failure the reason if it failed, or null
     */
    public void end(AnabranchException failure) {
        Dependent told = (Dependent) DEPENDENT.getAndSet(this, null);
        if (told != null) {
            source = null;
            told.dependencyEnded(failure);
        }
    }

    /** An event has settled. */
    @Override
    public void accept(Event settled) {
        end(ListenerList.failureOf(settled));
    }

    @Override
    void settled(ListenerList of) {
        end(of.failureOrNull());
    }

    @Override
    boolean isCalledLast() {
        return true;
    }

    /** {@return the dependent, or null if it does not wait any more} */
    @Override
    Dependent dependent() {
        return dependent;
    }

    /** The dependent does not wait any more. */
    void giveUp() {
        Dependent told = (Dependent) DEPENDENT.getAndSet(this, null);
        if (told != null) {
            if (source != null) {
                source.remove(this); // or the adding thread sees afterwards that it is given up
                source = null;
            }
            told.dependencyEnded(null);
        }
    }
}
