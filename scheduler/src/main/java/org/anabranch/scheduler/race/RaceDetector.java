package org.anabranch.scheduler.race;

import org.anabranch.api.Buffer;
import org.anabranch.api.Mode;
import org.anabranch.api.RaceException;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * The race detector: finds two unordered uses of one range, one of them a write. Each use gets a
 * number; its past is the set of the numbers below it in the happens-before order. Two uses race if
 * the earlier one's number is not in the later one's set.
 *
 * <p><b>Order.</b> A strand (a task, an index of a loop, a callback) is in program order, and
 * enqueues after its waits. The threads of a program are one strand in real time, since their
 * communication is not observed. A stream orders by its options. Marks, barriers, waits, events and
 * scopes order what they wait for. A foreign event orders all that was enqueued before it settled.
 *
 * <p><b>Time.</b> The past of an operation is known when it is enqueued, unless it waits for a task
 * or a foreign event; then it is known when that ends, and the pasts of its successors become known
 * later, too. An operation is compared and recorded when its past is known, so the order of
 * recording is consistent with happens-before.
 *
 * <p><b>Memory.</b> For each range the last users are recorded, see {@link Cell}. From time to time
 * operations are forgotten that come before all future ones.
 */
public final class RaceDetector {
    private final Strands strands = new Strands();
    private final ShadowMemory memory = new ShadowMemory();
    private final Set<Operation> unknown = Collections.newSetFromMap(new IdentityHashMap<>());
    private long next;
    private long floor;
    private long sweepAt = RaceTuning.SWEEP_OPERATIONS;

    /** Returns the past of an operation that the calling thread enqueues now. */
    private CausalPast present() {
        return strands.isInKernel()
                ? CausalPast.below(next)
                : strands.current().past().andBelow(floor);
    }

    /** The scope that the calling thread opens others in, or null. */
    synchronized ScopeOrder scope() {
        return strands.current().scope;
    }

    /** A strand that comes after what the calling thread has done so far. */
    synchronized Strand fork(ScopeOrder scope) {
        return strands.add(present(), scope);
    }

    /** A strand that comes after what another one has done so far. */
    synchronized Strand forkFrom(Strand before) {
        return strands.add(before.past(), before.scope);
    }

    /** Runs a strand to its end. */
    void run(Strand strand, Runnable body) {
        Strand around = Strands.enter(strand);
        try {
            body.run();
        } finally {
            Strands.leave(around);
            end(strand);
        }
    }

    synchronized void end(Strand strand) {
        strands.end(strand);
        if (strand.scope != null) {
            strand.scope.add(strand.past());
        }
    }

    /** Runs a kernel: what it asks the platform for comes after everything. */
    public void runKernel(Callable<Void> body) throws Exception {
        Strand around = strands.enterKernel();
        try {
            body.call();
        } finally {
            Strands.leave(around);
        }
    }

    /** The calling thread has waited for the operation. */
    synchronized void join(Operation operation) {
        strands.current().join(operation.closure());
    }

    /** The calling thread has waited for a scope. */
    synchronized void join(ScopeOrder scope) {
        strands.current().join(scope.all());
    }

    /** The calling thread has waited for it does not matter what. */
    public synchronized void joinAll() {
        strands.current().join(CausalPast.below(next));
    }

    /** It comes before what the strand does next. */
    synchronized void join(Strand strand, Operation operation) {
        strand.join(operation.closure());
    }

    /** The scope waits for the operation. */
    synchronized void add(ScopeOrder scope, Operation operation) {
        scope.add(operation.closure());
    }

    /**
     * Enqueues an operation of the calling thread.
     *
     * @param stream its stream, or null
     * @param after further operations that it waits for
     * @throws RaceException if it races with another; then it is not enqueued
     */
    Operation enqueue(
            String what,
            StreamOrder stream,
            Operation.Kind kind,
            List<Operation> after,
            Use... uses) {
        String place = CallSite.ofProgram();
        synchronized (this) {
            if (next >= sweepAt) {
                sweep();
            }
            Operation operation = new Operation(what, place, stream, kind, next++, present(), uses);
            after.forEach(operation::follow);
            if (stream != null) {
                followStream(operation);
            }
            addIfKnown(operation);
            if (stream != null) {
                stream.last = operation;
                stream.add(operation);
            }
            return operation;
        }
    }

    private void followStream(Operation operation) {
        StreamOrder stream = operation.stream;
        followGate(operation);
        memory.order(operation);
        for (Operation earlier : stream.unknown()) {
            if ((stream.isInferred() || earlier.kind == Operation.Kind.WAIT)
                    && Use.conflict(earlier.uses, operation.uses)) {
                operation.follow(earlier);
            }
        }
    }

    private static void followGate(Operation operation) {
        StreamOrder stream = operation.stream;
        if (stream.gate != null) {
            operation.follow(stream.gate);
        }
        if (stream.isStrict() && stream.last != null) {
            operation.follow(stream.last);
        }
    }

    private void addIfKnown(Operation operation) {
        if (operation.isKnown()) {
            memory.add(operation);
        } else {
            unknown.add(operation);
        }
    }

    /** Everything enqueued in the stream later waits for these, or for all before. */
    synchronized Operation gate(StreamOrder stream, List<Operation> after, boolean afterAll) {
        Operation gate = Operation.point("a wait", stream, present());
        after.forEach(gate::follow);
        followGate(gate);
        if (afterAll) {
            stream.precedeAll(gate);
        }
        addIfKnown(gate);
        stream.gate = gate;
        stream.last = gate;
        stream.add(gate);
        return gate;
    }

    /** A point after all that was enqueued in the stream. */
    synchronized Operation mark(StreamOrder stream) {
        Operation mark = Operation.point("a mark", stream, present());
        stream.precedeAll(mark);
        addIfKnown(mark);
        return mark;
    }

    /** A point of which it is known later what comes before it. */
    synchronized Operation later(String what) {
        Operation point = Operation.point(what, null, present());
        point.open();
        unknown.add(point);
        return point;
    }

    /** The point comes after what the strand has done, or after everything if that is null. */
    synchronized void known(Operation point, Strand strand) {
        if (point.isKnown()) {
            return;
        }
        CausalPast past = strand == null ? CausalPast.below(next) : strand.past();
        unknown.remove(point);
        Deque<Operation> told = new ArrayDeque<>();
        tell(point, point.know(past), told);
        while (!told.isEmpty()) {
            Operation operation = told.poll();
            unknown.remove(operation);
            addLate(operation);
            tell(operation, operation.know(CausalPast.NONE), told);
        }
    }

    private static void tell(Operation known, List<Operation> followers, Deque<Operation> told) {
        for (Operation follower : followers) {
            if (follower.learn(known.closure())) {
                told.add(follower);
            }
        }
    }

    private void addLate(Operation operation) {
        try {
            memory.add(operation);
        } catch (RaceException race) {
            operation.race = race;
            operation.withdrawn = true;
            operation.stream.races.add(race);
        }
    }

    /** The operation will not run. */
    synchronized void withdraw(Operation operation) {
        operation.withdrawn = true;
    }

    /** Returns the race found for it after it was enqueued, or null. */
    synchronized RaceException race(Operation operation) {
        return operation.race;
    }

    /** Returns the first unreported race found in the stream after enqueuing, or null. */
    synchronized RaceException takeRace(StreamOrder stream) {
        RaceException first = stream.races.isEmpty() ? null : stream.races.getFirst();
        stream.races.clear();
        return first;
    }

    /**
     * Records an access of the program itself to a whole buffer.
     *
     * @throws RaceException if an operation uses the buffer that the caller has not waited for
     */
    public void access(Buffer buffer, Mode mode) {
        Operation access =
                enqueue(
                        "the program's own access",
                        null,
                        Operation.Kind.ACCESS,
                        List.of(),
                        new Use(buffer, buffer.shape().whole(), mode));
        join(access);
    }

    /** The buffer is closed. */
    public synchronized void forget(Buffer buffer) {
        memory.forget(buffer);
    }

    /** Forgets what comes before all that there may be. */
    private void sweep() {
        CausalPast common = strands.common();
        long least = next;
        for (Operation operation : unknown) {
            common = common.intersection(operation.past());
            least = operation.number < 0 ? least : Math.min(least, operation.number);
        }
        floor = Math.max(floor, Math.min(least, memory.forget(common)));
        strands.program.join(CausalPast.NONE.andBelow(floor));
        sweepAt =
                next
                        + RaceTuning.SWEEP_OPERATIONS
                        + 2L * memory.size()
                        + strands.size()
                        + unknown.size();
    }
}
