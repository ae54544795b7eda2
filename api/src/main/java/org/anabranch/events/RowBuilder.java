package org.anabranch.events;

/** The builder of the row of one action from its events. */
final class RowBuilder {
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

    RowBuilder(long action) {
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

    boolean hasEnded() {
        return ended != ActionRow.UNKNOWN;
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
