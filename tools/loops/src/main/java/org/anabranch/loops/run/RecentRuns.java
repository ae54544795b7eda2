package org.anabranch.loops.run;

import org.anabranch.loops.LoopRun;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The numbers of runs, and the last run of each body, for people; limited to as many bodies as a
 * page has lines. Thread-safe.
 */
final class RecentRuns {
    private static final int MOST = 64;
    final LongAdder parallel = new LongAdder();
    final LongAdder inOrder = new LongAdder();

    private final Map<String, LoopRun> runs =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, LoopRun> eldest) {
                    return size() > MOST;
                }
            };

    synchronized void add(LoopRun run) {
        runs.put(run.name(), run);
    }

    synchronized List<LoopRun> all() {
        return new ArrayList<>(runs.values());
    }
}
