package org.anabranch.conformance;

import static org.anabranch.conformance.Bench.host;
import static org.anabranch.conformance.Bench.require;

import org.anabranch.conformance.Bench.Array;
import org.anabranch.spi.Launch;
import org.anabranch.spi.NotStartedException;
import org.anabranch.spi.Order;
import org.anabranch.spi.support.ForeignThrowables;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The part of rule 2.7 about failures: a failing kernel after some writes, a kernel that names it
 * as predecessor, and another operation behind that.
 */
final class AfterFailure implements AutoCloseable {
    private static final int ROUNDS = 48;
    private static final int WRITES = 16;

    /** So many are no accident of a remote device that had just forgotten the failure. */
    private static final int EVIDENCE = 3;

    /** The kinds of the second operation. */
    private enum Second {
        KERNEL("a kernel that names the same predecessor"),
        WRITE("a write that names the same predecessor"),
        READ("a read that names the same predecessor"),
        HEIR("a kernel that names the one that was not started");

        private final String words;

        Second(String words) {
            this.words = words;
        }
    }

    private final Bench bench;
    private final int elements;
    private final MemorySegment before;
    private final MemorySegment target;
    private final Array busy;
    private final Array one;
    private final Array two;
    private final CountedCompletion first;
    private final CountedCompletion second;
    private final boolean firstInTime;
    private final boolean secondInTime;

    /**
     * Checks that operations after a failed one are not started. A device need not learn of the
     * failure in time; a remote one may have forgotten the failed kernel before the next operation
     * arrives. But an operation that it reports as not started must not have run. A device that
     * never holds the first kernel back fails, and so does one that never holds back a second
     * operation of some kind, later on the same lane.
     */
    static void check(Bench bench) throws Exception {
        int underWay = 0;
        int kept = 0;
        int kinds = Second.values().length;
        int[] secondUnderWay = new int[kinds];
        int[] secondKept = new int[kinds];
        for (int i = 0; i < bench.subject.rounds(ROUNDS); i++) {
            int kind = i % kinds;
            try (AfterFailure round = new AfterFailure(bench, Second.values()[kind])) {
                Throwable first = round.first.failure();
                Throwable second = round.second.failure();
                underWay += round.firstInTime ? 1 : 0;
                kept += first == null ? 0 : 1;
                if (first != null && round.secondInTime) {
                    secondUnderWay[kind]++;
                    secondKept[kind] += second == null ? 0 : 1;
                }
                round.notStarted(first, round.one);
                round.notStarted(second, round.two);
                round.notRead(second);
            }
        }
        for (Second kind : Second.values()) {
            int times = secondUnderWay[kind.ordinal()];
            require(
                    times < EVIDENCE || secondKept[kind.ordinal()] > 0,
                    "after a kernel that was not started, since its predecessor had failed, %s was"
                                    .formatted(kind.words)
                            + " started, each of %s times".formatted(times));
        }
        require(
                underWay == 0 || kept > 0,
                "of "
                        + underWay
                        + " kernels that named a failing one while that was under way, none was"
                        + " kept from starting");
    }

    private AfterFailure(Bench bench, Second kind) throws Exception {
        this.bench = bench;
        this.elements = bench.share(1 << 16);
        this.before = host(elements, 0);
        this.target = host(elements, 0);
        this.busy = bench.array(elements);
        this.one = bench.array(elements);
        this.two = bench.array(elements);
        bench.fill(one, before);
        bench.fill(two, before);
        Launch onOne = bench.addition(one, 0, elements, 1);
        Launch onTwo = bench.addition(two, 0, elements, 1);
        Launch fails = bench.failure(1);
        MemorySegment ones = host(elements, 1);
        for (int i = 0; i < bench.subject.rounds(WRITES); i++) {
            bench.write(bench.order(0), ones, busy, bench.told("a write"));
        }
        CountedCompletion failure = bench.told("a failing kernel");
        Order failing = bench.order(0);
        bench.device.run(failing, fails, failure);
        this.first = bench.told("a kernel after a failing one");
        Order follower = bench.order(bench.lanes - 1, failing.ticket());
        bench.device.run(follower, onOne, first);
        this.firstInTime = !failure.isTold();
        this.second = bench.told("a second operation after a failing kernel");
        Order same = bench.order(bench.lanes - 1, failing.ticket());
        switch (kind) {
            case KERNEL -> bench.device.run(same, onTwo, second);
            case WRITE -> bench.write(same, ones, two, second);
            case READ -> bench.read(same, busy, target, second);
            case HEIR -> {
                Order heir = bench.order(bench.lanes - 1, follower.ticket());
                bench.device.run(heir, onTwo, second);
            }
        }
        this.secondInTime = !failure.isTold();
    }

    private void notStarted(Throwable failure, Array array) throws Exception {
        if (failure != null) {
            require(
                    failure instanceof NotStartedException,
                    "what came after a failing kernel failed with "
                            + ForeignThrowables.text(failure));
            OperationRules.equal(
                    before, bench.content(array), "what an operation wrote that was not started");
        }
    }

    private void notRead(Throwable failure) {
        if (failure != null) {
            OperationRules.equal(before, target, "the target of a read that was not started");
        }
    }

    @Override
    public void close() {
        List.of(busy, one, two).forEach(array -> bench.device.release(array.handle()));
    }
}
