package org.anabranch.k2h.arm;

import org.anabranch.k2h.board.Core;
import org.anabranch.k2h.board.Cost;
import org.anabranch.k2h.machine.Descriptor;
import org.anabranch.k2h.machine.HardwareQueue;
import org.anabranch.k2h.machine.Pace;
import org.anabranch.k2h.machine.QueuePort;
import org.anabranch.k2h.program.Image;
import org.anabranch.k2h.protocol.Message;

import java.util.concurrent.BlockingDeque;

/** The store of an ARM worker's tasks (K2H-Q6). The core of the port is charged. */
sealed interface TaskStore {

    /**
     * Pushes a task; called by the owner. Returns false if there is no room; the task then remains
     * the caller's.
     */
    boolean push(QueuePort owner, ArmTask task);

    /** Returns the next task, or null; called by the owner. */
    ArmTask pop(QueuePort owner);

    /** Steals a task, or returns null; called by any ARM core. */
    ArmTask steal(QueuePort thief);

    /** Returns the task that {@link #steal} would return, or null; a hint. */
    ArmTask oldest();

    /** Returns the number of tasks; a hint. */
    int size();

    /** A store in a software deque, whose oldest task is the first. */
    record InDeque(BlockingDeque<ArmTask> deque, Pace pace) implements TaskStore {
        @Override
        public boolean push(QueuePort owner, ArmTask task) {
            pace.charge(owner.core(), Cost.DEQUE, 1);
            pace.turn(owner.core());
            deque.addLast(task);
            return true;
        }

        @Override
        public ArmTask pop(QueuePort owner) {
            pace.charge(owner.core(), Cost.DEQUE, 1);
            pace.turn(owner.core());
            return deque.pollLast();
        }

        @Override
        public ArmTask steal(QueuePort thief) {
            Core core = thief.core();
            pace.charge(core, Cost.DEQUE_PROBE, 1);
            pace.turn(core);
            if (deque.isEmpty()) {
                return null;
            }
            pace.charge(core, Cost.DEQUE_STEAL, 1);
            return deque.pollFirst();
        }

        @Override
        public ArmTask oldest() {
            return deque.peekFirst();
        }

        @Override
        public int size() {
            return deque.size();
        }
    }

    /** A store in a hardware queue: each task needs a descriptor. */
    record InQueue(HardwareQueue queue, boolean fifo, Image image, ArmSide side)
            implements TaskStore {
        @Override
        public boolean push(QueuePort owner, ArmTask task) {
            Descriptor descriptor = side.board.pool().take(owner);
            if (descriptor == null) {
                return false;
            }
            side.write(owner, descriptor, task);
            owner.push(queue, descriptor, fifo);
            return true;
        }

        @Override
        public ArmTask pop(QueuePort owner) {
            Descriptor descriptor = owner.pop(queue);
            if (descriptor == null) {
                return null;
            }
            Message message = Message.in(descriptor);
            long words = message.arguments().length + 4L;
            owner.pace().charge(owner.core(), Cost.DESCRIPTOR_WORD, words);
            side.board.pool().give(owner, descriptor);
            return new ArmTask(
                    image.function(message.function()),
                    message.arguments(),
                    side.finish(message.finish()),
                    Integer.MAX_VALUE);
        }

        @Override
        public ArmTask steal(QueuePort thief) {
            return pop(thief);
        }

        @Override
        public ArmTask oldest() {
            return null;
        }

        @Override
        public int size() {
            return queue.length();
        }
    }
}
