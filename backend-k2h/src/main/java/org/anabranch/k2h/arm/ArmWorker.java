package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.board.K2hException;
import org.anabranch.k2h.board.Side;
import org.anabranch.k2h.machine.ArmAddresses;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.policy.HybridPolicy;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.ArmCpu;
import org.anabranch.k2h.protocol.DepthLimit;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.OperandScope;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.protocol.TaskFrames;
import org.anabranch.k2h.run.Reading;
import org.anabranch.k2h.run.RuntimeOptions;

/**
 * An ARM core: the context of the tasks that it runs, with their finish scopes. {@link ArmThief}
 * searches for work, {@link HintedPush} hands it to the DSPs. A core that waits for a finish
 * searches in the same way until the finish's counter is zero (K2H-S8). A task waits for its own
 * descendants only, and these begin later than it; so the task on top of a stack can always
 * proceed.
 */
public final class ArmWorker extends ArmCpu {
    final ArmSide side;
    final Pace pace;
    final QueuePort port;
    final HybridPolicy policy;
    final DepthLimit depthLimit;
    final TaskStore store;
    final Flushes flushes;
    final HintedPush push;
    private final SharedBoard board;
    private final ArmThief thief;
    private final TaskFrames frames;
    private final boolean offers;
    private ArmFinish current = new ArmFinish(null, 0, OperandScope.NONE);

    /**
     * Creates a core.
     *
     * @param core an ARM core whose store is in {@code side}
     * @param cache the ARM cores' cache
     * @param side the shared state of the ARM cores
     * @param globals variables of the ARM image
     */
    public ArmWorker(
            Core core, Pace pace, LineCache cache, Image image, ArmSide side, long[] globals) {
        super(core, pace, cache, image, side.memory, globals);
        this.side = side;
        this.pace = pace;
        this.board = side.board;
        this.port = new QueuePort(core, pace, side.instruments.trace(), side.instruments.watch());
        RuntimeOptions options = side.options;
        this.policy = options.policy().policy(false, options.arms(), options.dsps());
        this.depthLimit = new DepthLimit(policy, port, pace);
        this.store = side.stores.get(core.number());
        this.flushes = new Flushes(this, side, policy);
        this.push = new HintedPush(this);
        this.thief = new ArmThief(this);
        this.frames = new TaskFrames(this, side.instruments);
        this.offers = options.reading() != Reading.OFFER_BEFORE_SEARCH;
    }

    /** {@return the address of this core's deque, which a C program could pass on} */
    public long dequePointer() {
        return ArmAddresses.deque(core.number());
    }

    /** {@return the address of the innermost finish of this core} */
    public long finishPointer() {
        return ArmAddresses.finish(side.handle(current));
    }

    double nanos() {
        return pace.nanos(core);
    }

    /** Steals tasks until the machine stops. */
    public void steal() {
        thief.untilStop();
    }

    /** Measures the costs that the policy needs. */
    public void prepare() {
        if (policy.flushesOnlyCrossed() && side.options.dsps() > 0) {
            side.flushCost.measure(core, pace, cache, side.memory);
        }
    }

    /** Runs the program's main function, in a finish of its own. */
    public void main(Code main) {
        frames.main();
        startFinish();
        try {
            main.run(this, new long[0]);
        } catch (Throwable thrown) {
            side.instruments.faults().fault(core, "main", thrown);
        }
        while (current.parent != null) {
            endFinish();
        }
    }

    /**
     * Runs tasks, and polls a service, until that ends. For a main function that gets its work from
     * outside.
     *
     * @param service the source of work
     */
    public void serve(ArmService service) {
        while (true) {
            long seen = pace.news(core);
            ArmService.Outcome outcome = service.poll();
            if (outcome == ArmService.Outcome.END) {
                return;
            }
            if (!thief.step() && outcome == ArmService.Outcome.NOTHING) {
                thief.idle(seen);
            }
        }
    }

    void run(ArmTask task) {
        ArmFinish outside = current;
        current = task.finish();
        int kind = LoopTask.measuredAs(task.function().id(), task.arguments());
        double begin = nanos();
        call(task.function(), task.arguments(), current.scope);
        policy.took(kind, task.finish().depth, nanos() - begin);
        current = outside;
        ended(task.finish());
    }

    /** Runs a task's code. If it throws, waits for the scopes that it left open. */
    private void call(Function function, long[] arguments, OperandScope scope) {
        ArmFinish begun = current;
        int outside = depthLimit.waitFor(0);
        frames.enter(function, arguments, scope.id());
        try {
            ((Code) function.arm()).run(this, arguments);
        } catch (Throwable thrown) {
            side.instruments.faults().fault(core, function.name(), thrown);
            while (current != begun) {
                endFinish();
            }
        } finally {
            depthLimit.waitFor(outside);
            frames.leave();
        }
    }

    void ended(ArmFinish finish) {
        work(Cost.ATOMIC, 1);
        pace.turn(core);
        if (finish.open.decrementAndGet() == 0) {
            pace.tell(Side.ARM);
        }
    }

    /**
     * Runs a DSP's task in a new finish, then sends its completion through SQ2. It holds no
     * descriptor meanwhile, since the task may need it.
     */
    void runStolen(Descriptor descriptor) {
        Message message = Message.in(descriptor);
        work(Cost.DESCRIPTOR_WORD, message.arguments().length + 5L);
        ArmFinish outside = current;
        OperandScope scope = side.scope(Message.scope(message.declared()));
        current = new ArmFinish(null, message.depth(), scope);
        current.crossed = true;
        board.pool().give(port, descriptor);
        flushes.beginStolen(scope);
        call(function(message.function()), message.arguments(), scope);
        await(current);
        flushes.endStolen(scope);
        side.closed(current);
        current = outside;
        Descriptor end = thief.takeDescriptor();
        work(Cost.DESCRIPTOR_WORD, 1);
        Message.writeEnd(end, message.finish());
        port.push(board.sq2(), end, true);
        depthLimit.announce(Side.DSP);
    }

    @Override
    public void async(Function function, long... arguments) {
        if (side.options.dspOnly()) {
            asyncDsp(function, arguments);
            return;
        }
        checkCallable(function, arguments, true, side.options.dsps() > 0);
        ArmTask task = task(function, arguments);
        statistics.asyncs++;
        work(Cost.ATOMIC, 1);
        current.open.incrementAndGet();
        if (store.push(port, task)) {
            depthLimit.announce(Side.ARM);
            if (offers) {
                push.offer();
            }
        } else {
            statistics.inlined++;
            run(task);
        }
    }

    private ArmTask task(Function function, long[] arguments) {
        int behind = flushes.leftOut(current.scope);
        return new ArmTask(function, arguments.clone(), current, behind);
    }

    @Override
    public int dsps() {
        return side.options.dsps();
    }

    @Override
    public boolean runsTasks() {
        return !side.options.dspOnly();
    }

    @Override
    public void asyncDsp(Function function, long... arguments) {
        if (side.options.dsps() == 0) {
            throw new K2hException.Program("asyncDSP of " + function + ": there is no DSP");
        }
        checkCallable(function, arguments, false, true);
        ArmTask task = task(function, arguments);
        statistics.asyncs++;
        work(Cost.ATOMIC, 1);
        current.open.incrementAndGet();
        push.sendOrKeep(task);
    }

    @Override
    public void startFinish(Operand... operands) {
        ArmFinish outer = current;
        OperandScope scope = side.scope(outer.scope, operands);
        current = new ArmFinish(outer, outer.depth + 1, scope);
        work(Cost.ATOMIC, 1);
        if (scope.id() != outer.scope.id()) {
            flushes.begin(scope);
        }
    }

    @Override
    public void endFinish() {
        ArmFinish finish = current;
        if (finish.parent == null) {
            throw new K2hException.Program("endFinish without startFinish");
        }
        await(finish);
        flushes.end(finish);
        side.closed(finish);
        if (finish.scope.id() != finish.parent.scope.id()) {
            side.forget(finish.scope);
        }
        current = finish.parent;
    }

    private void await(ArmFinish finish) {
        int outside = depthLimit.waitFor(finish.depth);
        frames.waits();
        thief.until(
                () -> {
                    work(Cost.ATOMIC, 1);
                    pace.turn(core);
                    return finish.open.get() == 0;
                });
        frames.goesOn();
        depthLimit.waitFor(outside);
    }
}
