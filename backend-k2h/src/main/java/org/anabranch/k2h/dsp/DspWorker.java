package org.anabranch.k2h.dsp;

import org.anabranch.k2h.machine.Bank;
import org.anabranch.k2h.machine.Core;
import org.anabranch.k2h.machine.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.K2hException;
import org.anabranch.k2h.machine.LineCache;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.machine.Side;
import org.anabranch.k2h.machine.Trace;
import org.anabranch.k2h.program.Code;
import org.anabranch.k2h.program.Function;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.LoopTask;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.FaultSink;
import org.anabranch.k2h.protocol.HybridPolicy;
import org.anabranch.k2h.protocol.MemoryCpu;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.protocol.TaskWatch;

import java.util.Arrays;

/**
 * A DSP: thief, and context of the tasks that it runs. It synchronises through hardware queues and
 * single-writer words of uncached memory, and through nothing else: there is no lock, no atomic and
 * no reference to anything of the ARM side in this package (K2H-P4, S2; a test reads the class
 * files). One search looks at its own queues, other DSPs', ends of tasks in SQ2, then SQ1.
 *
 * <p>Caches (K2H-C2, C3): it invalidates before every task and after every finish in which others
 * may have written, and writes back, before it gives a task away, waits, or ends a task, what
 * write-through mode has written already.
 */
public final class DspWorker extends MemoryCpu {
    private final DspVariables variables;
    private final Trace trace;
    private final QueuePort port;
    private final HybridPolicy policy;
    private final boolean derived;
    private final FaultSink faults;
    private final TaskWatch watch;
    private SharedBoard board;
    private HardwareQueue own;
    private HardwareQueue ownPinned;
    private int current = -1;
    private int scope;
    private int depth;
    private int floor;
    private int slots;

    /** Depth of the finish that is waited for, 0 if none is. */
    private int waiting;

    private int stacked;
    private int[] outer = new int[16];
    private boolean[] shared = new boolean[16];

    /**
     * Instruments of the model that a DSP reports to.
     *
     * @param trace told of probes and tasks
     * @param faults told of exceptions
     * @param watch told of tasks, or null
     */
    public record Instruments(Trace trace, FaultSink faults, TaskWatch watch) {}

    /**
     * Makes a core.
     *
     * @param core a DSP
     * @param pace its clock
     * @param cache its own
     * @param image the program
     * @param variables of the DSP image
     * @param policy when to inline
     * @param derived whether the runtime writes back
     * @param instruments of the model
     */
    public DspWorker(
            Core core,
            Pace pace,
            LineCache cache,
            Image image,
            DspVariables variables,
            HybridPolicy policy,
            boolean derived,
            Instruments instruments) {
        super(core, pace, cache, image);
        this.variables = variables;
        this.trace = instruments.trace;
        this.faults = instruments.faults;
        this.watch = instruments.watch;
        this.port = new QueuePort(core, pace, trace);
        this.policy = policy;
        this.derived = derived;
    }

    /** Boots, then steals until told to stop. */
    public void steal() {
        boot();
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

    private void boot() {
        if (core.number() == 0) {
            waitFor(0);
            variables.publish();
            trace.add(core, Trace.What.PUBLISHED, "queues");
            trace.add(core, Trace.What.BARRIER_OPEN, "barrier");
            variables.boot.put(1, 1);
            pace.tell(Side.DSP);
        } else {
            waitFor(1);
        }
        board = variables.board;
        own = board.dspTasks().get(core.number());
        ownPinned = board.dspOnlyTasks().get(core.number());
        trace.add(core, Trace.What.DSP_STARTED, core);
    }

    private void waitFor(int word) {
        while (true) {
            long seen = pace.news(core);
            pace.charge(core, Cost.UNCACHED_WORD, 1);
            pace.turn(core);
            if (variables.boot.get(word) != 0) {
                return;
            }
            pace.idle(core, seen);
        }
    }

    /** Says that this DSP is free, looks once more by way of the news number, and waits. */
    private void idle(long seen) {
        pace.charge(core, Cost.UNCACHED_WORD, 1);
        board.free().put(core.number(), 1);
        statistics.failedProbes++;
        statistics.failedProbes += pace.idle(core, seen);
    }

    private void busy() {
        if (board.free().get(core.number()) != 0) {
            pace.charge(core, Cost.UNCACHED_WORD, 1);
            board.free().put(core.number(), 0);
        }
    }

    private boolean step() {
        Descriptor task = local();
        if (task != null) {
            runLocal(task);
            return true;
        }
        Descriptor completion = port.pop(board.sq2());
        if (completion != null) {
            pace.charge(core, Cost.DESCRIPTOR_WORD, 1);
            int finish = Message.finish(completion);
            board.pool().give(port, completion);
            statistics.completions++;
            ended(finish);
            return true;
        }
        trace.add(core, Trace.What.REMOTE_PROBE, board.sq1());
        Descriptor remote = take(board.sq1());
        if (remote != null) {
            statistics.hybridSteals++;
            runRemote(remote);
            return true;
        }
        return false;
    }

    /**
     * Pops a task. One that is to be left to others goes to the far end, so that what is behind it
     * can be seen; each is looked at once.
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

    private Descriptor local() {
        Descriptor task = take(ownPinned);
        if (task == null) {
            task = take(own);
        }
        if (task != null) {
            return task;
        }
        int count = board.dspTasks().size();
        int start = pace.random(core, count);
        for (int i = 0; i < count; i++) {
            int victim = (start + i) % count;
            if (victim == core.number()) {
                continue;
            }
            task = take(board.dspTasks().get(victim));
            if (task == null) {
                task = take(board.dspOnlyTasks().get(victim));
            }
            trace.add(core, Trace.What.LOCAL_PROBE, task == null ? "none" : "task");
            if (task != null) {
                statistics.localSteals++;
                return task;
            }
        }
        return null;
    }

    private void runLocal(Descriptor descriptor) {
        int function = Message.function(descriptor);
        int finish = Message.finish(descriptor);
        int declared = Message.scope(descriptor);
        int nesting = Message.depth(descriptor);
        long[] arguments = Message.arguments(descriptor);
        pace.charge(core, Cost.DESCRIPTOR_WORD, arguments.length + 5L);
        board.pool().give(port, descriptor);
        execute(function(function), arguments, finish, declared, nesting);
        writeBack();
        ended(finish);
    }

    /**
     * Runs a task of an ARM core in a fresh finish, then sends its end through SQ3. No descriptor
     * is held meanwhile.
     */
    private void runRemote(Descriptor descriptor) {
        long[] arguments = Message.arguments(descriptor);
        pace.charge(core, Cost.DESCRIPTOR_WORD, arguments.length + 5L);
        int origin = Message.finish(descriptor);
        Function function = function(Message.function(descriptor));
        int declared = Message.scope(descriptor);
        int nesting = Message.depth(descriptor);
        board.pool().give(port, descriptor);
        int fresh = open();
        execute(function, arguments, fresh, declared, nesting);
        await(fresh);
        writeBack();
        Descriptor end = takeForEnd();
        pace.charge(core, Cost.DESCRIPTOR_WORD, 1);
        Message.writeEnd(end, origin);
        port.push(board.sq3(), end, true);
        announce(Side.ARM);
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

    private void execute(
            Function function, long[] arguments, int finish, int declared, int nesting) {
        busy();
        int outsideFinish = current;
        int outsideScope = scope;
        int outsideDepth = depth;
        current = finish;
        scope = declared;
        depth = nesting;
        cache.invalidateAll(core);
        call(function, arguments);
        current = outsideFinish;
        scope = outsideScope;
        depth = outsideDepth;
    }

    private void call(Function function, long[] arguments) {
        int outsideFloor = floor;
        int outsideWaiting = waiting;
        floor = depth;
        waiting = 0;
        int measured = LoopTask.measuredAs(function.id(), arguments);
        double begin = pace.nanos(core);
        pace.charge(core, Cost.TASK, 1);
        statistics.tasks++;
        statistics.deepest = Math.max(statistics.deepest, ++stacked);
        trace.add(core, Trace.What.TASK, function);
        if (watch != null) {
            watch.enter(core, function.name(), scope);
        }
        try {
            ((Code) function.dsp()).run(this, arguments);
        } catch (Throwable thrown) {
            faults.fault(core, function.name(), thrown);
            while (depth > floor) {
                endFinish();
            }
        } finally {
            policy.took(measured, floor, pace.nanos(core) - begin);
            floor = outsideFloor;
            waiting = outsideWaiting;
            stacked--;
            if (watch != null) {
                watch.leave(core);
            }
        }
    }

    private void ended(int finish) {
        variables.finishes.ended(core, pace, finish);
        if (variables.finishes.hasEnded(finish)) {
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
        variables.finishes.created(core, pace, current);
        Descriptor descriptor = inline ? null : board.pool().take(port);
        if (descriptor == null) {
            statistics.inlined++;
            call(function, arguments.clone());
            ended(current);
            return;
        }
        pace.charge(core, Cost.DESCRIPTOR_WORD, arguments.length + 5L);
        Message.write(descriptor, function.id(), current, scope, depth, arguments);
        writeBack();
        if (current >>> 16 == core.number()) {
            shared[current & 0xFFFF] = true;
        }
        port.push(queue, descriptor, false);
        announce(Side.DSP);
        if (queue == own) {
            announce(Side.ARM);
        }
    }

    @Override
    public void async(Function function, long... arguments) {
        checkCallable(function, arguments, true, true);
        double estimate =
                policy.estimate(
                        LoopTask.measuredAs(function.id(), arguments),
                        depth,
                        LoopTask.tiles(function.id(), arguments));
        boolean exposed = policy.exposes(estimate, 2.0 * board.crossing().get(0));
        int queued = own.length() + ownPinned.length();
        spawn(
                function,
                arguments,
                exposed ? own : ownPinned,
                policy.inlines(queued, board.freeDsps()));
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

    /** Allocates a finish object. Those of one DSP nest like its stack. */
    private int open() {
        if (slots > 0xFFFF) {
            throw new K2hException.Exhausted(core + " has all its finish objects open");
        }
        if (slots == outer.length) {
            outer = Arrays.copyOf(outer, slots * 2);
            shared = Arrays.copyOf(shared, slots * 2);
        }
        int handle = core.number() << 16 | slots;
        outer[slots] = current;
        shared[slots] = false;
        slots++;
        pace.charge(core, Cost.UNCACHED_WORD, 2);
        variables.finishes.clear(handle);
        return handle;
    }

    @Override
    public void startFinish(Operand... operands) {
        if (operands.length > 0) {
            throw new K2hException.Program(
                    "operands are declared on the ARM side: a DSP has no ARM pointers");
        }
        current = open();
        depth++;
    }

    @Override
    public void endFinish() {
        if (depth <= floor) {
            throw new K2hException.Program("endFinish without startFinish");
        }
        int finish = current;
        await(finish);
        current = outer[finish & 0xFFFF];
        depth--;
    }

    /**
     * Waits, then frees the finish. If tasks of it were given away, what they wrote is not in this
     * cache.
     */
    private void await(int finish) {
        boolean given = shared[finish & 0xFFFF];
        int outside = waiting;
        waiting = depth;
        if (given) {
            writeBack();
        }
        while (true) {
            long seen = pace.news(core);
            pace.charge(core, Cost.UNCACHED_WORD, 2L * board.dspTasks().size());
            pace.turn(core);
            if (variables.finishes.hasEnded(finish)) {
                break;
            }
            if (!step()) {
                idle(seen);
            }
        }
        waiting = outside;
        if (given) {
            cache.invalidateAll(core);
        }
        slots--;
    }

    @Override
    protected long translate(long pointer) {
        if (pointer >>> 32 != 0) {
            throw new K2hException.AddressTrap(
                    core + ": 0x" + Long.toHexString(pointer) + " is no DSP address");
        }
        return pointer;
    }

    @Override
    public long global(int slot) {
        return Integer.toUnsignedLong(variables.globals.get(2 * slot))
                | (long) variables.globals.get(2 * slot + 1) << 32;
    }

    @Override
    public void setGlobal(int slot, long value) {
        variables.globals.put(2 * slot, (int) value);
        variables.globals.put(2 * slot + 1, (int) (value >>> 32));
    }

    @Override
    public long wsMalloc(Bank bank, long bytes) {
        throw new K2hException.Program(core + ": only the ARM side allocates contiguous memory");
    }

    @Override
    public void wsFree(long pointer) {
        throw new K2hException.Program(core + ": only the ARM side frees contiguous memory");
    }

    @Override
    public long dspPointer(long pointer) {
        throw new K2hException.Program(core + ": only the ARM side translates pointers");
    }
}
