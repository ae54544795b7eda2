package org.anabranch.scheduler.pool;

import com.google.errorprone.annotations.concurrent.GuardedBy;

import org.anabranch.scheduler.count.Handles;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A work-stealing deque in two parts. The newest entries are private: the owner pushes and pops
 * them by plain stores. The oldest are open to thieves. Who finds nothing open asks; the owner sees
 * that with its next push or pop and opens the older half of what it has. The parts are those of
 * Lace (van Dijk and van de Pol, "Lace: Non-blocking Split Deque for Work-Stealing", 2014), the
 * asking that of Acar, Charguéraud and Rainey, "Scheduling Parallel Programs by Work Stealing with
 * Private Deques" (PPoPP 2013).
 *
 * <p><b>Open part.</b> Its bounds are one word. Thieves take from the low end and the owner moves
 * the high end, both by compare-and-set of that word, so neither needs to think about the other.
 * The word may come back to a value it had, with other entries in the same places; so a thief reads
 * what it took only when it has won it. Thieves wipe out what they took and then count it, and the
 * owner uses a place again only when all that was taken is counted; if it cannot wait it takes a
 * larger ring.
 *
 * <p><b>Revoking.</b> An owner that runs a long task neither pushes nor pops, so it would never
 * answer. After a while a thief therefore opens the private part itself: {@link #revoke}. It sets
 * {@code asked}, has the owner's thread stopped for a moment at a safepoint, and only then reads
 * {@code bottom}. A pop stores {@code bottom} before it reads {@code asked}, with no safepoint that
 * would matter in between: if the stop came before the read the owner sees that it was asked, and
 * looks under the lock whether the entry is still its own; if it came later the thief sees the
 * store and leaves that entry alone. So the owner's fence is paid by the thief, and rarely:
 * "asymmetric" Dekker (Dice, Huang and Yang, "Asymmetric Dekker Synchronization", 2001). Places of
 * the ring are written before {@code bottom}, which has release order.
 *
 * <p>An entry is a {@link Task}, or the bare body of one with its scope beside it.
 */
public final class TaskDeque extends DequeLines.DequeShared {
    private static final VarHandle BOTTOM = Handles.of(MethodHandles.lookup(), "bottom", int.class);
    private static final VarHandle OPEN = Handles.of(MethodHandles.lookup(), "open", long.class);
    private static final VarHandle ASKED = Handles.of(MethodHandles.lookup(), "asked", int.class);
    private static final VarHandle WIPED = Handles.of(MethodHandles.lookup(), "wiped", int.class);
    private static final VarHandle RING =
            Handles.of(MethodHandles.lookup(), "ring", Object[].class);

    static {
        TaskDeque none = null;
        Handles.linkCalls(
                () -> BOTTOM.setRelease(none, 0),
                () -> BOTTOM.setOpaque(none, 0),
                () -> {
                    WIPED.getAndAdd(none, 0);
                },
                () -> OPEN.compareAndSet(none, 0L, 0L));
        Handles.linkReads(
                () -> (Object[]) RING.get(none),
                () -> (int) ASKED.getOpaque(none),
                () -> (int) ASKED.getAcquire(none));
    }

    /** The owner's unreported counts; reported before a task that they concern is opened. */
    private final Tally tally;

    /** Called, without a lock, when the owner has opened entries. */
    private final Runnable opened;

    TaskDeque(Tally tally, Runnable opened) {
        this(tally, opened, PoolTuning.RING_ENTRIES);
    }

    /**
     * Creates an empty deque.
     *
     * @param entries initial capacity, a power of two
     */
    TaskDeque(Tally tally, Runnable opened, int entries) {
        this.tally = tally;
        this.opened = opened;
        this.ring = new Object[2 * entries];
        this.capacity = entries;
        this.limit = entries;
        this.asked = 1;
        this.plenty = PoolTuning.LEAST_PLENTY_ENTRIES;
    }

    private static int top(long open) {
        return (int) (open >>> 32);
    }

    private static int split(long open) {
        return (int) open;
    }

    private static long open(int top, int split) {
        return (long) top << 32 | split & 0xFFFFFFFFL;
    }

    private static int place(Object[] entries, int number) {
        return number << 1 & entries.length - 1;
    }

    /** The owner's view of the ring, which only the owner replaces. */
    private Object[] own() {
        return (Object[]) RING.get(this);
    }

    /** Owner only. If it throws, since there is no memory for more, the entry is not there. */
    void push(Object entry, Scope scope) {
        int b = bottom;
        if (b == limit) {
            makeRoom(b);
        }
        Object[] entries = own();
        int place = place(entries, b);
        entries[place] = entry;
        entries[place + 1] = scope;
        BOTTOM.setRelease(this, b + 1);
        if ((int) ASKED.getOpaque(this) != 0) {
            share();
        }
    }

    /** Owner only: the newest entry or null. Its scope is to be had from {@link #poppedScope}. */
    Object pop() {
        int b = bottom;
        if (b != split) {
            BOTTOM.setOpaque(this, b - 1);
            if ((int) ASKED.getAcquire(this) == 0) {
                return take(b - 1);
            }
        }
        return popSlowly(b);
    }

    /** Owner only: the newest entry if it is private and of this scope; else null. */
    Object popOf(Scope scope) {
        int b = bottom;
        if (b == split) {
            return null;
        }
        Object[] entries = own();
        int place = place(entries, b - 1);
        if (entries[place + 1] != scope) {
            return null;
        }
        BOTTOM.setOpaque(this, b - 1);
        if ((int) ASKED.getAcquire(this) != 0) {
            Object entry = popSlowly(b);
            if (entry != null) {
                poppedScope();
            }
            return entry;
        }
        wantedLess();
        Object entry = entries[place];
        entries[place] = null;
        entries[place + 1] = null;
        return entry;
    }

    /** The owner runs itself what it had for others. */
    private void wantedLess() {
        if (plenty > PoolTuning.LEAST_PLENTY_ENTRIES) {
            plenty--;
        }
    }

    private Object take(int number) {
        wantedLess();
        Object[] entries = own();
        int place = place(entries, number);
        Object entry = entries[place];
        entries[place] = null;
        return entry;
    }

    /** Owner only, once after each pop: the scope of what was popped. */
    Scope poppedScope() {
        Object[] entries = own();
        int place = place(entries, bottom) + 1;
        Scope scope = (Scope) entries[place];
        entries[place] = null;
        return scope;
    }

    /** Owner only: the scope of what {@link #pop} would return, unless a thief comes first. */
    Scope newestScope() {
        int b = bottom;
        if (b == split && !isOpen()) {
            return null;
        }
        Object[] entries = own();
        return (Scope) entries[place(entries, b - 1) + 1];
    }

    /** Before this pop began the next entry would have been number {@code b}. */
    private Object popSlowly(int b) {
        Object entry = null;
        boolean shared = false;
        synchronized (this) {
            int mine = b - split; // 0 also if a thief opened the last before it could see it popped
            if (mine > 1 && asked != 0) {
                asked = 0;
                openUpTo(split + mine / 2);
                shared = true;
            }
            if (mine > 0 || takeBack()) {
                BOTTOM.setOpaque(this, b - 1);
                entry = take(b - 1);
            } else {
                BOTTOM.setOpaque(this, b);
            }
        }
        if (shared) {
            opened.run();
        }
        return entry;
    }

    /** Owner only: answers who asked with the older half of the private part, or all of one. */
    public void share() {
        plenty = Math.min(2 * plenty, PoolTuning.MOST_PLENTY_ENTRIES);
        synchronized (this) {
            asked = 0;
            openUpTo(split + (bottom - split + 1) / 2);
        }
        opened.run();
    }

    /** Owner only: opens everything, for it will not run any of it soon. */
    public void shareAll() {
        if (bottom != split) {
            synchronized (this) {
                openUpTo(bottom);
            }
            opened.run();
        }
    }

    @GuardedBy("this")
    private void openUpTo(int bound) {
        tally.tell();
        long now = open;
        while (!OPEN.compareAndSet(this, now, open(top(now), bound))) {
            now = open;
        }
        split = bound;
    }

    /** Makes the newer half of the open part private; false if there is none. */
    @GuardedBy("this")
    private boolean takeBack() {
        long now = open;
        while (top(now) != split(now)) {
            int bound = top(now) + (split(now) - top(now)) / 2;
            if (OPEN.compareAndSet(this, now, open(top(now), bound))) {
                split = bound;
                return true;
            }
            now = open;
        }
        return false;
    }

    /**
     * Any thread: asks the owner for work. Returns true if no thief had asked: then a push that is
     * just under way may have seen that, and not be seen here until it arrives.
     */
    boolean ask() {
        boolean first = asked == 0;
        if (first) {
            asked = 1;
        }
        return first;
    }

    /** Returns true if a thief asked for work and got none yet. */
    public boolean isAsked() {
        return (int) ASKED.getOpaque(this) != 0;
    }

    /** Any other thread: opens what the owner, who does not answer, keeps private. */
    void revoke(Thread owner) {
        synchronized (this) {
            asked = 1;
            owner.getStackTrace(); // returns after the owner was stopped
            int bound = (int) BOTTOM.getAcquire(this);
            if (bound - split > 0) { // less, if the owner is about to find out that it was too late
                openUpTo(bound);
            }
        }
    }

    /** Any thread: returns true if an entry is open. */
    boolean isOpen() {
        long now = open;
        return split(now) - top(now) > 0;
    }

    /**
     * Any thread: the oldest open entry, if no other thread wins it, and if it looked as if it were
     * within the scope (any, if null), which is to be checked of what is returned.
     */
    Task steal(Scope within) {
        return steal(within, null);
    }

    /**
     * Any thread, as {@link #steal(Scope)}; where very many entries are open, some more go to the
     * thief's own deque.
     */
    Task steal(Scope within, TaskDeque thief) {
        long now = open;
        int there = split(now) - top(now);
        if (there <= 0) {
            return null;
        }
        if (within != null && !mayBeWithin(within, top(now))) {
            return null;
        }
        int loot =
                within != null || thief == null
                        ? 1
                        : Math.clamp(there / 4, 1, thief.room(PoolTuning.LOOT_ENTRIES));
        Object[] taken = new Object[2 * loot];
        Task room = Task.room();
        if (!OPEN.compareAndSet(this, now, open(top(now) + loot, split(now)))) {
            return null;
        }
        Object[] entries = ring;
        copy(entries, top(now), taken);
        wipe(entries, top(now), loot);
        for (int i = 2; i < taken.length; i += 2) {
            thief.push(taken[i], (Scope) taken[i + 1]);
        }
        return taken[0] instanceof Task task
                ? task
                : Task.with(room, (Scope) taken[1], (Runnable) taken[0]);
    }

    /** Owner only: up to so many, one of which is not pushed; the others take no memory. */
    private int room(int most) {
        return Math.min(most, limit - bottom + 1);
    }

    /** A guess: what is there may have been taken, and another pushed, before it is looked at. */
    private boolean mayBeWithin(Scope within, int number) {
        Object[] entries = ring;
        Scope scope = (Scope) entries[place(entries, number) + 1];
        return scope != null && within.contains(scope);
    }

    private static void copy(Object[] entries, int from, Object[] copy) {
        for (int i = 0; i < copy.length / 2; i++) {
            int place = place(entries, from + i);
            copy[2 * i] = entries[place];
            copy[2 * i + 1] = entries[place + 1];
        }
    }

    private void wipe(Object[] entries, int from, int count) {
        for (int i = 0; i < count; i++) {
            int place = place(entries, from + i);
            entries[place] = null;
            entries[place + 1] = null;
        }
        WIPED.getAndAdd(this, count);
    }

    /** Owner only: returns true if there is enough to answer thieves, and none has asked. */
    boolean hasPlenty() {
        return bottom - split >= plenty && (int) ASKED.getOpaque(this) == 0;
    }

    /** Owner only: returns true if there is an entry that thieves cannot take. */
    public boolean hasPrivate() {
        return bottom != split;
    }

    /** Owner only: whether everything pushed is popped or stolen. */
    public boolean isDrained() {
        return bottom == split && !isOpen();
    }

    /** Any thread: a count that was right at some moment. */
    public int size() {
        return Math.max(0, (int) BOTTOM.getAcquire(this) - top(open));
    }

    /**
     * Makes room for a push. A slot is reused only after thieves have cleared it. If that takes
     * long, or most slots are in use, a larger ring gets all entries of the old one, for thieves
     * that have yet to read what they won.
     */
    private void makeRoom(int b) {
        int top = top(open);
        for (int i = 0; i < PoolTuning.WIPE_SPINS && !isWipedUpTo(top); i++) {
            Thread.onSpinWait();
            top = top(open);
        }
        if (isWipedUpTo(top) && b - top <= capacity / 2) {
            limit = top + capacity;
        } else {
            grow(b);
        }
    }

    /**
     * Returns true if all taken entries are cleared, and there were no more than this when checked.
     */
    private boolean isWipedUpTo(int top) {
        return wiped == top && top(open) == top;
    }

    private void grow(int b) {
        Object[] old = own();
        Object[] larger = new Object[2 * old.length];
        for (int number = b - capacity; number != b; number++) {
            larger[place(larger, number)] = old[place(old, number)];
            larger[place(larger, number) + 1] = old[place(old, number) + 1];
        }
        limit = b + capacity;
        capacity = larger.length / 2;
        ring = larger;
    }
}
