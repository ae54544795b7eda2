package org.anabranch.events;

import java.util.HashMap;
import java.util.Map;

/**
 * The actions of an event log that is read batch by batch: each is kept from its first event until
 * it retires. An {@link ActionHistory} keeps the retired ones, too. For one thread at a time.
 */
public final class ActionReplay {
    private final Map<Long, RowBuilder> open = new HashMap<>();
    private final int most;

    /**
     * Creates a replay without actions.
     *
     * @param most the largest number of actions kept at a time; later ones are ignored
     */
    public ActionReplay(int most) {
        this.most = most;
    }

    /**
     * Adds an event. Events of actions whose first event was not added are ignored.
     *
     * @param events in order of time
     * @param i index of the event
     * @return the row of the action that this event retires; null for all other events
     */
    public ActionRow add(Events events, int i) {
        Kind kind = events.kind(i);
        if (!RowBuilder.concerns(kind)) {
            return null;
        }
        Long action = events.subject(i);
        boolean begins = kind == Kind.ENQUEUED || kind == Kind.TRANSFER;
        if (begins && open.size() < most) {
            open.put(action, new RowBuilder(action));
        }
        RowBuilder builder = kind == Kind.RETIRED ? open.remove(action) : open.get(action);
        if (builder == null) {
            return null;
        }
        builder.add(events, i);
        return kind == Kind.RETIRED ? builder.row() : null;
    }

    /** Forgets all actions. */
    public void clear() {
        open.clear();
    }
}
