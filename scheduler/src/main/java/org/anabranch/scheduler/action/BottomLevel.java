package org.anabranch.scheduler.action;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * The priority of an action: the length of the longest known path below it, the <em>bottom
 * level</em> of list scheduling (Topcuoglu's upward rank, without copies), less the action itself,
 * since actions without successors have equal priority. The search stays within one stream and a
 * window of actions, since streams run far ahead.
 */
public final class BottomLevel {
    /** The window in actions; chosen, not measured. */
    private static final int WINDOW_ACTIONS = 1024;

    /** The number of edges examined in one search; the rest counts as nothing. */
    private static final int MOST_LOOKS = 16 * WINDOW_ACTIONS;

    private BottomLevel() {}

    /**
     * Nanoseconds from the end of an action that has not ended.
     *
     * @param known from the start of other actions, found lately; more is added
     */
    public static double from(Action action, Map<Object, Double> known) {
        Deque<Action> open = new ArrayDeque<>();
        open.push(action);
        for (int looks = 0; looks < MOST_LOOKS && !open.isEmpty(); looks++) {
            Action next = open.peek();
            double longest = known.containsKey(next) ? 0 : longestAfter(next, action, open, known);
            if (open.peek() == next) {
                open.pop();
                known.putIfAbsent(next, longest + next.expectedNanos());
            }
        }
        return known.getOrDefault(action, 0.0) - action.expectedNanos();
    }

    /** The longest way after one action, unless some is not known: that is to be found first. */
    private static double longestAfter(
            Action action, Action first, Deque<Action> open, Map<Object, Double> known) {
        double longest = 0;
        for (Edge edge = action.edges(); edge != null; edge = edge.next) {
            if (edge.successor instanceof Action after
                    && after.owner == first.owner
                    && after.sequence <= first.sequence + WINDOW_ACTIONS) {
                Double way = known.get(after);
                if (way == null) {
                    open.push(after);
                } else {
                    longest = Math.max(longest, way);
                }
            }
        }
        return longest;
    }
}
