package org.anabranch.seeing.trace;

import org.anabranch.seeing.text.JsonInput;
import org.anabranch.seeing.text.JsonInput.Token;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A check of a trace for faults that Perfetto would ignore silently: invalid JSON, crossing slices
 * in a row, a duplicate action, an arrow with an end that is missing, too early, duplicate or on no
 * slice.
 */
public final class TraceCheck {
    private static final int MOST_FAULTS = 20;

    private final List<String> faults = new ArrayList<>();
    private final Map<Long, TrackCheck> tracks = new TreeMap<>();
    private final Map<String, Long> arrowStarts = new HashMap<>();
    private final List<long[]> arrows = new ArrayList<>();
    private final List<long[]> bound = new ArrayList<>();
    private final PerfettoEvent event = new PerfettoEvent();
    private long[] actions = new long[64];
    private int actionCount;
    private long slices;
    private boolean sawEvents;
    private boolean sliceMayCome = true;

    private TraceCheck() {}

    /**
     * Checks a trace.
     *
     * @param in the file
     * @return the result
     * @throws IOException if it cannot be read
     */
    public static TraceCheck of(InputStream in) throws IOException {
        TraceCheck check = new TraceCheck();
        check.read(new JsonInput(in));
        check.finish();
        return check;
    }

    private void read(JsonInput json) throws IOException {
        if (json.next() != Token.OBJECT) {
            throw new IOException("no trace: it does not begin with an object");
        }
        for (Token token = json.next(); token != Token.END_OBJECT; token = json.next()) {
            if (json.text().equals("traceEvents")) {
                sawEvents = true;
                if (json.next() != Token.ARRAY) {
                    throw new IOException("no trace: traceEvents is no array");
                }
                while (json.next() == Token.OBJECT) {
                    event.read(json);
                    take();
                }
            } else {
                json.skip();
            }
        }
        json.next();
    }

    private void take() {
        switch (event.phase) {
            case "X" -> slice();
            case "s" -> arrowStart();
            case "f" -> arrowEnd();
            case "M" -> {
                if (event.nests) {
                    track().nest();
                }
            }
            case "C", "i" -> require(event.time >= 0, "no time");
            default -> fault("an event of phase '" + event.phase + "'");
        }
    }

    private TrackCheck track() {
        return tracks.computeIfAbsent(event.track(), key -> new TrackCheck());
    }

    private void slice() {
        slices++;
        require(event.time >= 0 && event.duration >= 0, "a slice without time or length");
        require(sliceMayCome, "a slice after an arrow that may be on it");
        track().add(event.time, event.time + event.duration, event.action);
        if (event.action > 0) {
            if (actionCount == actions.length) {
                actions = Arrays.copyOf(actions, 2 * actionCount);
            }
            actions[actionCount++] = event.action;
        }
    }

    private void arrowStart() {
        sliceMayCome = false;
        long[] arrow = {event.track(), event.time, -1, -1};
        arrows.add(arrow);
        Long before = arrowStarts.put(event.arrowKey(), arrows.size() - 1L);
        require(before == null, "two arrows with the id " + event.id);
    }

    private void arrowEnd() {
        sliceMayCome = false;
        Long start = arrowStarts.get(event.arrowKey());
        if (start == null) {
            fault("an end without a beginning: arrow " + event.id);
            return;
        }
        long[] arrow = arrows.get(start.intValue());
        require(arrow[2] < 0, "two ends of the arrow " + event.id);
        require(event.enclosing, "an end that is not tied to its slice: arrow " + event.id);
        require(event.time >= arrow[1], "an end before the beginning: arrow " + event.id);
        arrow[2] = event.track();
        arrow[3] = event.time;
    }

    private void finish() {
        require(sawEvents, "no traceEvents");
        tracks.forEach(
                (key, track) -> {
                    long crossed = track.stack();
                    require(
                            crossed < 0,
                            "slices that cross in row %s at %s ns"
                                    .formatted((int) (long) key, crossed));
                });
        Arrays.sort(actions, 0, actionCount);
        for (int i = 1; i < actionCount; i++) {
            require(actions[i - 1] != actions[i], "action " + actions[i] + " is there twice");
        }
        if (faults.isEmpty()) {
            arrows.forEach(this::bind);
        }
    }

    private void bind(long[] arrow) {
        if (arrow[2] < 0) {
            fault("a beginning without an end, at " + arrow[1] + " ns");
            return;
        }
        TrackCheck from = tracks.get(arrow[0]);
        TrackCheck to = tracks.get(arrow[2]);
        long first = from == null ? -1 : from.at(arrow[1]);
        long second = to == null ? -1 : to.at(arrow[3]);
        require(first >= 0, "an arrow that begins on no slice, at " + arrow[1] + " ns");
        require(second >= 0, "an arrow that ends on no slice, at " + arrow[3] + " ns");
        bound.add(new long[] {first, second});
    }

    private void require(boolean condition, String fault) {
        if (!condition) {
            fault(fault);
        }
    }

    private void fault(String what) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(what);
        }
    }

    /** {@return the faults, at most twenty sentences} */
    public List<String> faults() {
        return faults;
    }

    /** {@return the number of slices} */
    public long slices() {
        return slices;
    }

    /** {@return the actions that have a slice, in order} */
    public long[] actions() {
        return Arrays.copyOf(actions, actionCount);
    }

    /** {@return for each arrow the actions at both ends, 0 for a slice without one} */
    public List<long[]> arrows() {
        return bound;
    }
}
