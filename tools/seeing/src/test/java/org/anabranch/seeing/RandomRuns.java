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
    private static final int DOMAINS = 3;

    private final EventScript script = new EventScript();
    private final List<long[]> ended = new ArrayList<>();
    private final Random random;
    private final int workers;
    private final long[][] free;
    private long next = 1;

    private RandomRuns(Random random, int workers) {
        this.random = random;
        this.workers = workers;
        this.free = new long[DOMAINS][Math.max(2, workers)];
        List.of("host", "card:0", "card:1").forEach(script::domain);
    }

    /**
     * A run on a host with workers and two cards with two lanes each; an action on a card has its
     * data brought first.
     */
    public static EventScript of(Random random, int actions, int workers) {
        RandomRuns run = new RandomRuns(random, workers);
        for (int i = 0; i < actions; i++) {
            run.action(i);
        }
        return run.script;
    }

    private void action(long enqueued) {
        int where = random.nextInt(DOMAINS);
        int lane = random.nextInt(where == 0 ? workers : 2);
        long action = next++;
        long ready = enqueued;
        for (int k = Math.min(ended.size(), random.nextInt(3)); k > 0; k--) {
            int back = random.nextInt(Math.min(20, ended.size()));
            long[] earlier = ended.get(ended.size() - 1 - back);
            if (where != 0 && random.nextBoolean()) {
                ready = Math.max(ready, transfer(earlier, action, where, enqueued));
            } else {
                script.edge(earlier[0], action, enqueued, EdgeSort.ORDER);
                ready = Math.max(ready, earlier[1]);
            }
        }
        long began = Math.max(ready, free[where][lane]) + random.nextInt(20);
        long over = began + 1 + random.nextInt(1000);
        free[where][lane] = over + 2;
        String name = "kernel " + random.nextInt(5);
        script.kernel(action, name, where, lane, enqueued, ready, began, over);
        if (where == 0) {
            script.add(new Event(Kind.BUSY, over + 2, 0, 0, lane, "", 0, began - 1, 1));
        }
        ended.add(new long[] {action, over});
    }

    /** Gives its end. */
    private long transfer(long[] earlier, long action, int where, long enqueued) {
        long moved = next++;
        long since = Math.max(Math.max(earlier[1], enqueued), free[where][0]);
        long over = since + 1 + random.nextInt(500);
        free[where][0] = over;
        String buffer = "buffer " + random.nextInt(9);
        long bytes = 1000L + random.nextInt(9000);
        script.transfer(moved, buffer, 0, where, bytes, action, enqueued, since, over)
                .edge(earlier[0], moved, enqueued, EdgeSort.DATA)
                .edge(moved, action, enqueued, EdgeSort.DATA);
        return over;
    }

    /** The same, by clocks of the cards that are wrong by up to so much, for each action anew. */
    public static Events skewed(long seed, int actions, long error) {
        Random random = new Random(seed);
        Events all = of(random, actions, 4).events();
        Events skewed = new Events(all.dictionary(), all.clock(), Integer.MAX_VALUE);
        for (int i = 0; i < all.size(); i++) {
            if (all.kind(i) != Kind.ENDED || all.domain(i) == 0) {
                all.copyTo(skewed, i);
                continue;
            }
            long wrong = random.nextLong(-error, error + 1);
            int name = all.dictionary().number(all.name(i));
            long head = Events.head(Kind.ENDED, all.detail(i), all.domain(i), all.lane(i), name);
            long began = all.other(i) + wrong;
            skewed.add(all.time(i) + wrong, head, all.subject(i), began, error);
        }
        skewed.sort();
        return skewed;
    }

    /** The same, as events. */
    public static Events events(long seed, int actions) {
        return of(new Random(seed), actions, 4).events();
    }
}
