package org.anabranch.benchmarks;

import org.anabranch.api.Finish;
import org.anabranch.api.Platform;

import java.util.Set;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.RecursiveAction;

/**
 * A workload that computes Fibonacci numbers by double recursion without cut-off: one task for each
 * addition.
 */
final class Fib implements Workload {
    private final int number;
    private final long expected;

    Fib(int number) {
        this.number = number;
        this.expected = iterative(number);
    }

    private static long iterative(int n) {
        long last = 0;
        long next = 1;
        for (int i = 0; i < n; i++) {
            long sum = last + next;
            last = next;
            next = sum;
        }
        return last;
    }

    @Override
    public long units() {
        return iterative(number + 1) - 1;
    }

    @Override
    public Set<Contestant> contestants() {
        return Contestant.OF_TASKS;
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        return switch (contestant) {
            case ANABRANCH ->
                    () -> {
                        Paired root = new Paired(workers.platform(), number);
                        workers.run(root);
                        require(root.value);
                    };
            case DEFERRED ->
                    () -> {
                        Scoped root = new Scoped(workers.platform(), number);
                        workers.run(root);
                        require(root.value);
                    };
            case SEQUENTIAL -> () -> require(recursive(number));
            case FORK_JOIN ->
                    () -> {
                        Forked root = new Forked(number);
                        workers.pool().invoke(root);
                        require(root.value);
                    };
            default ->
                    () -> {
                        Completed root = new Completed(null, number);
                        workers.pool().invoke(root);
                        require(root.value);
                    };
        };
    }

    private void require(long found) {
        MeasuredProgram.require("fib", expected, found);
    }

    private static long recursive(int n) {
        return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
    }

    private static final class Paired implements Runnable {
        private final Platform platform;
        private final int n;
        private long value;

        Paired(Platform platform, int n) {
            this.platform = platform;
            this.n = n;
        }

        @Override
        public void run() {
            if (n < 2) {
                value = n;
                return;
            }
            Paired left = new Paired(platform, n - 1);
            Paired right = new Paired(platform, n - 2);
            platform.forkJoin(left, right);
            value = left.value + right.value;
        }
    }

    private static final class Scoped implements Runnable {
        private final Platform platform;
        private final int n;
        private long value;

        Scoped(Platform platform, int n) {
            this.platform = platform;
            this.n = n;
        }

        @Override
        public void run() {
            if (n < 2) {
                value = n;
                return;
            }
            Scoped left = new Scoped(platform, n - 1);
            Scoped right = new Scoped(platform, n - 2);
            try (Finish finish = platform.finish()) {
                finish.async(left);
                right.run();
            }
            value = left.value + right.value;
        }
    }

    @SuppressWarnings("serial")
    private static final class Forked extends RecursiveAction {
        private final int n;
        private long value;

        Forked(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) {
                value = n;
                return;
            }
            Forked left = new Forked(n - 1);
            Forked right = new Forked(n - 2);
            left.fork();
            right.compute();
            left.join();
            value = left.value + right.value;
        }
    }

    @SuppressWarnings("serial")
    private static final class Completed extends CountedCompleter<Void> {
        private final int n;
        private Completed left;
        private Completed right;
        private long value;

        Completed(Completed parent, int n) {
            super(parent);
            this.n = n;
        }

        @Override
        public void compute() {
            if (n < 2) {
                value = n;
            } else {
                left = new Completed(this, n - 1);
                right = new Completed(this, n - 2);
                setPendingCount(1);
                left.fork();
                right.compute();
                return;
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                value = left.value + right.value;
            }
        }
    }
}
