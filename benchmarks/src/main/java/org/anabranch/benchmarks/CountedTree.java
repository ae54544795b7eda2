package org.anabranch.benchmarks;

import org.anabranch.api.Finish;

import java.util.Set;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

/**
 * A workload that searches an implicit tree: one task for each node except the root, sums on the
 * way back.
 */
record CountedTree(Node root, long nodes, long weight) implements Workload {

    /** A node; immutable. */
    interface Node {
        /** Returns its own part of the sum. */
        long weight();

        /** Returns the number of its children. */
        int children();

        /** Returns a child, numbered from 0. */
        Node child(int index);

        /** Counts the nodes of this subtree sequentially, including this one. */
        default long nodes() {
            long nodes = 1;
            for (int i = children() - 1; i >= 0; i--) {
                nodes += child(i).nodes();
            }
            return nodes;
        }
    }

    @Override
    public long units() {
        return nodes - 1;
    }

    @Override
    public Set<Contestant> contestants() {
        return Contestant.OF_TASKS;
    }

    @Override
    public MeasuredProgram on(Contestant contestant, MeasuredWorkers workers) {
        return switch (contestant) {
            case ANABRANCH, DEFERRED -> {
                Scopes scopes = Scopes.of(contestant, workers);
                yield () -> {
                    Scoped task = new Scoped(scopes, root);
                    workers.run(task);
                    require(task.sum);
                };
            }
            case SEQUENTIAL -> () -> require(sum(root));
            case FORK_JOIN ->
                    () -> {
                        Forked task = new Forked(root);
                        workers.pool().invoke(task);
                        require(task.sum);
                    };
            default ->
                    () -> {
                        Completed task = new Completed(null, root);
                        workers.pool().invoke(task);
                        require(task.sum);
                    };
        };
    }

    private void require(long sum) {
        MeasuredProgram.require("weight of the tree", weight, sum);
    }

    private static long sum(Node node) {
        long sum = node.weight();
        int children = node.children();
        for (int i = 0; i < children; i++) {
            sum += sum(node.child(i));
        }
        return sum;
    }

    private static final class Scoped implements Runnable {
        private final Scopes scopes;
        private final Node node;
        private long sum;

        Scoped(Scopes scopes, Node node) {
            this.scopes = scopes;
            this.node = node;
        }

        @Override
        public void run() {
            int children = node.children();
            sum = node.weight();
            if (children > 0) {
                Scoped[] below = new Scoped[children];
                try (Finish finish = scopes.open()) {
                    for (int i = 0; i < children; i++) {
                        below[i] = new Scoped(scopes, node.child(i));
                        scopes.start(finish, below[i]);
                    }
                }
                for (Scoped child : below) {
                    sum += child.sum;
                }
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Forked extends RecursiveAction {
        private final transient Node node;
        private long sum;

        Forked(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            int children = node.children();
            sum = node.weight();
            Forked[] below = new Forked[children];
            for (int i = 0; i < children; i++) {
                below[i] = new Forked(node.child(i));
                below[i].fork();
            }
            for (int i = children - 1; i >= 0; i--) {
                below[i].join();
                sum += below[i].sum;
            }
        }
    }

    @SuppressWarnings("serial")
    private static final class Completed extends CountedCompleter<Void> {
        private final transient Node node;
        private ForkJoinTask<?>[] below;
        private long sum;

        Completed(Completed parent, Node node) {
            super(parent);
            this.node = node;
        }

        @Override
        public void compute() {
            int children = node.children();
            sum = node.weight();
            if (children > 0) {
                below = new ForkJoinTask<?>[children];
                setPendingCount(children);
                for (int i = 0; i < children; i++) {
                    below[i] = new Completed(this, node.child(i)).fork();
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (below != null) {
                for (ForkJoinTask<?> child : below) {
                    sum += ((Completed) child).sum;
                }
            }
        }
    }
}
