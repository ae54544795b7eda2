package org.anabranch.scheduler.event;

import org.anabranch.api.Event;
import org.anabranch.scheduler.pool.Callbacks;
import org.anabranch.scheduler.pool.ForeignCode;

import java.util.function.Consumer;

/** A callback of a program, with the event that it is given. */
public final class Callback extends Listener implements Callbacks.Step {
    private final Event given;
    private final Consumer<Event> callback;

    /**
     * Creates a callback.
     *
     * @param given the argument of the callback
     */
    public Callback(Event given, Consumer<Event> callback) {
        this.given = given;
        this.callback = callback;
    }

    /** Is called after another one of the same event, if that is not null; {@return this} */
    Callback after(Callback earlier) {
        if (earlier != null) {
            earlier.next = this;
        }
        return this;
    }

    @Override
    void settled(ListenerList of) {
        Callbacks.call(this);
    }

    /** Calls this and those after it. */
    @Override
    public void proceed() {
        for (Callback at = this; at != null; at = (Callback) at.next) {
            ForeignCode.call(at.given, at.callback);
        }
    }
}
