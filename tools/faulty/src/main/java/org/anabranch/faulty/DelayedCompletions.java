package org.anabranch.faulty;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

/**
 * A thread that calls completions late. Each lane is a queue in the order of submission. The head
 * of a queue may be completed when the device below has ended it, its delay has passed, it does not
 * hang, and none of its named predecessors is still queued. Among several, chance or age decides.
 */
final class DelayedCompletions implements Runnable {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final boolean reorders;
    private final SplittableRandom random;
    private final Thread thread;
    // all guarded by this
    private final Map<Integer, Deque<Entry>> lanes = new TreeMap<>();
    private final Set<Long> pending = new HashSet<>();
    private long lastEnd = System.nanoTime();
    private boolean closed;

    DelayedCompletions(String device, FaultPlan plan) {
        this.reorders = plan.has(Fault.Reorder.class);
        this.random = plan.chance(0, 3);
        this.thread = Thread.ofPlatform().daemon().name(device + "-desk").start(this);
    }

    /** Adds an operation; without memory for that, it is not added. */
    synchronized void enter(Entry entry) {
        Deque<Entry> lane = lanes.computeIfAbsent(entry.order.lane(), number -> new ArrayDeque<>());
        pending.add(entry.order.ticket());
        try {
            lane.add(entry);
        } catch (OutOfMemoryError full) {
            lane.pollLast(); // a deque that failed to grow holds it all the same, and looks empty
            pending.remove(entry.order.ticket());
            throw full;
        }
    }

    synchronized void ended(Entry entry) {
        lastEnd = System.nanoTime();
        entry.ended = true;
        long ended = entry.earliest - lastEnd > 0 ? entry.earliest : lastEnd;
        entry.due = ended + entry.delayNanos;
        notifyAll();
    }

    synchronized void resume() {
        lanes.values().forEach(lane -> lane.forEach(entry -> entry.hangs = false));
        notifyAll();
    }

    /** Reports that a completion was called elsewhere. */
    synchronized void changed() {
        notifyAll();
    }

    /** Calls the remaining completions, and ends the thread. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (true) {
            try {
                Entry entry = next();
                if (entry == null) {
                    return;
                }
                entry.tell();
                remove(entry);
            } catch (OutOfMemoryError full) {
                LockSupport.parkNanos(PATIENCE_NANOS); // tried again: the completion must be called
            }
        }
    }

    private synchronized void remove(Entry entry) {
        lanes.get(entry.order.lane()).remove(entry);
        pending.remove(entry.order.ticket());
    }

    /** Returns the next operation to complete; null at the end. */
    private synchronized Entry next() {
        while (true) {
            dropTold();
            long now = System.nanoTime();
            List<Entry> heads =
                    lanes.values().stream()
                            .filter(lane -> !lane.isEmpty())
                            .map(Deque::getFirst)
                            .toList();
            if (heads.isEmpty() && closed) {
                return null;
            }
            List<Entry> ready = new ArrayList<>(heads);
            ready.removeIf(head -> !ready(head, now));
            boolean choice =
                    !reorders || ready.size() == heads.size() || now - lastEnd >= PATIENCE_NANOS;
            if (!ready.isEmpty() && choice) {
                return choose(ready);
            }
            pause(wakeUp(heads, now, !ready.isEmpty()));
        }
    }

    private void dropTold() {
        for (Deque<Entry> lane : lanes.values()) {
            lane.removeIf(
                    entry -> {
                        boolean told = entry.isTold();
                        if (told) {
                            pending.remove(entry.order.ticket());
                        }
                        return told;
                    });
        }
    }

    private boolean ready(Entry head, long now) {
        return head.ended
                && !head.hangs
                && head.due - now <= 0
                && LongStream.of(head.order.after()).noneMatch(pending::contains);
    }

    private Entry choose(List<Entry> ready) {
        if (reorders) {
            return ready.get(random.nextInt(ready.size()));
        }
        Entry oldest = ready.getFirst();
        for (Entry entry : ready) {
            oldest = entry.due - oldest.due < 0 ? entry : oldest;
        }
        return oldest;
    }

    /** Returns the nanoseconds until the state may change by time alone. */
    private long wakeUp(List<Entry> heads, long now, boolean waitsForChoice) {
        long nanos = waitsForChoice ? PATIENCE_NANOS : Long.MAX_VALUE;
        for (Entry head : heads) {
            if (head.ended && !head.hangs && head.due - now > 0) {
                nanos = Math.min(nanos, head.due - now);
            }
        }
        return nanos;
    }

    private void pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        } catch (InterruptedException ignored) {
            Thread.interrupted(); // the thread is private, so an interrupt is meaningless
        }
    }
}
