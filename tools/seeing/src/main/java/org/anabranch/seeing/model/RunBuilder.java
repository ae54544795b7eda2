package org.anabranch.seeing.model;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.events.ActionSort;
import org.anabranch.events.BackendChange;
import org.anabranch.events.DomainChange;
import org.anabranch.events.Events;
import org.anabranch.events.Level;
import org.anabranch.events.Outcome;
import org.anabranch.events.WaitSort;
import org.anabranch.seeing.model.Slice.Sort;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The builder of a model from events. */
final class RunBuilder {
    private static final int UNNAMED_ROWS = 64;

    private final Events events;
    private final ActionHistory history;
    private final List<ActionRow> actions;
    private final Tracks tracks;
    private final Map<Long, Slice> slices = new HashMap<>();
    private final List<Notice> notices = new ArrayList<>();
    private final List<Steal> steals = new ArrayList<>();
    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;
    private long clockError;

    RunBuilder(Events events) {
        this.events = events;
        this.history = ActionHistory.of(events);
        this.actions = history.actions();
        this.tracks = new Tracks(events.dictionary());
    }

    RunModel build() {
        span();
        for (int i = 0; i < events.size(); i++) {
            switch (events.kind(i)) {
                case BUSY -> lane(i, Sort.BUSY, "busy");
                case PIECE -> lane(i, Sort.PIECE, events.name(i));
                case WAIT -> waited(i);
                case STEAL -> steals.add(steal(i));
                case DOMAIN, BACKEND, STALL, FAILURE, LOG -> notice(i);
                case ENDED -> clockError = Math.max(clockError, events.amount(i));
                default -> {}
            }
        }
        rows();
        tracks.lay();
        for (Steal steal : steals) {
            Track track = tracks.ofLane(steal.domain(), steal.thief());
            String text = "steals from lane " + steal.victim();
            notices.add(new Notice(steal.time(), Notice.Sort.STEAL, steal.domain(), track, text));
        }
        if (events.lost() > 0) {
            String text = events.lost() + " events are missing";
            notices.add(new Notice(start, Notice.Sort.LOG, Events.NOWHERE, null, text));
        }
        notices.sort(Comparator.comparingLong(Notice::time));
        return new RunModel(
                events, history, tracks, slices, notices, steals, start, end, clockError);
    }

    /**
     * Computes the time span: from the first to the last time of an action or a worker; of other
     * events if there are none.
     */
    private void span() {
        span(Level.ACTIONS);
        if (start > end) {
            span(Level.LIFECYCLE);
        }
        if (start > end) {
            start = events.clock().origin();
            end = start;
        }
        end = Math.max(end, start + 1);
    }

    private void span(Level level) {
        for (int i = 0; i < events.size(); i++) {
            if (events.kind(i).level() == level) {
                long time = events.time(i);
                end = Math.max(end, time);
                start = Math.min(start, events.began(i));
            }
        }
    }

    private void lane(int i, Sort sort, String name) {
        Slice slice =
                new Slice(sort, name, events.other(i), events.time(i), events.subject(i), null);
        tracks.addToLane(slice, events.domain(i), events.lane(i));
    }

    private void waited(int i) {
        String what =
                switch (WaitSort.values()[events.detail(i)]) {
                    case EVENT -> "waits for an event";
                    case SCOPE -> "waits for a scope";
                    case STREAM -> "waits for a stream";
                    case DATA -> "waits for data";
                    case ROOM -> "waits for room";
                    case PLACE -> "waits for a place";
                    case TURN -> "waits for its turn";
                };
        if (events.domain(i) != Events.NOWHERE && events.lane(i) != Events.NOWHERE) {
            lane(i, Sort.WAIT, what);
            return;
        }
        Slice slice =
                new Slice(
                        Sort.WAIT, what, events.other(i), events.time(i), events.subject(i), null);
        tracks.addToThread(slice, events.name(i));
    }

    private Steal steal(int i) {
        return new Steal(events.time(i), events.domain(i), events.lane(i), (int) events.other(i));
    }

    private void notice(int i) {
        String text =
                switch (events.kind(i)) {
                    case DOMAIN ->
                            events.dictionary().domainName(events.domain(i))
                                    + " is "
                                    + word(DomainChange.values()[events.detail(i)]);
                    case BACKEND ->
                            events.name(i) + " " + word(BackendChange.values()[events.detail(i)]);
                    case STALL -> "does not end: " + events.name(i);
                    case FAILURE ->
                            "action "
                                    + events.subject(i)
                                    + " "
                                    + word(Outcome.values()[events.detail(i)])
                                    + ": "
                                    + events.name(i);
                    default -> "records " + word(Level.values()[(int) events.amount(i)]);
                };
        Notice.Sort sort =
                switch (events.kind(i)) {
                    case STALL -> Notice.Sort.STALL;
                    case FAILURE -> Notice.Sort.FAILURE;
                    case LOG -> Notice.Sort.LOG;
                    default -> Notice.Sort.LIFE;
                };
        long time = Math.clamp(events.time(i), start, end);
        notices.add(new Notice(time, sort, events.domain(i), null, text));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private void rows() {
        List<ActionRow> marks = new ArrayList<>();
        for (ActionRow row : actions) {
            boolean began = row.started() != ActionRow.UNKNOWN;
            if (began && row.lane() != Events.NOWHERE && row.domain() != Events.NOWHERE) {
                ran(row);
            } else if (moment(row) != ActionRow.UNKNOWN) {
                marks.add(row);
            }
        }
        marks.sort(Comparator.comparingLong(RunBuilder::moment));
        long last = Long.MIN_VALUE;
        int same = 0;
        for (ActionRow row : marks) {
            long time = moment(row);
            same = time == last ? same + 1 : 0;
            last = time;
            long at = time + same / UNNAMED_ROWS;
            Slice slice = new Slice(Sort.MARK, markName(row), at, at, row.action(), row);
            slices.put(row.action(), slice);
            tracks.addMark(slice);
        }
    }

    private static long moment(ActionRow row) {
        return row.ended() == ActionRow.UNKNOWN ? row.retired() : row.ended();
    }

    private static String markName(ActionRow row) {
        boolean shared = row.started() != ActionRow.UNKNOWN && row.sort() == ActionSort.KERNEL;
        return shared ? row.name() + " (by several workers)" : row.name();
    }

    private void ran(ActionRow row) {
        boolean transfer = row.sort() == ActionSort.TRANSFER;
        long over = row.ended() == ActionRow.UNKNOWN ? end : row.ended();
        Sort sort = transfer ? Sort.TRANSFER : Sort.RUN;
        Slice slice = new Slice(sort, row.name(), row.started(), over, row.action(), row);
        slices.put(row.action(), slice);
        if (transfer) {
            tracks.addToLink(slice, row.from(), row.to());
        } else {
            tracks.addToLane(slice, row.domain(), row.lane());
        }
    }
}
