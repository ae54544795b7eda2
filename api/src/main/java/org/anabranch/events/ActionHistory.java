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
        Map<Long, Gathered> gathered = new LinkedHashMap<>();
        ActionHistory history = new ActionHistory();
        for (int i = 0; i < events.size(); i++) {
            Kind kind = events.kind(i);
            if (kind == Kind.EDGE) {
                EdgeSort sort = EdgeSort.values()[events.detail(i)];
                history.waits.add(new Wait(events.other(i), events.subject(i), sort));
            } else if (Gathered.concerns(kind)) {
                gathered.computeIfAbsent(events.subject(i), Gathered::new).add(events, i);
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

    /** The builder of a row. */
    private static final class Gathered {
        private static final Outcome[] OUTCOMES = Outcome.values();

        private final long action;
        private ActionSort sort;
        private TransferReason reason;
        private Outcome outcome;
        private String name = "";
        private String line = "";
        private long owner;
        private long neededBy;
        private long bytes;
        private int domain = Events.NOWHERE;
        private int lane = Events.NOWHERE;
        private int from = Events.NOWHERE;
        private int to = Events.NOWHERE;
        private long enqueued = ActionRow.UNKNOWN;
        private long ready = ActionRow.UNKNOWN;
        private long submitted = ActionRow.UNKNOWN;
        private long started = ActionRow.UNKNOWN;
        private long ended = ActionRow.UNKNOWN;
        private long retired = ActionRow.UNKNOWN;

        Gathered(long action) {
            this.action = action;
        }

        static boolean concerns(Kind kind) {
            return switch (kind) {
                case ENQUEUED, TRANSFER, READY, SUBMITTED, STARTED, ENDED, RETIRED, PIECE -> true;
                default -> false;
            };
        }

        void add(Events events, int i) {
            long time = events.time(i);
            switch (events.kind(i)) {
                case ENQUEUED -> enqueued(events, i);
                case TRANSFER -> transfer(events, i);
                case READY -> {
                    ready = time;
                    submitted = ActionRow.UNKNOWN;
                    domain = events.domain(i);
                }
                case SUBMITTED -> {
                    submitted = time;
                    domain = events.domain(i);
                    if (ended == ActionRow.UNKNOWN) { // by the device's clock, this may precede
                        started = ActionRow.UNKNOWN;
                        lane = events.lane(i);
                    }
                }
                case STARTED -> {
                    started = time;
                    lane = events.lane(i);
                }
                case PIECE -> {
                    long since = events.other(i);
                    started = started == ActionRow.UNKNOWN ? since : Math.min(started, since);
                }
                case ENDED -> ended(events, i);
                case RETIRED -> {
                    retired = time;
                    outcome = OUTCOMES[events.detail(i)];
                }
                default -> throw new IllegalArgumentException("of no action: " + events.get(i));
            }
        }

        private void enqueued(Events events, int i) {
            enqueued = events.time(i);
            sort = ActionSort.values()[events.detail(i)];
            name = events.name(i);
            domain = events.domain(i);
            owner = events.other(i);
            line = events.dictionary().name((int) events.amount(i));
        }

        private void transfer(Events events, int i) {
            enqueued = events.time(i);
            sort = ActionSort.TRANSFER;
            reason = TransferReason.values()[events.detail(i)];
            name = events.name(i);
            from = events.domain(i);
            to = events.lane(i);
            neededBy = events.other(i);
            bytes = events.amount(i);
        }

        private void ended(Events events, int i) {
            ended = events.time(i);
            outcome = OUTCOMES[events.detail(i)];
            lane = events.lane(i);
            if (name.isEmpty()) {
                name = events.name(i);
            }
            if (events.domain(i) != Events.NOWHERE) {
                domain = events.domain(i);
            }
            if (lane != Events.NOWHERE) {
                started = events.other(i);
            }
        }

        ActionRow row() {
            boolean ran = started != ActionRow.UNKNOWN;
            long given = submitted == ActionRow.UNKNOWN && ran ? enqueued : submitted;
            long made = ready == ActionRow.UNKNOWN ? given : ready;
            return new ActionRow(
                    action, sort, name, owner, line, domain, lane, enqueued, made, given, started,
                    ended, retired, outcome, from, to, bytes, reason, neededBy);
        }
    }
}
