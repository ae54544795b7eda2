package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.machine.SharedMemory;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.program.Operand;
import org.anabranch.k2h.protocol.Instruments;
import org.anabranch.k2h.protocol.Message;
import org.anabranch.k2h.protocol.OperandScope;
import org.anabranch.k2h.protocol.SharedBoard;
import org.anabranch.k2h.run.RuntimeOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The shared state of the ARM cores, in coherent memory. No DSP has a reference to it. For any ARM
 * core.
 */
public final class ArmSide {
    final SharedBoard board;
    final RuntimeOptions options;
    final SharedMemory memory;
    final Instruments instruments;
    final List<TaskStore> stores = new ArrayList<>();
    final FlushCost flushCost;

    /** The number of tasks that were sent to the DSPs, or are about to be. */
    final AtomicInteger sent = new AtomicInteger();

    /** The tasks for DSPs for which there was no descriptor; any ARM core sends them later. */
    final Queue<ArmTask> overflow = new ConcurrentLinkedQueue<>();

    private final Map<Integer, ArmFinish> finishes = new ConcurrentHashMap<>();
    private final Map<Integer, OperandScope> scopes = new ConcurrentHashMap<>();
    private final Map<Integer, Unflushed> unflushed = new ConcurrentHashMap<>();
    private final AtomicInteger handles = new AtomicInteger();
    private final AtomicInteger scopeIds = new AtomicInteger();

    /**
     * Creates the ARM side.
     *
     * @param board the state shared with the DSPs
     */
    public ArmSide(
            SharedBoard board,
            RuntimeOptions options,
            SharedMemory memory,
            Instruments instruments) {
        this.board = board;
        this.options = options;
        this.memory = memory;
        this.instruments = instruments;
        this.flushCost = new FlushCost(options.board().arm().cache().bytes());
    }

    /**
     * Adds the task store of the next ARM core.
     *
     * @param queue its hardware queue, or null for a deque
     * @param pace charged for the deque
     * @param image has the functions of tasks in a queue
     */
    public void addStore(HardwareQueue queue, Pace pace, Image image) {
        stores.add(
                queue == null
                        ? new TaskStore.InDeque(new LinkedBlockingDeque<>(), pace)
                        : new TaskStore.InQueue(
                                queue,
                                options.armTasks() == RuntimeOptions.ArmTasks.FIFO_HW,
                                image,
                                this));
    }

    /** Writes a task into a descriptor, for the core of the port, which is charged. */
    void write(QueuePort port, Descriptor descriptor, ArmTask task) {
        ArmFinish finish = task.finish();
        port.pace().charge(port.core(), Cost.DESCRIPTOR_WORD, task.arguments().length + 5L);
        Message message =
                new Message(
                        task.function().id(),
                        handle(finish),
                        Message.declared(finish.scope.id(), flushAround(finish.scope)),
                        finish.depth,
                        task.arguments());
        message.write(descriptor);
    }

    /** Returns the state of a scope's operands: in memory, or newer in caches. */
    Unflushed unflushed(OperandScope scope) {
        return unflushed.computeIfAbsent(scope.id(), id -> new Unflushed());
    }

    /**
     * Returns the nanoseconds of the cache operations around a task that an ARM core takes from a
     * DSP.
     */
    double flushAround(OperandScope scope) {
        return options.derived() ? flushCost.of(scope, false) + flushCost.of(scope, true) : 0;
    }

    /** Returns the handle of a finish for the other side, valid until it is closed. */
    int handle(ArmFinish finish) {
        if (finish.handle == 0) {
            synchronized (finish) {
                if (finish.handle == 0) {
                    int handle = handles.incrementAndGet();
                    finishes.put(handle, finish);
                    finish.handle = handle;
                }
            }
        }
        return finish.handle;
    }

    ArmFinish finish(int handle) {
        return finishes.get(handle);
    }

    void closed(ArmFinish finish) {
        if (finish.handle != 0) {
            finishes.remove(finish.handle);
        }
    }

    OperandScope scope(OperandScope around, Operand[] operands) {
        if (operands.length == 0) {
            return around;
        }
        List<Operand> all = new ArrayList<>(around.operands());
        all.addAll(List.of(operands));
        OperandScope scope = new OperandScope(scopeIds.incrementAndGet(), all);
        scopes.put(scope.id(), scope);
        return scope;
    }

    /**
     * Returns the scope with a number.
     *
     * @param id number of declared operands
     */
    public OperandScope scope(int id) {
        return id == 0 ? OperandScope.NONE : scopes.get(id);
    }

    void forget(OperandScope scope) {
        scopes.remove(scope.id());
        unflushed.remove(scope.id());
    }

    /** {@return the number of finish scopes that have handles; 0 when all have ended} */
    public int named() {
        return finishes.size();
    }

    /** {@return the number of tasks in stores or waiting for a descriptor} */
    public int queued() {
        int queued = overflow.size();
        for (TaskStore store : stores) {
            queued += store.size();
        }
        return queued;
    }
}
