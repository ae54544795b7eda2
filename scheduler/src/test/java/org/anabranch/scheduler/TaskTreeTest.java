package org.anabranch.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.anabranch.api.ActionFailedException;
import org.anabranch.api.Finish;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Random trees of tasks, in which each node starts its children in one of the possible ways. Each
 * node must run once, no task may outlive its scope, and a scope throws if and only if a task below
 * it does.
 */
@Timeout(120)
class TaskTreeTest {
    private static final int LARGEST = 4_000;

    private enum Way {
        SAME_SCOPE,
        OWN_SCOPE,
        PAIR
    }

    /** A node and how it starts its children. */
    private record Node(
            int id, Way way, List<Boolean> mayRunAtOnce, boolean fails, List<Node> children) {

        boolean fails(Node below) {
            return below.fails || below.children.stream().anyMatch(this::fails);
        }

        boolean childrenFail() {
            return children.stream().anyMatch(this::fails);
        }
    }

    private final Random random = new Random();
    private int nodes;

    private Node node(int levels) {
        int id = nodes++;
        Way way = Way.values()[random.nextInt(Way.values().length)];
        int count = levels == 0 || nodes > LARGEST ? 0 : way == Way.PAIR ? 2 : random.nextInt(6);
        List<Node> children = new ArrayList<>();
        List<Boolean> mayRunAtOnce = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            children.add(node(levels - 1));
            mayRunAtOnce.add(random.nextInt(3) > 0);
        }
        return new Node(id, way, mayRunAtOnce, random.nextInt(200) == 0, children);
    }

    /** One run of a tree. */
    private record Run(BundlePlatform platform, AtomicIntegerArray runs, AtomicInteger wrong) {
        void visit(Node node, Finish scope) {
            runs.incrementAndGet(node.id());
            switch (node.way()) {
                case SAME_SCOPE -> startAll(node, scope);
                case OWN_SCOPE ->
                        check(
                                node,
                                () -> {
                                    try (Finish own = platform.finish()) {
                                        startAll(node, own);
                                    }
                                });
                case PAIR -> {
                    if (!node.children().isEmpty()) {
                        check(node, () -> pair(node));
                    }
                }
            }
            if (node.fails()) {
                throw new IllegalStateException("node " + node.id());
            }
        }

        private void pair(Node node) {
            platform.forkJoin(
                    () -> alone(node.children().get(0)), () -> alone(node.children().get(1)));
        }

        private void alone(Node node) {
            try (Finish own = platform.finish()) {
                own.async(() -> visit(node, own));
            }
        }

        private void startAll(Node node, Finish scope) {
            for (int i = 0; i < node.children().size(); i++) {
                Node child = node.children().get(i);
                if (node.mayRunAtOnce().get(i)) {
                    scope.asyncOrRun(() -> visit(child, scope));
                } else {
                    scope.async(() -> visit(child, scope));
                }
            }
        }

        /** Runs what waits for the children: all below have run, and their failures are thrown. */
        private void check(Node node, Runnable waiting) {
            boolean threw = false;
            try {
                waiting.run();
            } catch (ActionFailedException expected) {
                threw = true;
            }
            if (threw != node.childrenFail()
                    || !node.children().stream().allMatch(this::isComplete)) {
                wrong.incrementAndGet();
            }
            if (threw) {
                throw new IllegalStateException("below " + node.id());
            }
        }

        private boolean isComplete(Node node) {
            return runs.get(node.id()) == 1 && node.children().stream().allMatch(this::isComplete);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void each_node_runs_once_and_each_wait_knows_what_failed_below(int workers) {
        for (int round = 0; round < 60; round++) {
            long seed = 1000L * workers + round;
            random.setSeed(seed);
            nodes = 0;
            Node root = node(9);
            try (Engine engine = Engine.start(EngineSettings.defaults().withWorkers(workers))) {
                Run run =
                        new Run(
                                engine.platform("test"),
                                new AtomicIntegerArray(nodes),
                                new AtomicInteger());
                if (root.fails() || root.childrenFail()) {
                    assertThrows(ActionFailedException.class, () -> run.alone(root));
                } else {
                    run.alone(root);
                }
                assertEquals(0, run.wrong().get(), "waits that were wrong, seed " + seed);
                for (int id = 0; id < nodes; id++) {
                    assertEquals(1, run.runs().get(id), "runs of " + id + ", seed " + seed);
                }
            }
        }
    }
}
