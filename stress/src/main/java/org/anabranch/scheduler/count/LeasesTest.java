package org.anabranch.scheduler.count;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.util.concurrent.atomic.AtomicInteger;

/** Test: a resource is closed while its last user takes one more lease and returns both. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "freed once, not to be had any more")
@Outcome(expect = Expect.FORBIDDEN, desc = "not freed, twice, or had afterwards")
@State
public class LeasesTest {

    private final Leases leases = new Leases();
    private final AtomicInteger freed = new AtomicInteger();

    public LeasesTest() {
        leases.take(1);
    }

    @Actor
    public void closes() {
        count(leases.close());
        if (leases.takeUnlessFree()) {
            count(leases.giveBack(1));
        }
    }

    @Actor
    public void uses() {
        leases.takeAnother();
        count(leases.giveBack(1));
        count(leases.giveBack(1));
    }

    private void count(boolean last) {
        if (last) {
            freed.incrementAndGet();
        }
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = freed.get();
        result.r2 = leases.take(1) || leases.takeUnlessFree() || leases.isUsed() ? 1 : 0;
    }
}
