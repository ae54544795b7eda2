package org.anabranch.seeing;

import org.anabranch.events.EdgeSort;
import org.anabranch.events.Event;
import org.anabranch.events.EventScript;
import org.anabranch.events.Events;
import org.anabranch.events.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Runs that could have been: lanes in order, actions after what they wait for. */
public final class RandomRuns {
    private RandomRuns() {}

    /**
     * A run on a host with workers and two cards with two lanes each; an action on a card has its
     * data brought first.
     */
    public static EventScript of(Random random, int actions, int workers) {
        EventScript script = new EventScript();
        int host = script.domain("host");
        int[] cards = {script.domain("card:0"), script.domain("card:1")};
        long[][] free = new long[3][Math.max(2, workers)];
        List<long[]> ended = new ArrayList<>();
        long next = 1;
        for (int i = 0; i < actions; i++) {
            int where = random.nextInt(3);
            int lane = random.nextInt(where == 0 ? workers : 2);
            long enqueued = i;
            long ready = enqueued;
            long action = next++;
            for (int k = Math.min(ended.size(), random.nextInt(3)); k > 0; k--) {
                long[] earlier =
                        ended.get(ended.size() - 1 - random.nextInt(Math.min(20, ended.size())));
                if (where != 0 && random.nextBoolean()) {
                    long moved = next++;
                    long since = Math.max(Math.max(earlier[1], enqueued), free[where][0]);
                    long over = since + 1 + random.nextInt(500);
                    free[where][0] = over;
                    script.transfer(
                                    moved,
                                    "buffer " + random.nextInt(9),
                                    host,
                                    cards[where - 1],
                                    1000 + random.nextInt(9000),
                                    action,
                                    enqueued,
                                    since,
                                    over)
                            .edge(earlier[0], moved, enqueued, EdgeSort.DATA)
                            .edge(moved, action, enqueued, EdgeSort.DATA);
                    ready = Math.max(ready, over);
                } else {
                    script.edge(earlier[0], action, enqueued, EdgeSort.ORDER);
                    ready = Math.max(ready, earlier[1]);
                }
            }
            long began = Math.max(ready, free[where][lane]) + random.nextInt(20);
            long over = began + 1 + random.nextInt(1000);
            free[where][lane] = over;
            int domain = where == 0 ? host : cards[where - 1];
            script.kernel(
                    action,
                    "kernel " + random.nextInt(5),
                    domain,
                    lane,
                    enqueued,
                    ready,
                    began,
                    over);
            if (where == 0) {
                script.add(new Event(Kind.BUSY, over + 2, 0, host, lane, "", 0, began - 1, 1));
                free[where][lane] = over + 2;
            }
            ended.add(new long[] {action, over});
        }
        return script;
    }

    /** The same, as events. */
    public static Events events(long seed, int actions) {
        return of(new Random(seed), actions, 4).events();
    }
}
