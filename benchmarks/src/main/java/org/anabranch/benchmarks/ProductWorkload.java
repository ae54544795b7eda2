package org.anabranch.benchmarks;

import org.anabranch.api.Finish;

import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/**
 * A workload that computes C = A B by quarters, down to small blocks: at each level two scopes of
 * four tasks, one after the other.
 */
final class ProductWorkload implements Workload {
    private final int size;
    private final int leaf;
    private final double[] a;
    private final double[] b;
    private final double[] expected;

    ProductWorkload(int size, int leaf) {
        this.size = size;
        this.leaf = leaf;
        this.a = new double[size * size];
        this.b = new double[size * size];
        for (int i = 0; i < a.length; i++) {
            a[i] = i * 7 % 11;
            b[i] = i * 5 % 13;
        }
        this.expected = new double[size * size];
        multiplyBlock(size, expected, 0, 0, 0);
    }

    @Override
    public long units() {
        long units = 1;
        long onLevel = 1;
        for (int n = size; n > leaf; n /= 2) {
            onLevel *= 8;
            units += onLevel;
        }
        return units - 1;
    }

    @Override
    public Set<Contestant> contestants() {
        return Set.of(
                Contestant.ANABRANCH,
                Contestant.DEFERRED,
                Contestant.SEQUENTIAL,
                Contestant.FORK_JOIN);
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        double[] c = new double[size * size];
        Runnable once =
                switch (contestant) {
                    case ANABRANCH, DEFERRED -> {
                        Scoped program = new Scoped(Scopes.of(contestant, workers), c);
                        yield () -> workers.run(() -> program.multiply(size, 0, 0, 0));
                    }
                    case SEQUENTIAL -> () -> sequential(size, c, 0, 0, 0);
                    default -> () -> workers.pool().invoke(new Forked(size, c, 0, 0, 0));
                };
        return () -> {
            once.run();
            compare(c);
        };
    }

    /** Compares the whole result, which takes a thousandth of the time, and clears it. */
    private void compare(double[] c) {
        for (int i = 0; i < c.length; i++) {
            if (c[i] != expected[i]) {
                throw new IllegalStateException(
                        "element " + i + " is " + c[i] + " instead of " + expected[i]);
            }
            c[i] = 0;
        }
    }

    private void multiplyBlock(int n, double[] c, int atA, int atB, int atC) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                double factor = a[atA + i * size + k];
                int rowB = atB + k * size;
                int rowC = atC + i * size;
                for (int j = 0; j < n; j++) {
                    c[rowC + j] += factor * b[rowB + j];
                }
            }
        }
    }

    private void sequential(int n, double[] c, int atA, int atB, int atC) {
        if (n == leaf) {
            multiplyBlock(n, c, atA, atB, atC);
            return;
        }
        int half = n / 2;
        for (int k = 0; k < 2; k++) {
            for (int quarter = 0; quarter < 4; quarter++) {
                int blockA = atA + (quarter / 2 * size + k) * half;
                int blockB = atB + (k * size + quarter % 2) * half;
                int blockC = atC + (quarter / 2 * size + quarter % 2) * half;
                sequential(half, c, blockA, blockB, blockC);
            }
        }
    }

    private final class Scoped {
        private final Scopes scopes;
        private final double[] c;

        Scoped(Scopes scopes, double[] c) {
            this.scopes = scopes;
            this.c = c;
        }

        void multiply(int n, int atA, int atB, int atC) {
            if (n == leaf) {
                multiplyBlock(n, c, atA, atB, atC);
                return;
            }
            int half = n / 2;
            for (int k = 0; k < 2; k++) {
                try (Finish finish = scopes.open()) {
                    for (int quarter = 0; quarter < 4; quarter++) {
                        int blockA = atA + (quarter / 2 * size + k) * half;
                        int blockB = atB + (k * size + quarter % 2) * half;
                        int blockC = atC + (quarter / 2 * size + quarter % 2) * half;
                        scopes.start(finish, () -> multiply(half, blockA, blockB, blockC));
                    }
                }
            }
        }
    }

    @SuppressWarnings("serial")
    private final class Forked extends RecursiveAction {
        private final int n;
        private final double[] c;
        private final int atA;
        private final int atB;
        private final int atC;

        Forked(int n, double[] c, int atA, int atB, int atC) {
            this.n = n;
            this.c = c;
            this.atA = atA;
            this.atB = atB;
            this.atC = atC;
        }

        @Override
        protected void compute() {
            if (n == leaf) {
                multiplyBlock(n, c, atA, atB, atC);
                return;
            }
            int half = n / 2;
            for (int k = 0; k < 2; k++) {
                Forked[] quarters = new Forked[4];
                for (int quarter = 0; quarter < 4; quarter++) {
                    int blockA = atA + (quarter / 2 * size + k) * half;
                    int blockB = atB + (k * size + quarter % 2) * half;
                    int blockC = atC + (quarter / 2 * size + quarter % 2) * half;
                    quarters[quarter] = new Forked(half, c, blockA, blockB, blockC);
                }
                ForkJoinTask.invokeAll(quarters);
            }
        }
    }
}
