package org.anabranch.k2h.arm;

import org.anabranch.k2h.machine.Bank;
import org.anabranch.k2h.machine.Block;
import org.anabranch.k2h.machine.Core;
import org.anabranch.k2h.machine.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.machine.Side;
import org.anabranch.k2h.machine.Trace;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.HybridPolicy;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.Scope;
import org.anabranch.k2h.protocol.SharedBoard;

/**
 * An ARM core: thief, and context of the tasks that it runs. One search for work looks at its own
 * store, other ARM cores, ends of tasks in SQ3, then DSP queues (K2H-S1). Wherever a task is on its
 * store and a DSP says that it is free, the oldest task goes to SQ1 (K2H-S3). A wait for a finish
 * is the same search until the finish's counter is zero (K2H-S8): since a task waits for its own
 * descendants only, and these begin later than it, whatever lies on top of a stack can always go
 * on.
 */
public final class ArmWorker extends MemoryCpu {
    private final ArmSide side;
    private final SharedBoard board;
    private final QueuePort port;
    private final HybridPolicy policy;
    private final TaskStore store;
    private final long[] globals;
    private ArmFinish current = new ArmFinish(null, 0, Scope.NONE);
    private int stacked;

    /** Depth of the finish that is waited for, 0 if none is. */
    private int waiting;

    /**
     * Makes a core.
     *
     * @param core an ARM core whose store is in {@code side}
     * @param pace its clock
     * @param cache the ARM cores' cache
     * @param image the program
     * @param side what the ARM cores share
     * @param globals variables of the ARM image
     */
    public ArmWorker(
            Core core, Pace pace, LineCache cache, Image image, ArmSide side, long[] globals) {
        super(core, pace, cache, image);
        this.side = side;
        this.board = side.board();
        this.port = new QueuePort(core, pace, side.trace());
        this.policy = HybridPolicy.of(side.options().policy());
        this.store = side.stores().get(core.number());
        this.globals = globals;
    }

    QueuePort port() {
        return port;
    }

    void charge(Cost what, long units) {
        pace.charge(core, what, units);
    }

    /** Steals until told to stop. */
    public void steal() {
        while (true) {
            long seen = pace.news(core);
            if (board.stop().get(0) != 0) {
                return;
            }
            if (!step()) {
                idle(seen);
            }
        }
    }

    /**
     * Runs the program's main function, in a finish of its own.
     *
     * @param main the function
     */
    public void main(Code main) {
        startFinish();
        try {
            main.run(this, new long[0]);
        } catch (Throwable thrown) {
            side.faults().fault(core, "main", thrown);
        }
        while (current.parent != null) {
            endFinish();
        }
    }

    /** What ARM core 0 does besides tasks while it serves. */
    @FunctionalInterface
    public interface Service {

        /** What came of looking. */
        enum Outcome {
            /** Something was done. */
            WORKED,
            /** There was nothing to do. */
            NOTHING,
            /** There will be nothing more. */
            END
        }

        /**
         * Does something, if there is something to do. Whoever gives it something tells the pace.
         *
         * @return what came of it
         */
        Outcome look();
    }

    /**
     * Runs tasks, and does what a service has, until it ends. For a main function that gets its
     * work from outside.
     *
     * @param service where work comes from
     */
    public void serve(Service service) {
        while (true) {
            long seen = pace.news(core);
            Service.Outcome outcome = service.look();
            if (outcome == Service.Outcome.END) {
                return;
            }
            if (!step() && outcome == Service.Outcome.NOTHING) {
                idle(seen);
            }
        }
    }

    private void idle(long seen) {
        statistics.failedProbes++;
        statistics.failedProbes += pace.idle(core, seen);
    }

    private boolean step() {
        if (side.options().dspOnly()) {
            return completion() || sendOverflow();
        }
        offer();
        ArmTask task = local();
        if (task != null) {
            run(task);
            return true;
        }
        return side.options().dsps() > 0 && (completion() || sendOverflow() || fromDsp());
    }

    /**
     * Whether a task is to be left to others. With few descriptors free nothing is refused, since
     * the way out may lead through any task.
     */
    private boolean refuses(int depth) {
        return depth < waiting && policy.refusesShallow() && board.pool().plenty();
    }

    private void announce(Side whom) {
        if (policy.refusesShallow()) {
            pace.tell(whom);
        } else {
            pace.tellOne(whom);
        }
    }

    /** Pops its own newest task; in a queue that is first in, first out, each is looked at once. */
    private ArmTask own() {
        for (int left = Math.max(1, store.size()); left > 0; left--) {
            ArmTask task = store.pop(this);
            if (task == null || !refuses(task.finish().depth) || !store.push(this, task)) {
                return task;
            }
        }
        return null;
    }

    /**
     * Pops a DSP's task. One that is to be left to others goes to the far end, so that what is
     * behind it can be seen.
     */
    private Descriptor take(HardwareQueue queue) {
        for (int left = Math.max(1, queue.length()); left > 0; left--) {
            Descriptor task = port.pop(queue);
            if (task == null || !refuses(Message.depth(task))) {
                return task;
            }
            port.push(queue, task, true);
        }
        return null;
    }

    private ArmTask local() {
        ArmTask task = own();
        if (task != null) {
            return task;
        }
        int arms = side.stores().size();
        int start = pace.random(core, arms);
        for (int i = 0; i < arms; i++) {
            int victim = (start + i) % arms;
            if (victim == core.number()) {
                continue;
            }
            ArmTask oldest = side.stores().get(victim).oldest();
            task =
                    oldest != null && refuses(oldest.finish().depth)
                            ? null
                            : side.stores().get(victim).steal(this);
            side.trace().add(core, Trace.What.LOCAL_PROBE, task == null ? "none" : "task");
            if (task != null) {
                statistics.localSteals++;
                return task;
            }
        }
        return null;
    }

    private void run(ArmTask task) {
        ArmFinish outside = current;
        current = task.finish();
        int kind = LoopTask.measuredAs(task.function().id(), task.arguments());
        double begin = pace.nanos(core);
        call(task.function(), task.arguments(), current.scope);
        policy.took(kind, task.finish().depth, pace.nanos(core) - begin);
        current = outside;
        ended(task.finish());
    }

    /** Runs a task's code. Scopes that it left open by throwing are waited for. */
    private void call(Function function, long[] arguments, Scope scope) {
        ArmFinish begun = current;
        int outside = waiting;
        waiting = 0;
        begin(function, scope);
        try {
            ((Code) function.arm()).run(this, arguments);
        } catch (Throwable thrown) {
            side.faults().fault(core, function.name(), thrown);
            while (current != begun) {
                endFinish();
            }
        } finally {
            waiting = outside;
            end();
        }
    }

    private void begin(Function function, Scope scope) {
        charge(Cost.TASK, 1);
        statistics.tasks++;
        statistics.deepest = Math.max(statistics.deepest, ++stacked);
        side.trace().add(core, Trace.What.TASK, function);
        if (side.watch() != null) {
            side.watch().enter(core, function.name(), scope.id());
        }
    }

    private void end() {
        stacked--;
        if (side.watch() != null) {
            side.watch().leave(core);
        }
    }

    private void ended(ArmFinish finish) {
        charge(Cost.ATOMIC, 1);
        pace.turn(core);
        if (finish.open.decrementAndGet() == 0) {
            pace.tell(Side.ARM);
        }
    }

    /** The push on a hint. */
    private void offer() {
        int queued = store.size();
        if (queued == 0 || side.options().dsps() == 0) {
            return;
        }
        statistics.flagReads++;
        charge(Cost.UNCACHED_WORD, 1);
        pace.turn(core);
        int free = board.freeDsps();
        if (free == 0) {
            return;
        }
        statistics.flagHits++;
        boolean flushed = false;
        while (store.size() > 0
                && policy.offers(
                        store.size(),
                        free,
                        board.sq1().length(),
                        estimate(store.oldest()),
                        crossing())) {
            if (!sendOldest(flushed) || side.options().policy() == HybridPolicy.Kind.PAPER) {
                return;
            }
            flushed = true;
        }
    }

    /** What the flushes around a crossing cost: one before, one after. */
    private double crossing() {
        return 2.0 * board.crossing().get(0);
    }

    private double estimate(ArmTask task) {
        if (task == null) {
            return -1;
        }
        int function = task.function().id();
        return policy.estimate(
                LoopTask.measuredAs(function, task.arguments()),
                task.finish().depth,
                LoopTask.tiles(function, task.arguments()));
    }

    private boolean sendOldest(boolean flushed) {
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = store.steal(this);
        if (task == null || task.function().dsp() == null) {
            board.pool().give(port, descriptor);
            if (task != null) {
                store.push(this, task);
            }
            return false;
        }
        if (policy.flushesOnlyCrossed() && !flushed) {
            statistics.otherFlushes += flush(task.finish().scope, false);
        }
        statistics.offers++;
        send(descriptor, task);
        return true;
    }

    private void send(Descriptor descriptor, ArmTask task) {
        task.finish().crossed = true;
        side.write(this, descriptor, task);
        port.push(board.sq1(), descriptor, true);
        announce(Side.DSP);
    }

    private boolean sendOverflow() {
        if (side.overflow().isEmpty()) {
            return false;
        }
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            return false;
        }
        ArmTask task = side.overflow().poll();
        if (task == null) {
            board.pool().give(port, descriptor);
            return false;
        }
        send(descriptor, task);
        return true;
    }

    private boolean completion() {
        Descriptor descriptor = port.pop(board.sq3());
        if (descriptor == null) {
            return false;
        }
        charge(Cost.DESCRIPTOR_WORD, 1);
        ArmFinish finish = side.finish(Message.finish(descriptor));
        board.pool().give(port, descriptor);
        statistics.completions++;
        ended(finish);
        return true;
    }

    private boolean fromDsp() {
        int count = board.dspTasks().size();
        int start = pace.random(core, count);
        for (int i = 0; i < count; i++) {
            HardwareQueue queue = board.dspTasks().get((start + i) % count);
            side.trace().add(core, Trace.What.REMOTE_PROBE, queue);
            if (policy.steals(queue.length())) {
                Descriptor descriptor = take(queue);
                if (descriptor != null) {
                    statistics.hybridSteals++;
                    runStolen(descriptor);
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Runs a DSP's task in a fresh finish, then sends its end through SQ2. No descriptor is held
     * meanwhile: what runs may need it.
     */
    private void runStolen(Descriptor descriptor) {
        long[] arguments = Message.arguments(descriptor);
        charge(Cost.DESCRIPTOR_WORD, arguments.length + 5L);
        int origin = Message.finish(descriptor);
        Function function = function(Message.function(descriptor));
        ArmFinish outside = current;
        Scope scope = side.scope(Message.scope(descriptor));
        current = new ArmFinish(null, Message.depth(descriptor), scope);
        board.pool().give(port, descriptor);
        statistics.otherFlushes += flush(scope, false);
        call(function, arguments, scope);
        await(current);
        statistics.stolenFlushes += flush(scope, true);
        side.closed(current);
        current = outside;
        Descriptor end = takeForEnd();
        charge(Cost.DESCRIPTOR_WORD, 1);
        Message.writeEnd(end, origin);
        port.push(board.sq2(), end, true);
        announce(Side.DSP);
    }

    /** Takes a descriptor; while there is none, helps: every task taken from a queue frees one. */
    private Descriptor takeForEnd() {
        int outside = waiting;
        waiting = 0;
        while (true) {
            long seen = pace.news(core);
            Descriptor descriptor = board.pool().take(port);
            if (descriptor != null) {
                waiting = outside;
                return descriptor;
            }
            if (!step()) {
                idle(seen);
            }
        }
    }

    @Override
    public void async(Function function, long... arguments) {
        if (side.options().dspOnly()) {
            asyncDsp(function, arguments);
            return;
        }
        checkCallable(function, arguments, true, side.options().dsps() > 0);
        ArmTask task = new ArmTask(function, arguments.clone(), current);
        statistics.asyncs++;
        charge(Cost.ATOMIC, 1);
        current.open.incrementAndGet();
        if (store.push(this, task)) {
            announce(Side.ARM);
            offer();
        } else {
            statistics.inlined++;
            run(task);
        }
    }

    @Override
    public int dsps() {
        return side.options().dsps();
    }

    @Override
    public boolean runsTasks() {
        return !side.options().dspOnly();
    }

    @Override
    public void asyncDsp(Function function, long... arguments) {
        if (side.options().dsps() == 0) {
            throw new K2hException.Program("asyncDSP of " + function + ": there is no DSP");
        }
        checkCallable(function, arguments, false, true);
        ArmTask task = new ArmTask(function, arguments.clone(), current);
        statistics.asyncs++;
        charge(Cost.ATOMIC, 1);
        current.open.incrementAndGet();
        Descriptor descriptor = board.pool().take(port);
        if (descriptor == null) {
            side.overflow().add(task);
        } else {
            send(descriptor, task);
        }
    }

    @Override
    public void startFinish(Operand... operands) {
        ArmFinish outer = current;
        Scope scope = side.scope(outer.scope, operands);
        current = new ArmFinish(outer, outer.depth + 1, scope);
        charge(Cost.ATOMIC, 1);
        if (scope.id() != outer.scope.id()) {
            statistics.otherFlushes += flush(scope, false);
        }
    }

    @Override
    public void endFinish() {
        ArmFinish finish = current;
        if (finish.parent == null) {
            throw new K2hException.Program("endFinish without startFinish");
        }
        await(finish);
        if (finish.crossed || !policy.flushesOnlyCrossed()) {
            statistics.endFlushes += flush(finish.scope, true);
        }
        side.closed(finish);
        if (finish.scope.id() != finish.parent.scope.id()) {
            side.forget(finish.scope);
        }
        current = finish.parent;
    }

    private void await(ArmFinish finish) {
        int outside = waiting;
        waiting = finish.depth;
        while (true) {
            long seen = pace.news(core);
            charge(Cost.ATOMIC, 1);
            pace.turn(core);
            if (finish.open.get() == 0) {
                break;
            }
            if (!step()) {
                idle(seen);
            }
        }
        waiting = outside;
    }

    /** Writes back and invalidates declared buffers; at an end, only those that tasks write. */
    private int flush(Scope scope, boolean end) {
        if (side.options().dsps() == 0 || !side.options().derived()) {
            return 0;
        }
        int flushes = 0;
        double begin = pace.nanos(core);
        for (Operand operand : scope.operands()) {
            if (operand.written() || !end) {
                cacheWbInv(operand.pointer(), operand.bytes());
                flushes++;
            }
        }
        if (flushes > 0) {
            board.crossing().put(0, (int) (pace.nanos(core) - begin));
        }
        return flushes;
    }

    @Override
    protected long translate(long pointer) {
        long address = pointer - SharedMemory.ARM_BASE;
        if (address < 0 || address >>> 32 != 0) {
            throw new K2hException.AddressTrap(
                    core + ": 0x" + Long.toHexString(pointer) + " is no ARM pointer");
        }
        return address;
    }

    @Override
    public long global(int slot) {
        return globals[slot];
    }

    @Override
    public void setGlobal(int slot, long value) {
        globals[slot] = value;
    }

    @Override
    public long wsMalloc(Bank bank, long bytes) {
        return SharedMemory.pointer(side.memory().allocate(bank, bytes).address());
    }

    @Override
    public void wsFree(long pointer) {
        Block block = side.memory().at(translate(pointer));
        if (block == null || SharedMemory.pointer(block.address()) != pointer) {
            throw new K2hException.AddressTrap(
                    "0x" + Long.toHexString(pointer) + " is not the start of an allocation");
        }
        cacheWbInv(pointer, block.bytes());
        side.memory().free(block);
    }

    @Override
    public long dspPointer(long pointer) {
        return side.memory().address(pointer);
    }
}
