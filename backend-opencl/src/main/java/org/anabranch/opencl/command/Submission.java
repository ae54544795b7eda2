package org.anabranch.opencl.command;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.anabranch.opencl.driver.ClCommands;
import org.anabranch.opencl.driver.ClFunction;
import org.anabranch.opencl.driver.ClStatus;
import org.anabranch.opencl.driver.OpenClException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The way of one command into a queue: its wait list, and the one event that stands for all of its
 * calls. One object per device with memory of its own, used again and again under the dispatcher's
 * lock, since an arena per command would cost more than the command.
 */
public final class Submission implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment event = arena.allocate(JAVA_LONG);
    private final MemorySegment scratch = arena.allocate(128, 16);
    private final MemorySegment statusScratch = arena.allocate(JAVA_LONG);
    private final EventList waitList = new EventList(64);
    private final EventList parts = new EventList(8);
    private int waits;
    private long queue;
    private boolean inOrder;
    private boolean wanted;
    private int calls;
    private int made;

    /** Calls of the driver for a part of a command. */
    public interface Calls {
        void make(Submission submission) throws OpenClException;
    }

    void clear() {
        waits = 0;
        waitList.trim();
    }

    /** Adds an event to the wait list. */
    void waitFor(long predecessor) {
        waitList.set(waits, predecessor);
        waits++;
    }

    /** Names the queue that the following calls go to. */
    void into(long queueHandle, boolean queueInOrder) {
        queue = queueHandle;
        inOrder = queueInOrder;
        wanted = true;
        calls = 0;
        made = 0;
    }

    /** Lets the command, in an in-order queue, have no event. */
    void withoutEvent() {
        wanted = false;
    }

    /** Sets the number of calls of the command. */
    public void expect(int count) {
        calls = count;
        if (!inOrder) {
            parts.require(count);
        }
    }

    /** Returns true if the command consists of one call, so that its event has all of its time. */
    boolean isOneCall() {
        return calls == 1;
    }

    public long queue() {
        return queue;
    }

    public int waits() {
        return waits;
    }

    /** {@return the address of the wait list, null if it is empty} */
    public long waitList() {
        return waits == 0 ? 0 : waitList.address();
    }

    /** {@return memory of 128 bytes for arguments} */
    public MemorySegment scratch() {
        return scratch;
    }

    /** {@return eight bytes for the poller alone, without the lock} */
    MemorySegment statusScratch() {
        return statusScratch;
    }

    /** {@return where the next call puts its event, null if it needs none} */
    public long eventOfCall() {
        if (calls == 1 || inOrder && made == calls - 1) {
            return wanted ? event.address() : 0;
        }
        return inOrder ? 0 : parts.address() + 8L * made;
    }

    /** Counts a call, or refuses the command after those already made have run out. */
    public void made(int status, String what) throws OpenClException {
        if (status != ClStatus.SUCCESS) {
            if (made > 0) {
                finish();
            }
            throw new OpenClException(what, status);
        }
        made++;
    }

    /** Waits for everything that the queue has. */
    public void finish() {
        ClFunction.FINISH.status(queue);
    }

    /** {@return the event of everything called, 0 if none was wanted} */
    long end() throws OpenClException {
        if (!wanted) {
            return 0;
        }
        if (!inOrder && calls > 1) {
            int status = ClCommands.mark(queue, calls, parts.address(), event.address());
            for (int i = 0; i < calls; i++) {
                ClCommands.releaseEvent(parts.get(i));
            }
            parts.trim();
            OpenClException.check(status, "clEnqueueMarkerWithWaitList");
        }
        return event.get(JAVA_LONG, 0);
    }

    /** Makes a call that does nothing but wait. */
    void mark() throws OpenClException {
        expect(1);
        made(
                ClCommands.mark(queue, waits, waitList(), eventOfCall()),
                "clEnqueueMarkerWithWaitList");
    }

    /** {@return the event of a marker behind all that an in-order queue has} */
    long marker(long queueHandle) throws OpenClException {
        int status = ClCommands.mark(queueHandle, 0, 0, event.address());
        OpenClException.check(status, "clEnqueueMarkerWithWaitList");
        return event.get(JAVA_LONG, 0);
    }

    @Override
    public void close() {
        waitList.close();
        parts.close();
        arena.close();
    }
}
