package org.anabranch.scheduler.pool;

import org.anabranch.api.AnabranchException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

import java.util.concurrent.atomic.AtomicInteger;

/** Test: a thief reports the worker's counts while the worker continues to count. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "told once")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost or doubled")
@State
public class TallyTest {

    private final AtomicInteger open = new AtomicInteger();
    private final Scope scope = new CountingScope(open);
    private final Tally tally = new Tally();

    @Actor
    public void worker() {
        tally.add(scope, 1);
        tally.add(scope, 1);
        tally.add(scope, -1);
        tally.tell();
    }

    @Actor
    public void thief() {
        tally.tell();
    }

    @Arbiter
    public void count(I_Result result) {
        tally.end();
        scope.count(-1);
        result.r1 = open.get();
    }

    /** A scope that only counts. */
    private static final class CountingScope extends Scope {
        private final AtomicInteger open;

        CountingScope(AtomicInteger open) {
            this.open = open;
        }

        @Override
        public boolean contains(Scope scope) {
            return scope == this;
        }

        @Override
        public int scopeNumber() {
            return 1;
        }

        @Override
        public void count(int number) {
            open.addAndGet(number);
        }

        @Override
        public AnabranchException run(InstalledContext worker, Runnable body) {
            return null;
        }

        @Override
        public void stolen() {}

        @Override
        public void ended(WorkerCounts worker, AnabranchException failure) {}

        @Override
        public void abandonUpTo(Scope outer) {}

        @Override
        public void attend(Cancellable entry) {}

        @Override
        public boolean isCancelled() {
            return false;
        }
    }
}
