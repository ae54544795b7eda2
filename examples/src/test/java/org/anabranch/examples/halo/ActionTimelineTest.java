package org.anabranch.examples.halo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.anabranch.api.Event;
import org.anabranch.api.Finish;
import org.anabranch.launch.Anabranch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@Timeout(60)
class ActionTimelineTest {

    /** Two threads tell of two ends, and the later end may be told of first. */
    @Test
    void an_action_that_seems_to_end_before_it_begins_is_drawn_all_the_same() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (Anabranch anabranch = Anabranch.start();
                Finish finish = anabranch.platform().finish()) {
            Event action = finish.call(() -> 1);
            Event before = finish.call(() -> gate.await(50, TimeUnit.SECONDS));
            ActionTimeline timeline = new ActionTimeline();
            timeline.add(0, "first", before, null);
            timeline.add(0, "interior", action, before);
            timeline.add(0, "last", before, null);
            action.await();
            TimeUnit.MILLISECONDS.sleep(20);
            gate.countDown();
            long end = timeline.watch();
            before.await();
            assertEquals(3, timeline.draw(0, end, 100).size());
        }
    }
}
