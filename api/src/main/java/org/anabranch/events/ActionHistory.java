package org.anabranch.events;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The actions of an event log: one row for each, and the dependences between them. */
public final class ActionHistory {
    private final Map<Long, ActionRow> rows = new LinkedHashMap<>();
    private final List<Wait> waits = new ArrayList<>();

    /**
     * A dependence: one action waits for another.
     *
     * @param earlier the action waited for
     * @param later the action that waits
     * @param sort the reason
     */
    public record Wait(long earlier, long later, EdgeSort sort) {}

    private ActionHistory() {}

    /**
     * Builds the history from events.
     *
     * @param events in order of time
     * @return the actions that at least one of the events concerns
     */
    public static ActionHistory of(Events events) {
        Map<Long, RowBuilder> gathered = new LinkedHashMap<>();
        ActionHistory history = new ActionHistory();
        for (int i = 0; i < events.size(); i++) {
            Kind kind = events.kind(i);
            if (kind == Kind.EDGE) {
                EdgeSort sort = EdgeSort.values()[events.detail(i)];
                history.waits.add(new Wait(events.other(i), events.subject(i), sort));
            } else if (RowBuilder.concerns(kind)) {
                gathered.computeIfAbsent(events.subject(i), RowBuilder::new).add(events, i);
            }
        }
        gathered.forEach((action, all) -> history.rows.put(action, all.row()));
        return history;
    }

    /** {@return the actions, in the order of their first events} */
    public List<ActionRow> actions() {
        return List.copyOf(rows.values());
    }

    /**
     * {@return an action, or null if no event concerns it}
     *
     * @param action its number
     */
    public ActionRow action(long action) {
        return rows.get(action);
    }

    /** {@return the dependences, in order of time; the rows of some actions may be missing} */
    public List<Wait> waits() {
        return List.copyOf(waits);
    }
}
