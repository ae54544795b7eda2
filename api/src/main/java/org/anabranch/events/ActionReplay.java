package org.anabranch.events;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The actions of an event log that is read batch by batch, and the critical path through them: each
 * action is kept from its first event until it retires. An {@link ActionHistory} keeps the retired
 * ones, too. For one thread at a time.
 *
 * <p>The critical path is the longest path through actions that wait for each other, weighted by
 * their durations: no run with these dependences can be shorter, with any number of lanes. It is
 * extended whenever an action retires, since the actions that it waited for have retired by then.
 */
public final class ActionReplay {
    /** The steps of a path that a bounded replay keeps at least. */
    static final int STEPS = 1024;

    private static final int EDGES_PER_ACTION = 10;

    private final Map<Long, OpenAction> open = new LinkedHashMap<>();

    /** The paths to actions that have retired; edges may be logged later. */
    private final Recent<PathStep> retired;

    /** Edges by an action that is not known yet: a transfer may be logged after its edges. */
    private final Recent<List<Edge>> early;

    private final int most;
    private final int steps;
    private final long mostEdges;
    private long edges;
    private long ignored;
    private PathStep longest = PathStep.NONE;

    /** A dependence. */
    private record Edge(long earlier, long later) {}

    /** A map of the last entries that were added. */
    private static final class Recent<V> extends LinkedHashMap<Long, V> {
        private static final long serialVersionUID = 1L;
        private final int limit;

        Recent(int limit) {
            this.limit = limit;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
            return size() > limit;
        }
    }

    private ActionReplay(int most, int steps) {
        this.most = most;
        this.steps = steps;
        this.mostEdges = (long) EDGES_PER_ACTION * most;
        this.retired = new Recent<>(steps);
        this.early = new Recent<>(steps);
    }

    /**
     * Creates a replay without actions, whose memory is bounded.
     *
     * @param most the largest number of actions kept at a time; later ones are ignored
     */
    public ActionReplay(int most) {
        this(most, STEPS);
    }

    /** {@return a replay without bounds, for a recorded run} */
    public static ActionReplay unbounded() {
        return new ActionReplay(Integer.MAX_VALUE, Integer.MAX_VALUE);
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
        Long number = events.subject(i);
        if (kind == Kind.EDGE) {
            edge(new Edge(events.other(i), number));
        }
        if (!RowBuilder.concerns(kind)) {
            return null;
        }
        if (kind == Kind.ENQUEUED || kind == Kind.TRANSFER) {
            begin(number);
        }
        OpenAction action = open.get(number);
        if (action == null) {
            return null;
        }
        action.add(events, i);
        return kind == Kind.RETIRED ? retire(number, action) : null;
    }

    private void begin(Long number) {
        if (open.size() < most) {
            open.put(number, new OpenAction(number));
        } else {
            ignored++;
        }
        List<Edge> waiting = early.remove(number);
        if (waiting != null) {
            waiting.forEach(this::edge);
        }
    }

    private void edge(Edge edge) {
        OpenAction later = open.get(edge.later);
        OpenAction earlier = open.get(edge.earlier);
        PathStep path = retired.get(edge.earlier);
        if (later == null || earlier == null && path == null) {
            Long unknown = later == null ? edge.later : edge.earlier;
            List<Edge> waiting = early.computeIfAbsent(unknown, key -> new ArrayList<>());
            if (waiting.size() < steps) {
                waiting.add(edge);
            }
        } else if (earlier == null) {
            later.follows(path);
        } else if (edges < mostEdges) {
            later.waitsFor(earlier);
            edges++;
        }
    }

    private ActionRow retire(Long number, OpenAction action) {
        open.remove(number);
        edges -= action.waits();
        ActionRow row = action.row();
        PathStep path = action.retire(steps);
        retired.put(number, path);
        compare(path);
        return row;
    }

    private void compare(PathStep path) {
        if (path.length() > longest.length() || longest == PathStep.NONE) {
            longest = path;
        }
    }

    /**
     * Ends the replay of a run: actions that have ended and not retired may be on the critical
     * path, too.
     *
     * @return these actions
     */
    public List<ActionRow> end() {
        List<OpenAction> ended =
                open.values().stream()
                        .filter(one -> one.row().ended() != ActionRow.UNKNOWN)
                        .toList();
        ended.forEach(one -> compare(one.retire(steps)));
        return ended.stream().map(OpenAction::row).toList();
    }

    /** {@return the last step of the critical path} */
    public PathStep longest() {
        return longest;
    }

    /** {@return the actions that have not retired, in the order of their first events} */
    public Collection<OpenAction> open() {
        return Collections.unmodifiableCollection(open.values());
    }

    /**
     * {@return an action that has not retired, or null if it is unknown}
     *
     * @param action its number
     */
    public OpenAction open(long action) {
        return open.get(action);
    }

    /** {@return the number of actions that were ignored, as too many were open} */
    public long ignored() {
        return ignored;
    }

    /** Forgets all open actions, whose ends will not be known; the critical path remains. */
    public void clear() {
        open.clear();
        early.clear();
        edges = 0;
    }
}
