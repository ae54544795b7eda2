package org.anabranch.seeing.path;

import org.anabranch.events.ActionHistory;
import org.anabranch.events.ActionRow;
import org.anabranch.seeing.model.RunModel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The critical path of a run, through actions and transfers.
 *
 * @param rows all actions
 * @param path by index into them
 * @param unknown number of dependences with an unknown action
 */
public record ActionPath(List<ActionRow> rows, CriticalPath path, long unknown) {

    /**
     * {@return the path of a run}
     *
     * @param run the run
     * @throws IllegalArgumentException if its dependences form a cycle
     */
    public static ActionPath of(RunModel run) {
        List<ActionRow> rows = run.actions();
        Map<Long, Integer> indices = new HashMap<>(2 * rows.size());
        long[] weights = new long[rows.size()];
        for (int i = 0; i < weights.length; i++) {
            indices.put(rows.get(i).action(), i);
            weights[i] = Math.max(0, rows.get(i).runNanos());
        }
        int[] earlier = new int[run.waits().size()];
        int[] later = new int[earlier.length];
        int count = 0;
        for (ActionHistory.Wait wait : run.waits()) {
            Integer first = indices.get(wait.earlier());
            Integer second = indices.get(wait.later());
            if (first != null && second != null) {
                earlier[count] = first;
                later[count++] = second;
            }
        }
        int[] from = java.util.Arrays.copyOf(earlier, count);
        int[] to = java.util.Arrays.copyOf(later, count);
        return new ActionPath(rows, CriticalPath.of(weights, from, to), earlier.length - count);
    }

    /** {@return its actions, from the first to the last, without those of length 0} */
    public List<ActionRow> actions() {
        return path.nodes().stream().map(rows::get).filter(row -> row.runNanos() > 0).toList();
    }

    /** {@return the sum of their durations, in nanoseconds} */
    public long length() {
        return path.length();
    }
}
