package org.anabranch.k2h.dsp;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.Crossing;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.DepthLimit;
import org.anabranch.k2h.protocol.FaultSink;
import org.anabranch.k2h.protocol.Instruments;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.protocol.TaskFrames;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RuntimeOptions;

/**
 * A DSP: thief, and context of the tasks that it runs. It synchronises only through hardware queues
 * and single-writer words of uncached memory. There is no lock, no atomic and no reference to the
 * ARM side in this package (K2H-P4, S2; a test reads the class files). {@link DspThief} searches
 * for work.
 *
 * <p>Caches (K2H-C2, C3): it invalidates its cache before every task, and after every finish in
 * which other cores may have written. It writes back before it gives a task away, waits, or ends a
 * task, unless write-through mode has done that already.
 */
public final class DspWorker extends DspMemory {
    private final Pace pace;
    private final QueuePort port;
    private final HybridPolicy policy;
    private final DepthLimit depthLimit;
    private final DspScopes scopes;
    private final TaskFrames frames;
    private final boolean derived;
    private final Reading reading;
    private final FaultSink faults;
    private SharedBoard board;
    private HardwareQueue own;
    private HardwareQueue ownPinned;
    private DspThief thief;
    private int current = -1;
    private long declared;
    private double inlined;
    private int depth;
    private int floor;

    /**
     * Creates a core.
     *
     * @param core a DSP
     * @param variables of the DSP image
     * @param instruments of the model
     */
    public DspWorker(
            Core core,
            Pace pace,
            LineCache cache,
            Image image,
            DspVariables variables,
            RuntimeOptions options,
            Instruments instruments) {
        super(core, pace, cache, image, variables);
        this.pace = pace;
        this.faults = instruments.faults();
        this.port = new QueuePort(core, pace, instruments.trace(), instruments.watch());
        this.policy = options.policy().policy(true, options.arms(), options.dsps());
        this.depthLimit = new DepthLimit(policy, port, pace);
        this.scopes = new DspScopes(core, pace, variables.finishes);
        this.frames = new TaskFrames(this, instruments);
        this.derived = options.derived();
        this.reading = options.reading();
    }

    /** Boots, then steals tasks until the machine stops. */
    public void steal() {
        board = new DspBoot(port, variables).run();
        own = board.dspTasks().get(core.number());
        ownPinned = board.dspOnlyTasks().get(core.number());
        thief = new DspThief(this, board, depthLimit, port, reading);
        thief.untilStop();
    }

    void runLocal(Descriptor descriptor) {
        Message task = Message.in(descriptor);
        pace.charge(core, Cost.DESCRIPTOR_WORD, task.arguments().length + 5L);
        board.pool().give(port, descriptor);
        execute(task, task.finish());
        writeBack();
        ended(task.finish());
    }

    /**
     * Runs a task of an ARM core in a new finish, then sends its completion through SQ3. It holds
     * no descriptor meanwhile.
     */
    void runRemote(Descriptor descriptor) {
        Message task = Message.in(descriptor);
        if (policy.countsExactly()) {
            thief.begins();
        }
        pace.charge(core, Cost.DESCRIPTOR_WORD, task.arguments().length + 5L);
        board.pool().give(port, descriptor);
        int fresh = scopes.open(current);
        execute(task, fresh);
        await(fresh);
        writeBack();
        Descriptor end = thief.takeDescriptor();
        pace.charge(core, Cost.DESCRIPTOR_WORD, 1);
        Message.writeEnd(end, task.finish());
        port.push(board.sq3(), end, true);
        depthLimit.announce(Side.ARM);
    }

    private void execute(Message task, int finish) {
        thief.busy();
        int outsideFinish = current;
        long outsideDeclared = declared;
        int outsideDepth = depth;
        current = finish;
        declared = task.declared();
        depth = task.depth();
        cache.invalidateAll(core);
        call(function(task.function()), task.arguments());
        current = outsideFinish;
        declared = outsideDeclared;
        depth = outsideDepth;
    }

    private void call(Function function, long[] arguments) {
        int outsideFloor = floor;
        int outsideWaiting = depthLimit.waitFor(0);
        floor = depth;
        int measured = LoopTask.measuredAs(function.id(), arguments);
        double outsideInlined = inlined;
        inlined = 0;
        double begin = pace.nanos(core);
        frames.enter(function, arguments, (int) declared);
        try {
            ((Code) function.dsp()).run(this, arguments);
        } catch (Throwable thrown) {
            faults.fault(core, function.name(), thrown);
            while (depth > floor) {
                endFinish();
            }
        } finally {
            double nanos = pace.nanos(core) - begin;
            policy.took(measured, floor, function.id() == 0 ? nanos - inlined : nanos);
            inlined = outsideInlined + nanos;
            floor = outsideFloor;
            depthLimit.waitFor(outsideWaiting);
            frames.leave();
        }
    }

    void ended(int finish) {
        variables.finishes.ended(core, pace, finish);
        if (variables.finishes.hasEnded(core, pace, finish)) {
            pace.tell(Side.DSP);
        }
    }

    private void writeBack() {
        if (derived) {
            cache.writeBackAll(core);
        }
    }

    private void spawn(Function function, long[] arguments, HardwareQueue queue, boolean inline) {
        statistics.asyncs++;
        if (inline && policy.countsExactly()) {
            statistics.inlined++;
            call(function, arguments.clone());
            return;
        }
        variables.finishes.created(core, pace, current);
        Descriptor descriptor = inline ? null : board.pool().take(port);
        if (descriptor == null) {
            statistics.inlined++;
            call(function, arguments.clone());
            ended(current);
            return;
        }
        pace.charge(core, Cost.DESCRIPTOR_WORD, arguments.length + 5L);
        new Message(function.id(), current, declared, depth, arguments).write(descriptor);
        writeBack();
        scopes.gave(current);
        port.push(queue, descriptor, reading == Reading.DSP_FIFO);
        depthLimit.announce(Side.DSP);
        if (queue == own) {
            depthLimit.announce(Side.ARM);
        }
    }

    @Override
    public void async(Function function, long... arguments) {
        checkCallable(function, arguments, true, true);
        Crossing task = crossing(function, arguments);
        int queued = own.length() + ownPinned.length();
        spawn(
                function,
                arguments,
                policy.exposes(task) ? own : ownPinned,
                policy.inlines(task, queued, board.free().free(depth)));
    }

    private Crossing crossing(Function function, long[] arguments) {
        int kind = LoopTask.measuredAs(function.id(), arguments);
        long tiles = LoopTask.tiles(function.id(), arguments);
        return new Crossing(
                kind,
                depth,
                function.id() == 0,
                tiles,
                policy.estimate(kind, depth, tiles),
                Crossing.UNKNOWN,
                0,
                0,
                Message.flush(declared),
                false);
    }

    @Override
    public int dsps() {
        return board.dspTasks().size();
    }

    @Override
    public void asyncDsp(Function function, long... arguments) {
        checkCallable(function, arguments, false, true);
        spawn(function, arguments, ownPinned, false);
    }

    @Override
    public void startFinish(Operand... operands) {
        if (operands.length > 0) {
            throw new K2hException.Program(
                    "operands are declared on the ARM side: a DSP has no ARM pointers");
        }
        current = scopes.open(current);
        depth++;
    }

    @Override
    public void endFinish() {
        if (depth <= floor) {
            throw new K2hException.Program("endFinish without startFinish");
        }
        int finish = current;
        await(finish);
        current = scopes.outer(finish);
        depth--;
    }

    /**
     * Waits, then frees the finish. If other cores could run its tasks, their results are not in
     * this cache.
     */
    private void await(int finish) {
        boolean given = scopes.given(finish);
        int outside = depthLimit.waitFor(depth);
        frames.waits();
        if (given) {
            writeBack();
        }
        if (given || !policy.countsExactly()) {
            thief.until(
                    () -> {
                        pace.charge(core, Cost.UNCACHED_WORD, 2L * board.dspTasks().size());
                        pace.turn(core);
                        return variables.finishes.hasEnded(core, pace, finish);
                    });
        }
        frames.goesOn();
        depthLimit.waitFor(outside);
        if (policy.countsExactly()) {
            thief.busy();
        }
        if (given) {
            cache.invalidateAll(core);
        }
        scopes.close();
    }
}
